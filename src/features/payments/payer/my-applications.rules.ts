import { cents } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import type { MyApplication } from './my-applications.contract.ts';
import { PAYABLE } from '../core/payment.rules.ts';

export type PayableInstalment = MyApplication['instalments'][number];

/** The next instalment to pay; undefined when all are paid. */
export const nextDue = ({ instalments }: MyApplication): PayableInstalment | undefined =>
  instalments.find(({ status, rest }) => PAYABLE.includes(status) && cents(rest) > 0n);

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

/** Whether its payer can go on paying now. */
export const isPayable = (application: MyApplication): boolean =>
  application.applicationStatus !== 'cancelled' &&
  !WAITING.includes(application.paymentStatus) &&
  nextDue(application) !== undefined;

/** Only a draft's details and plan can still be changed here, and only by who sees them in full. */
export const isEditable = ({ applicationStatus, masked }: MyApplication): boolean =>
  applicationStatus === 'draft' && !masked;

/** Said where no address to pay to in crypto is configured, or no chain can be reached (specification §4). */
export const CRYPTO_OFF = words(
  'Crypto payments are not available yet. Please choose another way to pay.',
);
