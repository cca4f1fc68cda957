import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { payments } from '../../core/payment.store.ts';
import { type ChainReceipt, chainReceipts, listSeen } from './chain.store.ts';

/** Under way for a payment, in blocks that are final by now. Oldest first. */
export async function listFinal(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<ChainReceipt[]> {
  return listSeen(
    db,
    and(
      eq(chainReceipts.chainId, chainId),
      isNotNull(chainReceipts.paymentId),
      lte(chainReceipts.blockNumber, finalized),
    ),
  );
}

/** Payments under way whose money was in blocks that are gone for good, and did not come back. */
export async function listLostPayments(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.id })
    .from(chainReceipts)
    .innerJoin(payments, eq(payments.id, chainReceipts.paymentId))
    .where(
      and(
        eq(chainReceipts.state, 'orphaned'),
        eq(chainReceipts.chainId, chainId),
        lte(chainReceipts.blockNumber, finalized),
        eq(payments.status, 'processing'),
        sql`not exists (select 1 from ${chainReceipts} as live where live.payment_id = ${payments.id} and live.state in ('seen', 'final'))`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Whether anything is under way on a chain. */
export async function isAnyMoneySeen(db: Database, chainId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: chainReceipts.id })
    .from(chainReceipts)
    .where(and(eq(chainReceipts.state, 'seen'), eq(chainReceipts.chainId, chainId)))
    .limit(1);
  return found !== undefined;
}
