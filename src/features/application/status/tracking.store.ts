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
import type { Database } from '../../../server/database/database.ts';
import { passportApplications } from '../application.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { vaultTokens } from '../../payments/rails/card/vault.store.ts';
import { PAYABLE, UNDER_WAY } from '../../payments/core/payment.rules.ts';
import { payments } from '../../payments/core/payment.store.ts';
import { paymentEvents } from '../../payments/core/payment-event.store.ts';
import { instalments, paymentSchedules } from '../../payments/core/schedule.store.ts';

/** Every step of every payment of an application, oldest first. */
export async function listPaymentSteps(db: Database, applicationId: string) {
  return db
    .select({ event: paymentEvents, payment: payments, instalment: instalments })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(eq(paymentSchedules.applicationId, applicationId))
    .orderBy(asc(paymentEvents.id));
}

/** Which dues a reminder is for: those of running plans with a day after `after` and until `until`. */
interface Window {
  /** YYYY-MM-DD. */
  after: string;
  until: string;
  /** What the batch of the mail begins with, before the due's id: a due that has one is left out. */
  batch: string;
  /** Only plans that PayPal charges by itself, only the others, or of the first those with a declined charge. */
  charged: 'yes' | 'no' | 'declined';
  limit: number;
}

export type Owed = Awaited<ReturnType<typeof listOwed>>[number];

/**
 * Dues that nobody has paid or is paying, with their plans and applications, oldest first. Answered by rows
 * alone, so that a reminder that was missed for a day is sent on the next and none is sent twice.
 */
export async function listOwed(db: Database, { after, until, batch, charged, limit }: Window) {
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
  const sent = db
    .select({ one: sql`1` })
    .from(outgoingMails)
    .where(sql`${outgoingMails.batchId} = ${batch} || ${id}::text`);
  return db
    .select({
      instalment: instalments,
      schedule: paymentSchedules,
      application: passportApplications,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId))
    .where(
      and(
        inArray(status, [...PAYABLE]),
        inArray(paymentSchedules.status, ['active', 'past_due']),
        gt(dueOn, after),
        lte(dueOn, until),
        charged === 'no' ? notExists(account) : exists(account),
        charged === 'declined' ? exists(declined) : undefined,
        notExists(attempt(inArray(payments.status, [...UNDER_WAY]))),
        notExists(sent),
      ),
    )
    .orderBy(asc(dueOn), asc(id))
    .limit(limit);
}
