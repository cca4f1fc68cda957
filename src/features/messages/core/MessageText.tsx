import { useState } from 'react';
import { shown } from '../../../shared/shown.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';

/** Characters and lines after which a message of a list is cut. */
const longest = 600;
const mostLines = 12;

interface MessageTextProps {
  content: string;
  /** Shown whole from the start. */
  isWhole?: boolean;
  onUnfold?: () => void;
}

/** A member's text, in its own direction and lines; a long one is cut until it is unfolded. */
export function MessageText({ content, isWhole = false, onUnfold }: MessageTextProps) {
  const t = useWords();
  const [isOpen, setOpen] = useState(isWhole);
  const text = shown(content);
  const beginning = isOpen ? text : beginningOf(text);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start">
      <p dir="auto" className="whitespace-pre-line w-full wrap-anywhere">
        {beginning}
        {beginning === text ? null : '…'}
      </p>
      {!isWhole && beginningOf(text) !== text ? (
        <Button
          variant="quiet"
          className="-ms-3"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
            if (!isOpen) onUnfold?.();
          }}
        >
          {isOpen ? t('Show less') : t('Show the whole message')}
        </Button>
      ) : null}
    </div>
  );
}

/** Cut at a word, and never within a sign of several code units. */
function beginningOf(text: string): string {
  const lines = text.split('\n', mostLines + 1);
  const few = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text;
  if (few.length <= longest) return few;
  const cut = few.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/\s\S{0,40}$/, '').replace(/[\s\p{Po}]{1,40}$/u, '');
}
