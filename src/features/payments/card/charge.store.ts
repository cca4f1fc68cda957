import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import { OPEN } from '../payment.rules.ts';
import { payments } from '../payment.store.ts';
import { type Instalment, instalments, paymentSchedules } from '../schedule.store.ts';
import { type VaultToken, vaultTokens } from './vault.store.ts';

export interface Chargeable {
  instalment: Instalment;
  token: VaultToken;
}

/**
 * The next due, by id, whose day has come, of a running plan with a kept account, on which no payment is open; with
 * its application locked, which everything about its money is. Dues that somebody else holds are passed by, and so
 * are the plans of payers who dispute a payment or have had one back: nothing more is taken from them unasked.
 */
export async function lockNextChargeable(
  tx: Database,
  { day, after }: { day: string; after?: string | undefined },
): Promise<Chargeable | undefined> {
  const open = tx
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.instalmentId, instalments.id), inArray(payments.status, [...OPEN])));
  const siblings = alias(instalments, 'siblings');
  const contested = tx
    .select({ one: sql`1` })
    .from(payments)
    .innerJoin(siblings, eq(siblings.id, payments.instalmentId))
    .where(
      and(
        eq(siblings.scheduleId, paymentSchedules.id),
        inArray(payments.status, ['disputed', 'reversed', 'refunded']),
      ),
    );
  const [found] = await tx
    .select({ instalment: instalments, token: vaultTokens })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .innerJoin(vaultTokens, eq(vaultTokens.scheduleId, paymentSchedules.id))
    .where(
      and(
        ne(passportApplications.applicationStatus, 'cancelled'),
        inArray(paymentSchedules.status, ['active', 'past_due']),
        inArray(instalments.status, ['scheduled', 'due', 'overdue']),
        lte(instalments.dueOn, day),
        isNull(vaultTokens.endedAt),
        after ? gt(instalments.id, after) : undefined,
        notExists(open),
        notExists(contested),
      ),
    )
    .orderBy(asc(instalments.id))
    .limit(1)
    .for('update', { of: passportApplications, skipLocked: true });
  return found;
}
