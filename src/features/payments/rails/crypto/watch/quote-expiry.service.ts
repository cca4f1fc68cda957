import type { AppContext } from '../../../../../server/context.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import { changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { isMoneyPending } from '../settlement/matching.store.ts';
import { expiryGraceMs } from '../crypto.rules.ts';
import { findQuote, listOpenQuotesOf, setQuote } from '../quotes/quote.store.ts';
import { listExpiredQuotes } from '../quotes/open-quotes.store.ts';

const batchSize = 100;

/**
 * Expires quotes that are no longer watched, and payments that have no other quote. Call it only once the chain
 * was scanned up to its newest block.
 */
export async function expireQuotes({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  const before = new Date(at.getTime() - expiryGraceMs);
  for (const { id } of await listExpiredQuotes(db, before, batchSize)) {
    await inTransaction(db, async (tx) => {
      const seen = await findQuote(tx, id);
      const asked = seen && (await findPayment(tx, seen.paymentId));
      if (!asked) throw new Error('A quote without its payment.');
      await lockApplication(tx, asked.application.id);
      const [quote, payment] = [
        await findQuote(tx, id),
        (await findPayment(tx, asked.payment.id))?.payment,
      ];
      // Renewed or paid in the meantime.
      if (!quote || quote.state !== 'open' || quote.watchedUntil >= before) return;
      await setQuote(tx, id, { state: 'lapsed', updatedAt: at });
      const isIdle =
        payment?.status === 'action_required' &&
        (await listOpenQuotesOf(tx, payment.id)).length === 0 &&
        !(await isMoneyPending(tx, payment.id));
      if (isIdle)
        await changePaymentStatus(tx, {
          paymentId: payment.id,
          to: 'expired',
          actor: { kind: 'system' },
          at,
        });
    });
  }
}
