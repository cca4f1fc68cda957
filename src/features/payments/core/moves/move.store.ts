import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias, check, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import {
  type Application,
  lockApplication,
  passportApplications,
} from '../../../application/application.store.ts';
import { findApplicationOfPayment, lockPayment, type Payment, payments } from '../payment.store.ts';
import { instalments, paymentSchedules, scheduleColumns } from '../schedule/schedule.store.ts';

/** Money of a payment that counts for another instalment than the one it was made for; an undone move stays. */
export const moneyMoves = pgTable(
  'money_moves',
  {
    id: uuid('id').primaryKey(),
    /** What was moved at once is undone at once. */
    operationId: uuid('operation_id').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    toInstalmentId: uuid('to_instalment_id')
      .notNull()
      .references(() => instalments.id),
    amountCents: cents('amount_cents').notNull(),
    movedAt: at('moved_at').notNull(),
    undoneAt: at('undone_at'),
  },
  (t) => [
    index('money_moves_payment').on(t.paymentId),
    index('money_moves_instalment').on(t.toInstalmentId),
    index('money_moves_operation').on(t.operationId),
    check('money_moves_amount', sql`${t.amountCents} > 0`),
  ],
);

export type MoneyMove = typeof moneyMoves.$inferSelect;

export async function addMove(tx: Database, move: MoneyMove): Promise<void> {
  await tx.insert(moneyMoves).values(move);
}

export async function setMoveUndone(tx: Database, id: string, undoneAt: Date): Promise<void> {
  await tx.update(moneyMoves).set({ undoneAt }).where(eq(moneyMoves.id, id));
}

const target = {
  move: moneyMoves,
  instalment: instalments,
  schedule: scheduleColumns,
};

const movesInForce = (db: Database) =>
  db
    .select(target)
    .from(moneyMoves)
    .innerJoin(instalments, eq(instalments.id, moneyMoves.toInstalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId));

/** A move in force with the instalment that its money counts for. */
export type MoveTarget = Awaited<ReturnType<typeof movesInForce>>[number];

/** The moves in force of a payment, in the order in which they were made. */
export async function listMovesOfPayment(db: Database, paymentId: string): Promise<MoveTarget[]> {
  return movesInForce(db)
    .where(and(eq(moneyMoves.paymentId, paymentId), isNull(moneyMoves.undoneAt)))
    .orderBy(asc(moneyMoves.movedAt), asc(instalments.dueOn), asc(instalments.number));
}

/** The payment of an operation, whether or not it was undone. */
export async function findPaymentOfMove(
  db: Database,
  operationId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ paymentId: moneyMoves.paymentId })
    .from(moneyMoves)
    .where(eq(moneyMoves.operationId, operationId))
    .limit(1);
  return found?.paymentId;
}

const from = {
  instalment: alias(instalments, 'from_instalments'),
  schedule: alias(paymentSchedules, 'from_schedules'),
  application: alias(passportApplications, 'from_applications'),
};

/** Every move from or to an instalment of these applications, undone ones too, with both ends, in their order. */
export async function listMovesOf(db: Database, applicationIds: string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select({
      move: moneyMoves,
      toInstalment: instalments,
      toApplication: passportApplications,
      fromInstalment: from.instalment,
      fromApplication: from.application,
    })
    .from(moneyMoves)
    .innerJoin(payments, eq(payments.id, moneyMoves.paymentId))
    .innerJoin(from.instalment, eq(from.instalment.id, payments.instalmentId))
    .innerJoin(from.schedule, eq(from.schedule.id, from.instalment.scheduleId))
    .innerJoin(from.application, eq(from.application.id, from.schedule.applicationId))
    .innerJoin(instalments, eq(instalments.id, moneyMoves.toInstalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .where(
      or(
        inArray(from.application.id, applicationIds),
        inArray(passportApplications.id, applicationIds),
      ),
    )
    .orderBy(asc(moneyMoves.movedAt), asc(instalments.number));
}
export type ListedMove = Awaited<ReturnType<typeof listMovesOf>>[number];

/**
 * Locks the applications that a step of a payment may change, in the order of their ids: its own, those that its money
 * was moved to, and `others`. Answers its own; undefined where there is no such payment.
 */
export async function lockApplicationsOfPayment(
  tx: Database,
  paymentId: string,
  others: readonly string[] = [],
): Promise<Application | undefined> {
  const own = await findApplicationOfPayment(tx, paymentId);
  if (!own) return undefined;
  const targets = await listMovesOfPayment(tx, paymentId);
  const ids = new Set([own, ...others, ...targets.map(({ schedule }) => schedule.applicationId)]);
  let locked: Application | undefined;
  for (const id of [...ids].toSorted()) {
    const application = await lockApplication(tx, id);
    if (id === own) locked = application;
  }
  return locked;
}

/** A payment, locked after its applications; undefined where there is none. */
export async function lockWithApplications(
  tx: Database,
  paymentId: string,
  others: readonly string[] = [],
): Promise<Payment | undefined> {
  const application = await lockApplicationsOfPayment(tx, paymentId, others);
  return application && lockPayment(tx, paymentId);
}
