import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FieldError } from '../../../web/ui/Field.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { useWords } from '../../../web/words.tsx';

interface PictureDropProps {
  /** Another one stands there already. */
  isReplacing: boolean;
  /** Somebody was busy with a picture here a moment ago: with the keyboard they go on here. */
  takesFocus?: boolean;
  /** What is being done with the last one, as a sentence; absent while nothing is. */
  doing: string | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}

/** Where a picture is chosen: by a button, or by dropping it. */
export function PictureDrop({ isReplacing, takesFocus, doing, error, onFile }: PictureDropProps) {
  const t = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) zone.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const take = ([file]: Iterable<File>) => {
    if (file && !doing) onFile(file);
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
        className={`grid justify-items-center gap-2 rounded-sm border-[1.5px] border-dashed px-4 py-6 text-center ${isOver ? 'border-heading bg-raised' : 'border-line'}`}
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
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('File of the picture')}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // The same file chosen again is read again.
            currentTarget.value = '';
          }}
        />
        <Button
          pending={doing !== undefined}
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-hint ${id}-error`}
        >
          {isReplacing ? t('Choose another picture...') : t('Choose a picture...')}
        </Button>
        <p id={`${id}-hint`} className="hint">
          {t('Or drop it here: JPEG, PNG or WebP. Hidden facts such as the place are removed.')}
        </p>
      </div>
      {doing === undefined ? null : <Loading>{doing}</Loading>}
      <div role="alert">
        <FieldError id={id}>{error}</FieldError>
      </div>
    </div>
  );
}
