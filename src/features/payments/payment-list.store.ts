import { and, count, desc, eq, lt, or } from 'drizzle-orm';
import type { Database } from '../../server/database.ts';
import type { PaymentStatus } from './payment.rules.ts';
import { type JoinedPayment, joinedPayments, payments } from './payment.store.ts';

/** Where a page of the list ends: the next one begins behind it. */
export interface PaymentCursor {
  createdAt: Date;
  id: string;
}

/** A page of all payments, newest first. */
export async function listPayments(
  db: Database,
  {
    status,
    after,
    limit,
  }: { status?: PaymentStatus | undefined; after?: PaymentCursor | undefined; limit: number },
): Promise<JoinedPayment[]> {
  return joinedPayments(db)
    .where(
      and(
        status ? eq(payments.status, status) : undefined,
        after
          ? or(
              lt(payments.createdAt, after.createdAt),
              and(eq(payments.createdAt, after.createdAt), lt(payments.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

/** How many there are; with `limit` no more than that are counted, which takes as long among any number. */
export async function countPayments(
  db: Database,
  status?: PaymentStatus,
  limit?: number,
): Promise<number> {
  const found = db
    .select({ id: payments.id })
    .from(payments)
    .where(status ? eq(payments.status, status) : undefined);
  const [row] = await db
    .select({ n: count() })
    .from((limit === undefined ? found : found.limit(limit)).as('found'));
  return row?.n ?? 0;
}
