import { cents } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import type { MyApplication, Shortfall } from './my-applications.contract.ts';
import { PAYMENT_STATUS_LABELS } from '../core/payment-labels.rules.ts';
import { monthsAfter, PAYABLE } from '../core/payment.rules.ts';

export type PayableInstalment = MyApplication['instalments'][number];

/** The next instalment to pay; undefined when all are paid. */
export const nextDue = ({ instalments }: MyApplication): PayableInstalment | undefined =>
  instalments.find(({ status, rest }) => PAYABLE.includes(status) && cents(rest) > 0n);

/**
 * The day (YYYY-MM-DD) of a later payment of a plan: when PayPal charges it, or else when it is due. The calendar
 * begins with the first payment, which is `due` and made today or was not made before.
 */
export function dayOfLater(
  { instalments }: MyApplication,
  due: PayableInstalment,
  number: number,
  today: string,
): string {
  const later = instalments.find((one) => one.number === number);
  if (due.number === 1) return later?.chargeOn ?? monthsAfter(today, number - 1);
  return later?.chargeOn ?? later?.dueOn ?? today;
}

/** What is left to pay in all, in cents. */
export const unpaidCents = ({ instalments }: MyApplication): bigint =>
  instalments.reduce((sum, { rest }) => sum + cents(rest), 0n);

/** Whether a payment holds the rest of a plan, which its payer has chosen to pay at once. */
export const isRestAtOnce = (
  { paymentAmount }: MyApplication,
  { amount }: PayableInstalment,
): boolean => cents(amount) > cents(paymentAmount);

/** The application with the given instalment as the next one, if it is unpaid. */
export function facing(application: MyApplication, instalment: number | undefined): MyApplication {
  const wanted = application.instalments.filter(({ number }) => number === instalment);
  const others = application.instalments.filter(({ number }) => number !== instalment);
  return { ...application, instalments: [...wanted, ...others] };
}

/** While a payment has one of these statuses, no other payment is offered. */
const WAITING: readonly MyApplication['paymentStatus'][] = [
  'awaiting_verification',
  'confirming',
  'processing',
  'disputed',
  'refunded',
];

/** Whether its payer can go on paying now. What has come and is not recorded is not asked for again. */
export const isPayable = (application: MyApplication): boolean =>
  application.applicationStatus !== 'cancelled' &&
  application.shortfall === undefined &&
  !WAITING.includes(application.paymentStatus) &&
  nextDue(application) !== undefined;

/** The payment of which a part has come in crypto, while the rest can be sent at the same price. */
export function restAwaited({ shortfall, instalments }: MyApplication) {
  const due = instalments.find(({ number }) => number === shortfall?.instalment);
  return shortfall?.state === 'open' && due ? { shortfall, due } : undefined;
}

/** How it is paid, in two or three words. */
export const paymentStatusLabel = ({
  shortfall,
  paymentStatus,
}: Pick<MyApplication, 'shortfall' | 'paymentStatus'>): string =>
  shortfall ? SHORTFALL_LABELS[shortfall.state] : PAYMENT_STATUS_LABELS[paymentStatus];

const SHORTFALL_LABELS: Readonly<Record<Shortfall['state'], string>> = {
  open: words('part of the payment is missing'),
  over: words('we are recording what you sent'),
  in_review: words('we are checking your payment'),
};

/** What has come in crypto and what happens with it; the time is written out as `{time}`. */
export const shortfallStep = ({ state, received, rest, token, until }: Shortfall) => ({
  sentence: SHORTFALL_SENTENCES[state],
  values: { received: `${received} ${token}`, rest: `${rest} ${token}` },
  time: until,
});

const SHORTFALL_SENTENCES: Readonly<Record<Shortfall['state'], string>> = {
  open: words('Received {received}. Send {rest} more to the same address by {time}.'),
  over: words(
    'Received {received}. The price is no longer valid, so we are recording what you sent. You can pay the rest at a new price in a few minutes.',
  ),
  in_review: words(
    'Received {received}. A person is checking it, because its amount or time differs from what was asked. Please do not pay again. You will see the result here.',
  ),
};

/** Only a draft's details and plan can still be changed here, and only by who sees them in full. */
export const isEditable = ({ applicationStatus, masked }: MyApplication): boolean =>
  applicationStatus === 'draft' && !masked;

/** Said where no address to pay to in crypto is configured, or no chain can be reached (specification §4). */
export const CRYPTO_OFF = words(
  'Crypto payments are not available yet. Please choose another way to pay.',
);
