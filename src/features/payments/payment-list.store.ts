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

export async function countPayments(db: Database, status?: PaymentStatus): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(payments)
    .where(status ? eq(payments.status, status) : undefined);
  return row?.n ?? 0;
}
