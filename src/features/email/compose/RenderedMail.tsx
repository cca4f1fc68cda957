import { useWords } from '../../../web/words.tsx';
import { MailFrame } from './MailFrame.tsx';

interface RenderedMailProps {
  mail: { subject: string; html: string; text: string };
}

/** A mail as it leaves: its line, its page, and the same for who reads text. */
export function RenderedMail({ mail: { subject, html, text } }: RenderedMailProps) {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="hint">{t('Subject')}</span> <strong dir="auto">{subject}</strong>
      </p>
      <MailFrame title={t('The mail')} html={html} />
      <details>
        <summary className="min-h-11 content-center">
          {t('For programs that show text alone')}
        </summary>
        <p dir="auto" className="as-written [overflow-wrap:anywhere]">
          {text}
        </p>
      </details>
    </div>
  );
}
