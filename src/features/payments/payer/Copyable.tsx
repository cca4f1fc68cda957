import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { useWords } from '../../../web/words.tsx';

interface CopyableProps {
  label: string;
  value: string;
  /** When it is written otherwise elsewhere than people read it. */
  copied?: string;
  onCopied?: () => void;
}

/** A value that must be typed elsewhere without a mistake. */
export function Copyable({ label, value, copied = value, onCopied }: CopyableProps) {
  const t = useWords();
  // An email address would break beside another value.
  const isLong = /\S{17}/.test(value);
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 edged-b border-rule pb-1${isLong ? ' col-span-full' : ''}`}
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
