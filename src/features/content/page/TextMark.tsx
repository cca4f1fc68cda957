import { useEffect, useRef } from 'react';
import { useWords } from '../../../web/words.tsx';
import { textName } from '../texts/text-names.rules.ts';
import type { MarkedText } from './PageFrame.tsx';

interface TextMarkProps {
  marked: MarkedText;
  scale: number;
  /** What is to be known of it, such as "draft". */
  state: string | undefined;
  isChosen: boolean;
  /** Its place comes into sight. */
  comesIntoSight: boolean;
  onChoose: () => void;
}

/** A frame around a text of the page, which opens it. */
export function TextMark({
  marked,
  scale,
  state,
  isChosen,
  comesIntoSight,
  onChoose,
}: TextMarkProps) {
  const t = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const { shown, place } = marked;
  useEffect(() => {
    if (comesIntoSight) button.current?.scrollIntoView({ block: 'center' });
  }, [comesIntoSight]);
  const name = [textName(shown.text, t), state].filter(Boolean).join(', ');
  const words = shown.isWords
    ? shown.nodes.map(({ nodeValue }) => nodeValue?.trim()).join(' ')
    : shown.alt;
  const edge = 4;
  return (
    <button
      ref={button}
      type="button"
      className="page-mark"
      aria-label={`${name}: ${words ?? ''}`.slice(0, 160)}
      aria-current={isChosen ? 'true' : undefined}
      data-state={state === undefined ? undefined : ''}
      style={{
        insetInlineStart: place.left * scale - edge,
        insetBlockStart: place.top * scale - edge,
        width: place.width * scale + 2 * edge,
        height: place.height * scale + 2 * edge,
      }}
      onClick={onChoose}
    >
      <span aria-hidden="true">{name}</span>
    </button>
  );
}
