import { cents, dollars } from '../../../../../shared/money.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { FLAG_LABELS, RAIL_LABELS, STATUS_LABELS } from '../../../core/payment-labels.rules.ts';
import { differenceOf } from '../transfer.rules.ts';
import type { PaymentRow } from './confirmation.contract.ts';

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
