import { cents, dollars } from '../../shared/money.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { METHOD_NAME } from '../payments/receipts/receipt.rules.ts';
import { STANDS } from '../payments/stands.rules.ts';
import { STANDING } from '../tracking/status-name.rules.ts';
import { RecordActions } from './RecordActions.tsx';
import type { Records } from './records.contract.ts';
import { PAYMENT_TOLD } from './records.rules.ts';

type Application = Records['applications'][number];

interface ApplicationRecordProps {
  application: Application;
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
  onOpen: () => void;
}

/** One application as its member sees it: how it stands, what was paid, and what can be done with it. */
export function ApplicationRecord({ application, ...actions }: ApplicationRecordProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const { reference, name, payments, claimedAt } = application;
  const received = cents(application.receivedAmount);
  return (
    <li className="grid gap-3 edged-b border-rule py-5">
      <div className="grid gap-1">
        <h3 className="text-[1.125rem] [overflow-wrap:anywhere]">
          {reference} · <bdi>{name || t('Unknown')}</bdi>
        </h3>
        <p className="hint">
          {t('Application for a passport kit, begun on {day}', {
            day: dayOf(application.createdAt),
          })}
        </p>
      </div>
      <p>
        {t(STANDING[application.applicationStatus])}, {t(STANDS[application.paymentStatus])}.{' '}
        {received > 0n
          ? t('{received} of {total} have come.', {
              received: dollars(received),
              total: dollars(cents(application.totalAmount)),
            })
          : null}
      </p>
      {payments.length > 0 ? <Payments payments={payments} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RecordActions about={reference} claimedAt={claimedAt} {...actions} />
      </div>
    </li>
  );
}

function Payments({ payments }: { payments: Application['payments'] }) {
  const t = useWords();
  const { dayOf } = useDates();
  return (
    <details>
      <summary className="min-h-11 py-2 bold">
        {t('{count, plural, one {# payment} other {# payments}}', { count: payments.length })}
      </summary>
      <ol className="grid gap-2 py-2">
        {payments.map(({ id, instalment, method, amount, status, updatedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-4">
            <span className="bold">
              {instalment}. {dollars(cents(amount))}
            </span>
            <span>{t(METHOD_NAME[method])}</span>
            <span>
              {t(PAYMENT_TOLD[status] ?? '')}, {dayOf(updatedAt)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
