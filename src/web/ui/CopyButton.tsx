import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';

type CopyButtonProps = {
  text: string;
  /** Says what is copied, such as "Copy link". */
  children: ReactNode;
  /** Where the text is copied for one place, the sign of that place. */
  icon?: IconName;
  /** Said in place of the text for as long as the tick is shown. */
  done?: ReactNode;
  onCopied?: () => void;
  /** The browser refused; say how to copy by hand. */
  onFailed?: () => void;
  className?: string;
};

/** Specification §9: the tick goes after two seconds. */
const tickMs = 2000;

/** Puts a text on the clipboard and says so. */
export function CopyButton(props: CopyButtonProps) {
  const { text, children, icon = 'copy', done, onCopied, onFailed, className } = props;
  const t = useWords();
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), tickMs);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopies(copies + 1);
      onCopied?.();
    } catch {
      onFailed?.(); // Refused permission or plain http: a person can still copy by hand.
    }
  }

  return (
    <>
      <Button className={className} onClick={copy}>
        <Icon name={copies > 0 ? 'check' : icon} />
        {copies > 0 ? (done ?? children) : children}
      </Button>
      <span className="sr-only" aria-live="polite">
        {copies > 0 ? t('Copied') : null}
      </span>
    </>
  );
}
