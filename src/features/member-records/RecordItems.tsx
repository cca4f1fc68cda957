import { Money } from '../../web/ui/Money.tsx';
import { useRestoreFocus } from '../../web/forms/useRestoreFocus.ts';
import { Button } from '../../web/ui/Button.tsx';
import { cents, dollars } from '../../shared/money.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { PAYMENT_STATUS_LABELS, RAIL_NAMES } from '../payments/core/payment-labels.rules.ts';
import { APPLICATION_STATUS_LABELS } from '../application-status/status-labels.rules.ts';
import type { Records } from './records.contract.ts';
import { MEMBER_PAYMENT_LABELS } from './records.rules.ts';

type Application = Records['applications'][number];

interface ApplicationRecordProps {
  application: Application;
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
  onOpen: () => void;
}

/** One application as its member sees it: status, payments and actions. */
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
          {t('Passport kit application, started on {day}', {
            day: dayOf(application.createdAt),
          })}
        </p>
      </div>
      <p>
        {t(APPLICATION_STATUS_LABELS[application.applicationStatus])},{' '}
        {t(PAYMENT_STATUS_LABELS[application.paymentStatus])}.{' '}
        {received > 0n
          ? t('{received} of {total} received.', {
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
              {instalment}. <Money of={dollars(cents(amount))} />
            </span>
            <span>{t(RAIL_NAMES[method])}</span>
            <span>
              {t(MEMBER_PAYMENT_LABELS[status] ?? '')}, {dayOf(updatedAt)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface RecordActionsProps {
  /** Which record the buttons are about, for those who hear them alone. */
  about: string;
  claimedAt: string | null;
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
  onOpen?: () => void;
}

/** What can be done with a record: taking it into the account, and then opening it. */
function RecordActions(props: RecordActionsProps) {
  const { about, claimedAt, isBusy, onClaim, onRelease, onOpen } = props;
  const t = useWords();
  const { dayOf } = useDates();
  const place = useRestoreFocus(claimedAt !== null);
  if (claimedAt === null)
    return (
      <div ref={place} className="contents">
        <Button pending={isBusy} pendingLabel={t('Adding...')} onClick={onClaim}>
          {t('Add to my account')} <span className="sr-only">{about}</span>
        </Button>
      </div>
    );
  return (
    <div ref={place} className="contents">
      {onOpen ? (
        <Button pending={isBusy} pendingLabel={t('Opening...')} onClick={onOpen}>
          {t('Open')} <span className="sr-only">{about}</span>
        </Button>
      ) : null}
      <Button variant="quiet" onClick={onRelease}>
        {t('Remove')} <span className="sr-only">{about}</span>
      </Button>
      <span className="hint">{t('In your account since {day}', { day: dayOf(claimedAt) })}</span>
    </div>
  );
}

interface SignatureRecordProps {
  signature: Records['signatures'][number];
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
}

/** A signature under the Unity Declaration, with the name that was signed. */
export function SignatureRecord({ signature, ...actions }: SignatureRecordProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const { fullName, country, signedAt, claimedAt } = signature;
  return (
    <li className="grid gap-3 edged-b border-rule py-5">
      <div className="grid gap-1">
        <h3 className="text-[1.125rem] [overflow-wrap:anywhere]">
          {t('Unity Declaration')} · <bdi>{fullName || t('Unknown')}</bdi>
        </h3>
        <p className="hint">
          {t('Signed on {day}', { day: dayOf(signedAt) })}, <bdi>{t(country)}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RecordActions about={t('Unity Declaration')} claimedAt={claimedAt} {...actions} />
      </div>
    </li>
  );
}
