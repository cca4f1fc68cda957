import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { useWords } from '../../../web/words.tsx';

type CopyableProps = {
  label: string;
  /** Nobody may miss it. */
  isEssential?: boolean;
  onCopied?: () => void;
} & (
  | {
      value: string /** When it is written otherwise elsewhere than people read it. */;
      copied?: string;
    }
  | { value: ReactNode; copied: string }
);

/** A value that must be typed elsewhere without a mistake. */
export function Copyable({ label, value, isEssential = false, onCopied, ...props }: CopyableProps) {
  const t = useWords();
  const copied = props.copied ?? String(value);
  return (
    <div
      className={`copyable ${isEssential ? 'essential ' : ''}grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 edged-b border-rule pb-2`}
    >
      <span className="min-w-0">
        <span className="hint block">{label}</span>
        <span className="bold figures [overflow-wrap:anywhere]">
          {typeof value === 'string' ? <Breakable text={value} /> : value}
        </span>
      </span>
      <CopyButton text={copied} done={t('Copied')} {...(onCopied ? { onCopied } : {})}>
        {t('Copy')} <span className="sr-only">{label}</span>
      </CopyButton>
    </div>
  );
}

/** An email address breaks after "@" or a dot; a telephone number or a reference stays whole where it fits. */
function Breakable({ text }: { text: string }) {
  if (!text.includes('@')) return <span className="inline-block">{text}</span>;
  return text.split(/(?<=[@.])/).map((part, at) => (
    // The same part can come twice, always in the same order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      <span className="inline-block">{part}</span>
      <wbr />
    </Fragment>
  ));
}
