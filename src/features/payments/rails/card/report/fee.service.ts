import type { Database } from '../../../../../server/database/database.ts';
import {
  addToJournal,
  findAmountOfSource,
  type NewRow,
} from '../../../core/journal/journal.store.ts';
import type { PaypalFee } from '../paypal/order-snapshot.rules.ts';

type About = Pick<NewRow, 'at' | 'day' | 'applicationId' | 'instalmentId' | 'paymentId' | 'isTest'>;

/** Writes what PayPal took of captures and refunds, each once. */
export const postFees = (tx: Database, fees: readonly PaypalFee[], about: About): Promise<void> =>
  addToJournal(
    tx,
    fees.map((fee) => rowOf(sourceOf(fee), fee.cents, about)),
  );

/** Writes a fee as the report says it: all of it, or how it differs from what was written before. */
export async function postReportedFee(tx: Database, fee: PaypalFee, about: About): Promise<void> {
  const written = await findAmountOfSource(tx, sourceOf(fee), 'paypal_fees');
  const rest = fee.cents - (written ?? 0n);
  if (rest === 0n) return;
  const source = written === undefined ? sourceOf(fee) : `${sourceOf(fee)}:report`;
  await addToJournal(tx, [rowOf(source, rest, about)]);
}

const sourceOf = ({ transactionId }: PaypalFee) => `paypal-fee:${transactionId}`;

const rowOf = (source: string, cents: bigint, about: About): NewRow => ({
  ...about,
  kind: 'fee',
  asset: 'USD',
  source,
  ...(cents > 0n
    ? { debit: 'paypal_fees', credit: 'paypal', amount: cents }
    : { debit: 'paypal', credit: 'paypal_fees', amount: -cents }),
});
