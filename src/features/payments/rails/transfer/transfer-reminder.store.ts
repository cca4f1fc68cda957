import { and, asc, desc, eq, inArray, lte, notExists } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../server/database/database.ts';
import type { PaymentStatus } from '../../core/payment.rules.ts';
import { payments } from '../../core/payment.store.ts';
import { TRANSFER_RAILS } from './transfer.rules.ts';
import type { TransferReminder } from './transfer-reminder.rules.ts';

/** Sent reminders, once for each payment and kind. */
export const paymentReminders = pgTable(
  'payment_reminders',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<TransferReminder>().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.kind] }),
    index('payment_reminders_kind').on(t.kind, t.sentAt),
  ],
);

/** Notes a reminder; false when it was noted before. */
export async function recordReminder(
  tx: Database,
  paymentId: string,
  kind: TransferReminder,
  sentAt: Date,
): Promise<boolean> {
  const added = await tx
    .insert(paymentReminders)
    .values({ paymentId, kind, sentAt })
    .onConflictDoNothing()
    .returning({ paymentId: paymentReminders.paymentId });
  return added.length > 0;
}

/** When the last reminder of these kinds was sent. */
export async function lastReminder(
  db: Database,
  kinds: readonly TransferReminder[],
): Promise<Date | undefined> {
  const [last] = await db
    .select({ sentAt: paymentReminders.sentAt })
    .from(paymentReminders)
    .where(inArray(paymentReminders.kind, [...kinds]))
    .orderBy(desc(paymentReminders.sentAt))
    .limit(1);
  return last?.sentAt;
}

/** Transfers that have had this status since a time, longest first, without such a reminder. */
export async function listTransfersToRemind(
  db: Database,
  {
    status,
    since,
    kind,
    limit,
  }: { status: PaymentStatus; since: Date; kind?: TransferReminder; limit: number },
): Promise<string[]> {
  const reminded = db
    .select({ one: paymentReminders.paymentId })
    .from(paymentReminders)
    .where(
      and(eq(paymentReminders.paymentId, payments.id), kind && eq(paymentReminders.kind, kind)),
    );
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.status, status),
        inArray(payments.rail, [...TRANSFER_RAILS]),
        lte(payments.updatedAt, since),
        kind ? notExists(reminded) : undefined,
      ),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
