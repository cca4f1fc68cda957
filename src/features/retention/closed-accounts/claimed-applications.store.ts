import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import {
  instalments,
  isOwing,
  paymentSchedules,
} from '../../payments/core/schedule/schedule.store.ts';
import { memberClaims } from '../../member-records/claim.store.ts';
import { hasBeenPaid } from '../application-money.store.ts';
import {
  removeKitDetails,
  isCancelled,
  isDelivered,
  isIdleDraft,
  removeDrafts,
  removePersonalDetails,
} from '../applications.store.ts';
import { timestamp } from '../expiring.store.ts';
import { DISPUTABLE_MONTHS, monthsBefore, RETENTION } from '../retention.rules.ts';

const { id, updatedAt, email } = passportApplications;

/** An application that an account had claimed, and the address that both had. */
export interface ClaimedApplication {
  id: string;
  email: string;
}

/** Locks those that still have their address and belong to no account. */
async function lockAbandoned(
  tx: Database,
  taken: readonly ClaimedApplication[],
): Promise<ClaimedApplication[]> {
  const ids = taken.map((one) => one.id);
  const held = await tx
    .select({ id, email })
    .from(passportApplications)
    .where(inArray(id, ids))
    .orderBy(id)
    .for('update');
  const { kind, recordId, email: by } = memberClaims;
  const claimed = await tx
    .select({ id })
    .from(memberClaims)
    .innerJoin(passportApplications, and(eq(recordId, id), eq(by, email)))
    .where(and(eq(kind, 'application'), inArray(recordId, ids)));
  return held.filter(
    (one) =>
      !claimed.some((other) => other.id === one.id) &&
      taken.some((other) => other.id === one.id && other.email === one.email),
  );
}

/** What happens to an application whose account was closed at `closedAt`, by its present status. */
function outcomeOf({ closedAt, now }: { closedAt: Date; now: Date }) {
  const idleSince = timestamp(monthsBefore(now, RETENTION.drafts.leastMonths));
  const paidBefore = timestamp(monthsBefore(now, DISPUTABLE_MONTHS));
  // A draft changed since then may still be in use in a browser.
  return sql<'removed' | 'stripped' | 'bared' | 'waits'>`case
    when ${isIdleDraft} and (${updatedAt} <= ${timestamp(closedAt)} or ${updatedAt} < ${idleSince}) then 'removed'
    when ${isCancelled} and (not ${hasBeenPaid} or ${updatedAt} < ${paidBefore}) then 'stripped'
    when ${isDelivered} then case when ${updatedAt} < ${paidBefore} then 'stripped' else 'bared' end
    else 'waits' end`;
}

/**
 * Removes the personal details of finished applications that a closed account had claimed; returns those that wait
 * for that. Payers stay as long as the payment can be disputed. Applications with another address, or claimed again,
 * belong to someone else and are left alone.
 */
export async function eraseClaimedApplications(
  tx: Database,
  taken: readonly ClaimedApplication[],
  when: { closedAt: Date; now: Date },
): Promise<ClaimedApplication[]> {
  const abandoned = taken.length === 0 ? [] : await lockAbandoned(tx, taken);
  if (abandoned.length === 0) return [];
  const ids = abandoned.map((one) => one.id);
  const ends = await tx
    .select({ id, end: outcomeOf(when) })
    .from(passportApplications)
    .where(inArray(id, ids));
  const those = (outcome: (typeof ends)[number]['end']) =>
    ends.filter(({ end }) => end === outcome).map((one) => one.id);
  const [removed, stripped, bared] = [those('removed'), those('stripped'), those('bared')];
  if (removed.length > 0) await removeDrafts(tx, removed);
  if (stripped.length > 0) await removePersonalDetails(tx, stripped);
  if (bared.length > 0) await removeKitDetails(tx, bared);
  const ended = new Set([...removed, ...stripped]);
  return abandoned.filter((one) => !ended.has(one.id));
}

/** The id at the end of a mail's batch: what it is about. */
const aboutId = sql`substring(${outgoingMails.batchId}
  from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')::uuid`;

/**
 * Whether an application of an address is unfinished, or a plan is running about which the address was mailed before
 * the application got another one: no mail may be sent twice.
 */
export async function hasOpenApplication(tx: Database, address: string): Promise<boolean> {
  const isOver = sql`(${isIdleDraft} or ${isCancelled} or ${isDelivered})`;
  const { rows } = await tx.execute(sql`
    (select 1 from ${passportApplications} where ${eq(email, address)} and not ${isOver} limit 1)
    union all (
      select 1 from ${outgoingMails} join ${instalments} on ${instalments.id} = ${aboutId}
        join ${paymentSchedules} on ${paymentSchedules.id} = ${instalments.scheduleId}
      where ${eq(outgoingMails.recipientAddress, address)}
        and ${isOwing} limit 1)`);
  return rows.length > 0;
}
