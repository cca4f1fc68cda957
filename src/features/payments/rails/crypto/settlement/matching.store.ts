import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import { type ChainReceipt, chainReceipts, listSeenReceipts } from './receipt.store.ts';
import type { ChainReceiptState } from '../crypto.rules.ts';
import { cryptoQuotes } from '../quotes/quote.store.ts';

/** Money that still counts for a quote. */
const LIVE: ChainReceiptState[] = ['seen', 'final'];

/** Seen, and nobody has said yet for which payment. Oldest first. */
export async function listUnmatched(db: Database, chainId: number): Promise<ChainReceipt[]> {
  return listSeenReceipts(
    db,
    and(eq(chainReceipts.chainId, chainId), isNull(chainReceipts.paymentId)),
  );
}

/** Whether money has come for a payment or a quote of it that is neither booked nor gone. */
export async function isMoneyPending(db: Database, paymentId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: chainReceipts.id })
    .from(cryptoQuotes)
    .innerJoin(chainReceipts, eq(chainReceipts.quoteId, cryptoQuotes.id))
    .where(
      and(eq(cryptoQuotes.paymentId, paymentId), inArray(chainReceipts.state, ['seen', 'review'])),
    )
    .limit(1);
  return found !== undefined;
}

/** What else has come for a quote and still counts; or only what is booked. */
export async function sumOtherUnits(
  tx: Database,
  quoteId: string,
  receiptId: string,
  states: ChainReceiptState[] = LIVE,
): Promise<bigint> {
  const rows = await tx
    .select({ units: chainReceipts.units })
    .from(chainReceipts)
    .where(
      and(
        eq(chainReceipts.quoteId, quoteId),
        ne(chainReceipts.id, receiptId),
        inArray(chainReceipts.state, states),
      ),
    );
  return rows.reduce((sum, row) => sum + row.units, 0n);
}

/** What else is under way for a payment is looked at again: it was booked without it. */
export async function unmatchOthers(
  tx: Database,
  paymentId: string,
  receiptId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(chainReceipts)
    .set({ paymentId: null, updatedAt: now })
    .where(
      and(
        eq(chainReceipts.paymentId, paymentId),
        ne(chainReceipts.id, receiptId),
        eq(chainReceipts.state, 'seen'),
      ),
    );
}

/** Whether a person is asked already what has come for a quote. */
export async function hasOpaqueReceipt(db: Database, quoteId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: chainReceipts.id })
    .from(chainReceipts)
    .where(and(eq(chainReceipts.quoteId, quoteId), eq(chainReceipts.reviewReason, 'opaque')))
    .limit(1);
  return found !== undefined;
}

/** What nobody could place is looked at once more: by now somebody has said that it is theirs. */
export async function reopenUnmatched(
  tx: Database,
  chainId: number,
  txHash: string,
  now: Date,
): Promise<void> {
  await tx
    .update(chainReceipts)
    .set({ state: 'seen', quoteId: null, reviewReason: null, updatedAt: now })
    .where(
      and(
        eq(chainReceipts.chainId, chainId),
        eq(chainReceipts.txHash, txHash),
        eq(chainReceipts.state, 'review'),
        eq(chainReceipts.reviewReason, 'unmatched'),
      ),
    );
}
