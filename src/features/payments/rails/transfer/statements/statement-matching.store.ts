import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import type { TransferRail } from '../transfer.rules.ts';
import {
  isResolvedLine,
  statementImports,
  type StatementLine,
  statementLines,
} from './statement.store.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { passportApplications } from '../../../../application/application.store.ts';
import { paymentEvents } from '../../../core/payment-event.store.ts';
import { type JoinedPayment, joinedPayments, payments } from '../../../core/payment.store.ts';
import {
  instalments,
  paymentSchedules,
  scheduleColumns,
} from '../../../core/schedule/schedule.store.ts';

const joinedInstalments = (db: Database) =>
  db
    .select({
      instalment: instalments,
      schedule: scheduleColumns,
      application: passportApplications,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, inForce)
    .innerJoin(passportApplications, ofSchedule);

const inForce = and(
  eq(paymentSchedules.id, instalments.scheduleId),
  ne(paymentSchedules.storedStatus, 'cancelled'),
);
const ofSchedule = eq(passportApplications.id, paymentSchedules.applicationId);

export type JoinedInstalment = Awaited<ReturnType<typeof joinedInstalments>>[number];

const instalmentsPerQuery = 500;

type InstalmentFilter =
  | { references: readonly string[] }
  | { applicationIds: readonly string[] }
  | { instalmentIds: readonly string[] };

function columnOf(by: InstalmentFilter): [column: PgColumn, values: readonly string[]] {
  if ('references' in by) return [passportApplications.reference, by.references];
  if ('applicationIds' in by) return [passportApplications.id, by.applicationIds];
  return [instalments.id, by.instalmentIds];
}

/** Current instalments with these ids or of these applications, in order of their numbers. */
export async function listInstalmentsInForce(
  db: Database,
  by: InstalmentFilter,
): Promise<JoinedInstalment[]> {
  const [column, values] = columnOf(by);
  const found: JoinedInstalment[] = [];
  for (let from = 0; from < values.length; from += instalmentsPerQuery) {
    found.push(
      ...(await joinedInstalments(db)
        .where(inArray(column, values.slice(from, from + instalmentsPerQuery)))
        .orderBy(asc(instalments.number))),
    );
  }
  return found;
}

const valuesPerQuery = 1000;

/** Lines of other statements with these digests: when they were imported, and whether it is said what they were. */
export async function listEarlierLines(db: Database, importId: string, digests: string[]) {
  const found: { digest: string; addedAt: Date; fileName: string; isResolved: boolean }[] = [];
  for (let from = 0; from < digests.length; from += valuesPerQuery) {
    found.push(
      ...(await db
        .select({
          digest: statementLines.digest,
          addedAt: statementImports.addedAt,
          fileName: statementImports.fileName,
          isResolved: sql<boolean>`${isResolvedLine(statementLines)}`,
        })
        .from(statementLines)
        .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
        .where(
          and(
            inArray(statementLines.digest, digests.slice(from, from + valuesPerQuery)),
            ne(statementLines.importId, importId),
          ),
        )
        .orderBy(asc(statementImports.addedAt))),
    );
  }
  return found;
}

/** The statement line that has this digest and of which it is said what it was. */
export async function findResolvedLine(
  db: Database,
  digest: string,
): Promise<StatementLine | undefined> {
  const [found] = await db
    .select()
    .from(statementLines)
    .where(and(eq(statementLines.digest, digest), isResolvedLine(statementLines)));
  return found;
}

const mostReturnable = 500;

/** Payments on a rail whose money may have gone back: of these amounts, or of these applications; the newest first. */
export const listReturnable = (
  db: Database,
  rail: TransferRail,
  { amounts, references }: { amounts: readonly bigint[]; references: readonly string[] },
): Promise<JoinedPayment[]> =>
  joinedPayments(db)
    .where(
      and(
        eq(payments.rail, rail),
        isNotNull(payments.receivedCents),
        or(
          inArray(payments.receivedCents, [...amounts]),
          inArray(payments.refundedCents, [...amounts]),
          inArray(passportApplications.reference, [...references]),
        ),
      ),
    )
    .orderBy(desc(payments.receivedOn), asc(payments.id))
    .limit(mostReturnable);

/** Which payments these refunds are of, and which lines of statements are these refunds, by the ids of their events. */
export async function listRefundEvents(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: paymentEvents.id,
      paymentId: paymentEvents.paymentId,
      lineId: statementLines.id,
    })
    .from(paymentEvents)
    .leftJoin(statementLines, eq(statementLines.refundEventId, paymentEvents.id))
    .where(inArray(paymentEvents.id, [...ids]));
}

interface CandidateQuery {
  rail: TransferRail;
  amountCents: bigint;
  /** Around the day of the claim, both included. */
  fromDay: string;
  toDay: string;
  /** Numbers and our reference, as keys. */
  keys: string[];
  limit: number;
}

/**
 * Lines that have proved nothing and could be a claim's money: of its amount and time, or with one of the keys in
 * their text. Two questions, each answered by an index and bounded.
 */
export async function listCandidateLines(
  db: Database,
  { rail, amountCents, fromDay, toDay, keys, limit }: CandidateQuery,
) {
  const proved = sql`exists (select 1 from ${statementLines} as proof where proof.digest = ${statementLines.digest}
    and (proof.payment_id is not null or proof.decision is not null))`;
  const ask = (hint: ReturnType<typeof eq>) =>
    db
      .select({ line: statementLines, fileName: statementImports.fileName })
      .from(statementLines)
      .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
      .where(
        and(
          eq(statementImports.rail, rail),
          isNull(statementLines.paymentId),
          gt(statementLines.amountCents, 0n),
          sql`${statementLines.bookedOn} between ${fromDay} and ${toDay}`,
          sql`not ${proved}`,
          hint,
        ),
      )
      .orderBy(desc(statementLines.bookedOn), asc(statementLines.id))
      .limit(limit);
  const byAmount = await ask(eq(statementLines.amountCents, amountCents));
  // As one parameter: drizzle would write an array out as a row.
  const wanted = `{${keys.join(',')}}`;
  const byKey = await ask(sql`${statementLines.keys} && ${wanted}::text[]`);
  return [...byAmount, ...byKey];
}
