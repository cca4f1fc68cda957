import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import type { Suppression } from '../mailing/suppression.contract.ts';
import type { SuppressionReason as Reason } from '../mailing.rules.ts';

/** What each reason is called. */
export const REASON_LABELS: Readonly<Record<Reason, string>> = {
  unsubscribed: words('Unsubscribed'),
  bounced: words('Mail came back'),
  complaint: words('Complained'),
  'by hand': words('Entered by hand'),
};

/** Why no bulk mail goes to an address: what somebody entered, and that its reader unsubscribed. */
export function SuppressionReason({ suppression }: { suppression: Suppression }) {
  const t = useWords();
  const { reason, unsubscribedAt } = suppression;
  const isBoth = reason !== 'unsubscribed' && unsubscribedAt !== null;
  return (
    <>
      {t(REASON_LABELS[reason])}
      {isBoth ? <span className="block">{t(REASON_LABELS.unsubscribed)}</span> : null}
    </>
  );
}
