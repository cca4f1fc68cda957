import { and, asc, count, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import type { Rail } from '../../core/payment.rules.ts';
import {
  claimKey,
  type JoinedPayment,
  joinedPayments,
  payments,
} from '../../core/payment.store.ts';

/** Claims of one number by any application that were not rejected. */
export async function listClaims(
  db: Database,
  rail: Rail,
  claimNumber: string,
): Promise<JoinedPayment[]> {
  return joinedPayments(db)
    .where(
      and(
        eq(payments.rail, rail),
        eq(payments.claimNumber, claimNumber),
        sql`${payments.status} <> 'failed'`,
      ),
    )
    .orderBy(asc(payments.createdAt));
}

const keysPerQuery = 5000;

/** Claims on a rail that were not rejected and whose numbers read like one of these keys, oldest first. */
export async function listClaimsByKey(
  db: Database,
  rail: Rail,
  keys: readonly string[],
): Promise<JoinedPayment[]> {
  const found: JoinedPayment[] = [];
  for (let from = 0; from < keys.length; from += keysPerQuery) {
    found.push(
      ...(await joinedPayments(db)
        .where(
          and(
            eq(payments.rail, rail),
            isNotNull(payments.claimNumber),
            inArray(claimKey(payments.claimNumber), keys.slice(from, from + keysPerQuery)),
            ne(payments.status, 'failed'),
          ),
        )
        .orderBy(asc(payments.createdAt))),
    );
  }
  return found;
}

/** How many payments on a rail that were not rejected carry each of these numbers. */
export async function countClaims(
  db: Database,
  claims: readonly { rail: Rail; claimNumber: string }[],
): Promise<{ rail: Rail; claimNumber: string | null; n: number }[]> {
  if (claims.length === 0) return [];
  return db
    .select({ rail: payments.rail, claimNumber: payments.claimNumber, n: count() })
    .from(payments)
    .where(
      and(
        inArray(payments.rail, [...new Set(claims.map(({ rail }) => rail))]),
        inArray(payments.claimNumber, [...new Set(claims.map(({ claimNumber }) => claimNumber))]),
        ne(payments.status, 'failed'),
      ),
    )
    .groupBy(payments.rail, payments.claimNumber);
}

/** Lets the claims of one number pass one at a time. */
export async function lockClaimNumber(
  tx: Database,
  rail: Rail,
  claimNumber: string,
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`claim ${rail} ${claimNumber}`}, 0))`,
  );
}

export async function findByStatementLine(
  db: Database,
  rail: Rail,
  statementLine: string,
): Promise<JoinedPayment | undefined> {
  const [found] = await joinedPayments(db).where(
    and(eq(payments.rail, rail), eq(payments.statementLine, statementLine)),
  );
  return found;
}
