import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import { type ChainReceipt, chainReceipts, listSeenReceipts } from './on-chain-transfer.store.ts';
import type { ChainReceiptState } from '../crypto.rules.ts';
import { cryptoQuotes } from '../quotes/quote.store.ts';

const LIVE: ChainReceiptState[] = ['seen', 'final'];

/** Oldest first. */
export async function listUnmatched(db: Database, chainId: number): Promise<ChainReceipt[]> {
  return listSeenReceipts(
    db,
    and(eq(chainReceipts.chainId, chainId), isNull(chainReceipts.paymentId)),
  );
}

/** Whether a quote of a payment has a receipt that is neither final nor orphaned. */
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

/** The sum of the other receipts of a quote in these states. */
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

/** Resets the other receipts of a payment to unmatched: it was settled without them. */
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

/** Whether a receipt of the quote waits for review because no node can trace it. */
export async function hasOpaqueReceipt(db: Database, quoteId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: chainReceipts.id })
    .from(chainReceipts)
    .where(and(eq(chainReceipts.quoteId, quoteId), eq(chainReceipts.reviewReason, 'opaque')))
    .limit(1);
  return found !== undefined;
}

/** Resets unmatched receipts of a transaction: a browser has submitted it since. */
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
