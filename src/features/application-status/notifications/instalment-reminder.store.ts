import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { vaultTokens } from '../../payments/rails/card/renewals/vault.store.ts';
import { PAYABLE, UNDER_WAY } from '../../payments/core/payment.rules.ts';
import { payments } from '../../payments/core/payment.store.ts';
import {
  instalments,
  paymentSchedules,
  scheduleColumns,
} from '../../payments/core/schedule/schedule.store.ts';

/** Which instalments a reminder is for: those of running plans, due after `after` and until `until`. */
interface ReminderWindow {
  /** YYYY-MM-DD. */
  after: string;
  until: string;
  /** What the mail's batch begins with, before the instalment's id: instalments with such a mail are left out. */
  batch: string;
  /** Only plans that PayPal does not charge by itself, or of those that it does the ones with a declined charge. */
  charged: 'no' | 'declined';
  /** Plans whose payer chose to pay the rest at once later than this are left out. */
  combinedAfter: Date;
  limit: number;
}

export type UnpaidInstalment = Awaited<ReturnType<typeof listUnpaidInstalments>>[number];

/**
 * Instalments that are not paid or being paid, with their plans and applications, oldest first. Only stored rows
 * decide, so that a reminder that was missed for a day is sent on the next and none is sent twice.
 */
export async function listUnpaidInstalments(
  db: Database,
  { after, until, batch, charged, combinedAfter, limit }: ReminderWindow,
) {
  const { id, status, dueOn } = instalments;
  const account = db
    .select({ one: sql`1` })
    .from(vaultTokens)
    .where(and(eq(vaultTokens.scheduleId, instalments.scheduleId), isNull(vaultTokens.endedAt)));
  const attempt = (is: SQL | undefined) =>
    db
      .select({ one: sql`1` })
      .from(payments)
      .where(and(eq(payments.instalmentId, id), is));
  const declined = attempt(and(eq(payments.rail, 'paypal'), eq(payments.status, 'failed')));
  // Their payer has chosen to pay the rest at once, and it is waited for.
  const parts = alias(instalments, 'parts');
  const combined = db
    .select({ one: sql`1` })
    .from(parts)
    .where(
      and(
        eq(parts.scheduleId, instalments.scheduleId),
        eq(parts.status, 'combined'),
        gt(parts.updatedAt, combinedAfter),
      ),
    );
  const sent = db
    .select({ one: sql`1` })
    .from(outgoingMails)
    .where(sql`${outgoingMails.batchId} = ${batch} || ${id}::text`);
  return db
    .select({
      instalment: instalments,
      schedule: scheduleColumns,
      application: passportApplications,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .where(
      and(
        inArray(status, [...PAYABLE]),
        eq(paymentSchedules.storedStatus, 'active'),
        gt(dueOn, after),
        lte(dueOn, until),
        charged === 'no' ? notExists(account) : exists(account),
        charged === 'declined' ? exists(declined) : undefined,
        notExists(attempt(inArray(payments.status, [...UNDER_WAY]))),
        // The email about the refund says that it is due again.
        notExists(attempt(gt(payments.refundedCents, 0n))),
        notExists(combined),
        notExists(sent),
      ),
    )
    .orderBy(asc(dueOn), asc(id))
    .limit(limit);
}
