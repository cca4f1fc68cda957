import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { FieldError } from './Field.tsx';

interface FileDropProps {
  /** The accessible name of the file input. */
  label: string;
  /** As `accept` of a file input. */
  accept: string;
  button: string;
  hint: string;
  variant?: 'primary' | undefined;
  /** While one file is being worked on no other is taken. */
  isBusy?: boolean;
  /** Someone was busy here a moment ago: with the keyboard they go on here. */
  takesFocus?: boolean | undefined;
  error: string | undefined;
  /** The progress of the last file. */
  children?: ReactNode;
  onFile: (file: File) => void;
}

/** Where a file is chosen: by a button, or by dropping it. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, button, hint, variant, isBusy = false, takesFocus } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (takesFocus) zone.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const take = ([file]: Iterable<File>) => {
    if (file && !isBusy) props.onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="field max-w-[37.5rem]">
      {/* The button is the way of the keyboard; dropping a file here is a short cut of the mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={zone}
        className={`grid justify-items-center gap-2 rounded-sm edged dashed px-4 py-6 text-center ${isOver ? 'border-heading bg-raised' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept={accept}
          className="sr-only"
          tabIndex={-1}
          aria-label={label}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // The same file chosen again is read again.
            currentTarget.value = '';
          }}
        />
        <Button
          {...(variant ? { variant } : {})}
          pending={isBusy}
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-hint ${id}-error`}
        >
          {button}
        </Button>
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      </div>
      {props.children}
      <div role="alert">
        <FieldError id={id}>{props.error}</FieldError>
      </div>
    </div>
  );
}
