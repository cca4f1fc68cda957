import { Money } from '../../../web/ui/Money.tsx';
import { useQuery } from '@tanstack/react-query';
import { cents, dollars } from '../../../shared/money.ts';
import { linkTo } from '../../../web/address.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { WaitingApprovals } from './approvals/Approvals.tsx';
import { paymentDetailAddress } from '../core/paths.rules.ts';
import { differenceOf, isLateTransfer } from '../rails/transfer/transfer.rules.ts';
import { ClaimDecision } from '../rails/transfer/confirmation/ClaimDecision.tsx';
import { expiredPayments, waitingClaims } from '../rails/transfer/confirmation/WaitingClaims.tsx';
import { RAIL_LABELS, STATUS_LABELS } from '../core/admin-labels.rules.ts';
import { PAYMENT_STATUSES, RAILS } from '../core/payment.rules.ts';

export interface ListedPayment {
  id: string;
  method: string;
  number: string | null;
  status: string;
  amount: string;
  /** What arrived, once something has. */
  received: string | null;
  createdAt: string;
}

/** How an application is paid; claims that wait, and transfers that came late, can be decided here. */
export function ApplicationPayments({
  payments,
  applicationId,
}: {
  payments: readonly ListedPayment[];
  applicationId: string;
}) {
  const t = useWords();
  const hasClaim = payments.some((payment) => payment.status === 'claimed');
  const claims = useQuery({ ...waitingClaims, enabled: hasClaim });
  const late = useQuery({ ...expiredPayments, enabled: payments.some(isLateTransfer) });
  const claimOf = (payment: ListedPayment) =>
    (isLateTransfer(payment) ? late : claims).data?.rows.find(({ id }) => id === payment.id);
  return (
    <section className="grid gap-4" aria-labelledby="application-payments">
      <h3 id="application-payments">{t('Payments')}</h3>
      {payments.length > 0 ? <WaitingApprovals applicationId={applicationId} /> : null}
      {payments.length === 0 ? <p className="text-muted">{t('No payment yet.')}</p> : null}
      <ul className="grid gap-6">
        {payments.map((payment) => {
          const claim = claimOf(payment);
          return (
            <li key={payment.id}>
              {claim ? <ClaimDecision payment={claim} /> : <PaymentLine payment={payment} />}
            </li>
          );
        })}
      </ul>
      {payments.length > 0 ? (
        <p>
          <a
            className="inline-flex min-h-11 items-center"
            {...linkTo(paymentDetailAddress(applicationId))}
          >
            {t('See the payment history')}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function PaymentLine({ payment }: { payment: ListedPayment }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const method = RAILS.find((rail) => rail === payment.method);
  const status = PAYMENT_STATUSES.find((one) => one === payment.status);
  const parts = [
    method ? t(RAIL_LABELS[method]) : payment.method,
    status ? t(STATUS_LABELS[status]) : payment.status,
    payment.number,
    dateTimeOf(payment.createdAt),
  ];
  const difference = payment.received ? differenceOf(payment.received, payment.amount) : undefined;
  return (
    <p className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 edged-b border-rule pb-2 figures">
      <span className="[overflow-wrap:anywhere]">{parts.filter(Boolean).join(' · ')}</span>
      <strong>
        <Money of={dollars(cents(payment.received ?? payment.amount))} />
      </strong>
      {difference ? (
        <span className="col-span-full bold text-danger">
          {t('Received:')} {t(difference.sentence, difference.values)}
        </span>
      ) : null}
    </p>
  );
}
