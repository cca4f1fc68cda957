import { type ComponentProps, type InputEvent, useEffect, useRef, useState } from 'react';
import { useDebounced } from '../useDebounced.ts';
import { useWords } from '../words.tsx';
import { useField } from './Field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'ref'> & {
  value?: string;
  defaultValue?: string;
  /** The most characters, where `maxLength` would cut off pasted text. */
  characterLimit?: number;
};

/** What is left is said from here on: before, nobody needs it. */
const nearTheLimit = 100;

/** Several lines of text; with `maxLength` or `characterLimit` it says how many characters are left, near the limit. */
export function TextArea({ className = '', onInput, characterLimit, ...area }: TextAreaProps) {
  const wiring = useField();
  const [typed, setTyped] = useState(area.defaultValue?.length ?? 0);
  const counterId = `${area.id ?? wiring.id}-count`;
  const most = characterLimit ?? area.maxLength;
  const left = most === undefined ? undefined : most - (area.value?.length ?? typed);
  const isCounted = left !== undefined && left <= nearTheLimit;
  const described = [wiring['aria-describedby'], isCounted && counterId].filter(Boolean).join(' ');

  const box = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const form = box.current?.form;
    // Heard before the browser puts the first text back.
    const recount = () => setTyped(box.current?.defaultValue.length ?? 0);
    form?.addEventListener('reset', recount);
    return () => form?.removeEventListener('reset', recount);
  }, []);

  function count(event: InputEvent<HTMLTextAreaElement>) {
    setTyped(event.currentTarget.value.length);
    onInput?.(event);
  }

  return (
    <>
      <textarea
        ref={box}
        rows={4}
        {...wiring}
        aria-describedby={described || undefined}
        {...area}
        className={`input ${className}`.trim()}
        onInput={count}
      />
      {left === undefined ? null : <Counter id={counterId} left={left} />}
    </>
  );
}

const pauseBeforeSayingMs = 1000;

/** The rest is seen at once and said after a pause, or it would talk over the typing. */
function Counter({ id, left }: { id: string; left: number }) {
  const t = useWords();
  const said = useDebounced(left, pauseBeforeSayingMs);
  if (left > nearTheLimit) return null;
  const sentence =
    left < 0
      ? t('{count, plural, one {# character too many} other {# characters too many}}', {
          count: -left,
        })
      : t('{count, plural, one {# character left} other {# characters left}}', { count: left });
  return (
    <p className={left < 0 ? 'error' : 'hint'}>
      <span id={id} aria-hidden="true">
        {sentence}
      </span>
      <span className="sr-only" aria-live="polite">
        {said === left && sentence}
      </span>
    </p>
  );
}
