import { and, asc, desc, eq, gte, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import {
  type OnChainTransfer,
  onChainTransfers,
  listSeenTransfers,
} from './on-chain-transfer.store.ts';
import type { ReviewReason } from './matching.rules.ts';
import { blockClockMs } from '../crypto.rules.ts';
import { cryptoQuotes, type Quote } from '../quotes/quote.store.ts';

/** Matched to a payment, and waiting for an administrator because there is a single node. */
const isToConfirm = and(
  eq(onChainTransfers.state, 'review'),
  eq(onChainTransfers.reviewReason, 'single_node'),
);

/** Oldest first. */
export async function listUnmatched(db: Database, chainId: number): Promise<OnChainTransfer[]> {
  return listSeenTransfers(
    db,
    and(eq(onChainTransfers.chainId, chainId), isNull(onChainTransfers.paymentId)),
  );
}

/** Whether a quote of a payment has a transfer that is neither final nor orphaned. */
export async function isMoneyPending(db: Database, paymentId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: onChainTransfers.id })
    .from(cryptoQuotes)
    .innerJoin(onChainTransfers, eq(onChainTransfers.quoteId, cryptoQuotes.id))
    .where(
      and(
        eq(cryptoQuotes.paymentId, paymentId),
        inArray(onChainTransfers.state, ['seen', 'review']),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** The sum of the transfers of a quote that came and stay, but for one that is looked at. */
export async function sumUnitsOfQuote(
  tx: Database,
  quoteId: string,
  exceptId?: string,
): Promise<bigint> {
  return sumUnits(
    tx,
    and(
      eq(onChainTransfers.quoteId, quoteId),
      exceptId === undefined ? undefined : ne(onChainTransfers.id, exceptId),
      or(inArray(onChainTransfers.state, ['seen', 'final']), isToConfirm),
    ),
  );
}

/** Why money that came for a quote is not counted for it until an administrator has decided. */
const LATE: readonly ReviewReason[] = ['late', 'unwatched'];

/**
 * The quotes of these payments for which money has come, newest first: what counts towards the quote, what of it waits
 * for a confirmation, and what is in review because of its time or its amount. Of an unmatched transfer only the
 * payer's browser says whose it is: it is shown to that payer and counts for nothing.
 */
export async function listUnitsByQuote(db: Database, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return [];
  const { units, state, reviewReason, quoteId, chainId, txHash, token, toAddress } =
    onChainTransfers;
  const isClaimed = and(
    eq(state, 'review'),
    eq(reviewReason, 'unmatched'),
    eq(chainId, cryptoQuotes.chainId),
    eq(txHash, cryptoQuotes.txHash),
    eq(token, cryptoQuotes.token),
    eq(toAddress, cryptoQuotes.address),
  );
  const isLate = and(eq(state, 'review'), inArray(reviewReason, [...LATE]));
  const sum = (which: SQL | undefined) =>
    sql`coalesce(sum(${units}) filter (where ${which}), 0)`.mapWith(BigInt);
  return db
    .select({
      quote: cryptoQuotes,
      countedUnits: sum(or(inArray(state, ['seen', 'final']), isToConfirm)),
      unconfirmedUnits: sum(isToConfirm),
      reviewUnits: sum(or(isLate, isClaimed)),
    })
    .from(cryptoQuotes)
    .innerJoin(onChainTransfers, or(eq(quoteId, cryptoQuotes.id), isClaimed))
    .where(and(inArray(cryptoQuotes.paymentId, [...paymentIds]), ne(cryptoQuotes.state, 'paid')))
    .groupBy(cryptoQuotes.id)
    .orderBy(desc(cryptoQuotes.createdAt), desc(cryptoQuotes.id));
}

/** The sum of the transfers that were settled at the rate of a quote. */
export const sumSettledUnits = (tx: Database, quoteId: string): Promise<bigint> =>
  sumUnits(
    tx,
    and(
      eq(onChainTransfers.quoteId, quoteId),
      eq(onChainTransfers.state, 'final'),
      isNull(onChainTransfers.decision),
    ),
  );

async function sumUnits(tx: Database, which: SQL | undefined): Promise<bigint> {
  const rows = await tx
    .select({ units: onChainTransfers.units })
    .from(onChainTransfers)
    .where(which);
  return rows.reduce((sum, row) => sum + row.units, 0n);
}

/** Resets the transfers of a payment that are not final to unmatched: it was settled without them. */
export async function unmatchOthers(tx: Database, paymentId: string, now: Date): Promise<void> {
  await tx
    .update(onChainTransfers)
    .set({ paymentId: null, updatedAt: now })
    .where(and(eq(onChainTransfers.paymentId, paymentId), eq(onChainTransfers.state, 'seen')));
}

/** Whether another transfer that came for a payment stays, so that the payment goes on without this one. */
export async function hasOtherTransfer(
  db: Database,
  paymentId: string,
  transferId: string,
): Promise<boolean> {
  const [found] = await db
    .select({ id: onChainTransfers.id })
    .from(onChainTransfers)
    .where(
      and(
        eq(onChainTransfers.paymentId, paymentId),
        ne(onChainTransfers.id, transferId),
        or(inArray(onChainTransfers.state, ['seen', 'final']), isToConfirm),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Whether a transfer of the quote waits for review because no node can trace it. */
export async function hasOpaqueTransfer(db: Database, quoteId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: onChainTransfers.id })
    .from(onChainTransfers)
    .where(and(eq(onChainTransfers.quoteId, quoteId), eq(onChainTransfers.reviewReason, 'opaque')))
    .limit(1);
  return found !== undefined;
}

/** Resets unmatched transfers of an address to a quote's: it has signed the quote since. */
export async function reopenUnmatched(
  tx: Database,
  { chainId, token, address, sender, createdAt }: Quote & { sender: string },
  now: Date,
): Promise<void> {
  await tx
    .update(onChainTransfers)
    .set({ state: 'seen', quoteId: null, reviewReason: null, updatedAt: now })
    .where(
      and(
        eq(onChainTransfers.chainId, chainId),
        eq(onChainTransfers.token, token),
        eq(onChainTransfers.toAddress, address),
        eq(onChainTransfers.fromAddress, sender),
        eq(onChainTransfers.state, 'review'),
        eq(onChainTransfers.reviewReason, 'unmatched'),
        gte(onChainTransfers.blockAt, new Date(createdAt.getTime() - blockClockMs)),
      ),
    );
}

/** The transfers that are matched to a payment by a quote and not settled yet, locked in one order. */
export async function lockUnsettled(
  tx: Database,
  { paymentId, quoteId }: { paymentId: string; quoteId: string },
): Promise<OnChainTransfer[]> {
  return tx
    .select()
    .from(onChainTransfers)
    .where(
      and(
        eq(onChainTransfers.paymentId, paymentId),
        eq(onChainTransfers.quoteId, quoteId),
        eq(onChainTransfers.state, 'seen'),
      ),
    )
    .orderBy(asc(onChainTransfers.id))
    .for('update');
}
