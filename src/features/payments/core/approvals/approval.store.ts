import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import { users } from '../../../../server/user.store.ts';
import { payments } from '../payment.store.ts';
import type { ReviewSource } from '../review-source.store.ts';
import { APPROVAL_STATES, type ApprovalAction, type ApprovalState } from './approval.rules.ts';

/** Actions on money that one administrator asked for and another decides. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid('id').primaryKey(),
    action: text('action').$type<ApprovalAction>().notNull(),
    /** The id in the path of its call; empty without one. */
    target: text('target').notNull(),
    /** As its contract has checked it. */
    body: jsonb('body').notNull(),
    /** Null where no amount is meant, such as that the sum is switched off. */
    amountCents: cents('amount_cents'),
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Which may be deleted once it is over. */
    applicationId: uuid('application_id'),
    state: text('state').$type<ApprovalState>().notNull(),
    /** Whose accounts may be gone. */
    askedBy: uuid('asked_by').notNull(),
    askedAt: at('asked_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    /** Why it was declined. */
    decisionReason: text('decision_reason'),
  },
  (t) => [
    uniqueIndex('approvals_one_waiting').on(t.action, t.target).where(sql`${t.state} = 'waiting'`),
    index('approvals_application').on(t.applicationId),
    check(
      'approvals_state',
      sql`${t.state} in (${sql.raw(APPROVAL_STATES.map((state) => `'${state}'`).join(', '))})`,
    ),
    check(
      'approvals_not_by_oneself',
      sql`${t.state} <> 'approved' or ${t.decidedBy} <> ${t.askedBy}`,
    ),
  ],
);

export type Approval = typeof approvals.$inferSelect;

/** Stores a request; false where the same action waits for the same thing already. */
export async function addApproval(
  tx: Database,
  approval: typeof approvals.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(approvals)
    .values(approval)
    .onConflictDoNothing({
      target: [approvals.action, approvals.target],
      where: sql`${approvals.state} = 'waiting'`,
    })
    .returning({ id: approvals.id });
  return added.length > 0;
}

export async function lockApproval(tx: Database, id: string): Promise<Approval | undefined> {
  const [found] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update');
  return found;
}

export async function setApproval(
  tx: Database,
  id: string,
  change: Pick<Approval, 'state' | 'decidedAt'> & Partial<Approval>,
): Promise<void> {
  await tx.update(approvals).set(change).where(eq(approvals.id, id));
}

/** Ends those that nobody has decided in time, and answers them. */
export async function expireApprovals(tx: Database, now: Date): Promise<Approval[]> {
  return tx
    .update(approvals)
    .set({ state: 'expired', decidedAt: now })
    .where(and(eq(approvals.state, 'waiting'), lte(approvals.expiresAt, now)))
    .returning();
}

export async function findApproval(db: Database, id: string): Promise<Approval | undefined> {
  const [found] = await db.select().from(approvals).where(eq(approvals.id, id));
  return found;
}

/** Requests that wait, with the account of who asked; null where that is gone. */
const waitingWhere = (db: Database, which: SQL) => {
  const { firstName, lastName, email } = users;
  return db
    .select({ approval: approvals, asker: { firstName, lastName, email } })
    .from(approvals)
    .leftJoin(users, eq(users.id, approvals.askedBy))
    .where(and(eq(approvals.state, 'waiting'), which))
    .orderBy(approvals.askedAt, approvals.id);
};
export type AskedApproval = Awaited<ReturnType<typeof waitingWhere>>[number];

/** Those of an application's money, oldest first. */
export const listApprovalsOfApplication = (
  db: Database,
  applicationId: string,
): Promise<AskedApproval[]> => waitingWhere(db, eq(approvals.applicationId, applicationId));

/** Those of these ids. */
export const listApprovals = async (db: Database, ids: string[]): Promise<AskedApproval[]> =>
  ids.length === 0 ? [] : waitingWhere(db, inArray(approvals.id, ids));

/** For the review list: what waits for a second administrator. */
export const approvalReviewSource: ReviewSource = () => [
  sql`
  select v.id::text as id, 'approval' as kind, v.payment_id, p.rail, v.asked_at as since, v.amount_cents as cents,
    null::text as subject, null::text as note, coalesce(p.is_test, false) as is_test
  from approvals v left join payments p on p.id = v.payment_id
  where v.state = 'waiting'`,
];
