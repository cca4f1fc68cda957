import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { decimal } from '../../../../shared/money.ts';
import type { Application } from '../../../application/application.store.ts';
import type { Payment } from '../payment.store.ts';
import type { Instalment, Schedule } from '../schedule/schedule.store.ts';
import { receiptName } from '../payment-labels.rules.ts';
import {
  addReceipt,
  listReceiptsOfPayment,
  type Receipt,
  takeReceiptNumber,
} from './receipt.store.ts';

interface Settlement {
  application: Application;
  schedule: Schedule;
  instalment: Instalment;
  /** As it is written once the money has come. */
  payment: Payment;
  at: Date;
  /** The instalment that all of its money was moved to. */
  movedTo?: string | null;
  /** What was unpaid of that instalment before. */
  dueCents?: bigint | undefined;
}

/**
 * Issues a receipt in the transaction that settles the payment (payment.service) or moves all of its money
 * (moves/move.service): nothing else calls it.
 */
export async function issueReceipt(tx: Database, settlement: Settlement): Promise<void> {
  const { application, schedule, instalment, payment, at } = settlement;
  const { movedTo = null, dueCents = payment.amountCents } = settlement;
  const { receivedCents, receivedOn } = payment;
  if (receivedCents === null || receivedOn === null)
    throw new Error('A receipt for money that has not come.');
  await addReceipt(tx, {
    number: await takeReceiptNumber(tx),
    paymentId: payment.id,
    instalmentId: movedTo,
    issuedAt: at,
    locale: application.locale,
    facts: {
      reference: application.reference,
      payer: `${application.firstName} ${application.lastName}`,
      email: application.email,
      method: payment.rail,
      plan: schedule.plan,
      instalment: instalment.number,
      instalments: schedule.payments,
      received: decimal(receivedCents),
      due: decimal(dueCents),
      currency: payment.currency,
      receivedOn,
      railReference: payment.railReference ?? payment.claimNumber,
      isTest: payment.isTest,
    },
  });
}

/**
 * The batch of the email that brings a receipt: an address gets it once. Only a later receipt of the same payment is
 * named.
 */
export async function confirmationBatch(
  db: Database,
  { number, paymentId }: Pick<Receipt, 'number' | 'paymentId'>,
): Promise<string> {
  const [first] = await listReceiptsOfPayment(db, paymentId);
  const isFirst = first?.number === number;
  return `payment-confirmed:${paymentId}${isFirst ? '' : `:${number}`}`;
}

type Key = Pick<RequestContext<never>, 'secrets' | 'publicUrl'>;
type Named = Pick<Receipt, 'number' | 'paymentId'>;

/** Proves to the receipt's page that its reader was given the link; bound to this receipt and never worn out. */
export const receiptKey = ({ secrets }: Pick<Key, 'secrets'>, { number, paymentId }: Named) =>
  secrets.digest('receipt', `${number} ${paymentId}`);

/** The address of a receipt for the mail's reader. */
export const receiptLink = (key: Key, receipt: Named) =>
  `${key.publicUrl}/receipt/${receiptName(receipt.number)}?key=${receiptKey(key, receipt)}`;
