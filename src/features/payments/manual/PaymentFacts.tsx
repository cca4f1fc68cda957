import { cents, dollars } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { Flag, PaymentStatus, Rail } from '../payment.rules.ts';
import { differenceOf } from './claim.rules.ts';
import type { PaymentRow } from './confirmation.contract.ts';

export const RAIL_LABELS: Record<Rail, string> = {
  paypal: words('Card'),
  zelle: words('Zelle'),
  bank: words('Bank wire'),
  crypto: words('Crypto'),
};

export const STATUS_LABELS: Record<PaymentStatus, string> = {
  created: words('Begun'),
  action_required: words('Waits for the payer'),
  awaiting_transfer: words('Waits for the transfer'),
  claimed: words('Waits to be checked'),
  expired: words('Expired'),
  processing: words('Being processed'),
  succeeded: words('Paid'),
  disputed: words('Disputed'),
  failed: words('Failed or rejected'),
  cancelled: words('Cancelled'),
  refunded: words('Refunded'),
  partially_refunded: words('Partly refunded'),
  reversed: words('Reversed'),
};

export const FLAG_LABELS: Record<Flag, string> = {
  none: '',
  under: words('Less than due'),
  over: words('More than due'),
  late: words('Late'),
  manual: words('To look at'),
};

/** One payment with all that is known of it; what is not known is left out. */
export function PaymentFacts({ payment }: { payment: PaymentRow }) {
  const t = useWords();
  const { dayInWords, momentOf } = useDates();
  const money = (amount: string | null) => amount && dollars(cents(amount));
  const difference = payment.received ? differenceOf(payment.received, payment.amount) : undefined;
  const facts: [label: string, value: string | null][] = [
    [t('Status'), t(STATUS_LABELS[payment.status])],
    [t('Method'), t(RAIL_LABELS[payment.method])],
    [t('Payment'), t('{number} of {all}', { number: payment.instalment, all: payment.of })],
    [t('Amount due'), money(payment.amount)],
    [t('Number given by the payer'), payment.number],
    [t('Received'), money(payment.received)],
    [t('Received on'), payment.receivedOn && dayInWords(payment.receivedOn)],
    [t('Statement line'), payment.statementLine],
    [t('Difference'), difference ? t(difference.sentence, difference.values) : null],
    [t('Note'), t(FLAG_LABELS[payment.flag])],
    [t('Reason'), payment.reason && t(payment.reason)],
    [t('Begun'), momentOf(payment.createdAt)],
  ];
  return (
    <dl className="grid edged-t border-rule">
      {facts.map(([label, value]) =>
        value ? (
          <div
            key={label}
            className="grid gap-x-6 edged-b border-rule py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line figures [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
