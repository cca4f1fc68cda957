import type { ReactNode } from 'react';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { useWords } from '../../../web/words.tsx';

type CopyableProps = {
  label: string;
  onCopied?: () => void;
} & (
  | {
      value: string /** When it is written otherwise elsewhere than people read it. */;
      copied?: string;
    }
  | { value: ReactNode; copied: string }
);

/** A value that must be typed elsewhere without a mistake. */
export function Copyable({ label, value, onCopied, ...props }: CopyableProps) {
  const t = useWords();
  // An email address would break beside another value.
  const isLong = typeof value === 'string' && /\S{17}/.test(value);
  const copied = props.copied ?? String(value);
  return (
    <div
      className={`copyable grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 edged-b border-rule pb-1${isLong ? ' col-span-full' : ''}`}
    >
      <span className="min-w-0">
        <span className="hint block">{label}</span>
        <span className="bold figures [overflow-wrap:anywhere]">{value}</span>
      </span>
      <CopyButton text={copied} {...(onCopied ? { onCopied } : {})}>
        {t('Copy')} <span className="sr-only">{label}</span>
      </CopyButton>
    </div>
  );
}
