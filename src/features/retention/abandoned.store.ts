import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { passportApplications } from '../application/application.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import { hasBeenPaid } from './application-money.store.ts';
import {
  bare,
  isCancelled,
  isDelivered,
  isIdleDraft,
  removeDrafts,
  strip,
} from './applications.store.ts';
import { moment } from './expiring.store.ts';
import { DISPUTABLE_MONTHS, monthsBefore, RETENTION } from './retention.rules.ts';

const { id, updatedAt, email } = passportApplications;

/** An application that an account had taken over, and the address that both had. */
export interface Taken {
  id: string;
  email: string;
}

/** What is held of these until the transaction ends: as far as they have their address still, and no account. */
async function holdAbandoned(tx: Database, taken: readonly Taken[]): Promise<Taken[]> {
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

/** What becomes of an application whose account was closed at a moment, as it stands now. */
function endOf({ closedAt, now }: { closedAt: Date; now: Date }) {
  const idleSince = moment(monthsBefore(now, RETENTION.drafts.leastMonths));
  const paidBefore = moment(monthsBefore(now, DISPUTABLE_MONTHS));
  // A draft that was touched since may be one that somebody goes on with in their browser.
  return sql<'removed' | 'stripped' | 'bared' | 'waits'>`case
    when ${isIdleDraft} and (${updatedAt} <= ${moment(closedAt)} or ${updatedAt} < ${idleSince}) then 'removed'
    when ${isCancelled} and (not ${hasBeenPaid} or ${updatedAt} < ${paidBefore}) then 'stripped'
    when ${isDelivered} then case when ${updatedAt} < ${paidBefore} then 'stripped' else 'bared' end
    else 'waits' end`;
}

/**
 * Of what a closed account had taken over, what is over loses its person; answers what waits for that. Who paid stays
 * as long as the payment can be disputed. What has another address by now, or was taken over anew, is somebody’s own
 * and is let go of.
 */
export async function endApplications(
  tx: Database,
  taken: readonly Taken[],
  when: { closedAt: Date; now: Date },
): Promise<Taken[]> {
  const abandoned = taken.length === 0 ? [] : await holdAbandoned(tx, taken);
  if (abandoned.length === 0) return [];
  const ids = abandoned.map((one) => one.id);
  const ends = await tx
    .select({ id, end: endOf(when) })
    .from(passportApplications)
    .where(inArray(id, ids));
  const those = (sought: (typeof ends)[number]['end']) =>
    ends.filter(({ end }) => end === sought).map((one) => one.id);
  const [removed, stripped, bared] = [those('removed'), those('stripped'), those('bared')];
  if (removed.length > 0) await removeDrafts(tx, removed);
  if (stripped.length > 0) await strip(tx, stripped);
  if (bared.length > 0) await bare(tx, bared);
  const ended = new Set([...removed, ...stripped]);
  return abandoned.filter((one) => !ended.has(one.id));
}

/** The id at the end of a mail's batch: what it is about. */
const aboutId = sql`substring(${outgoingMails.batchId}
  from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')::uuid`;

/**
 * Whether an application of an address is not over, whoever has it, or a plan is running of which it was told before the
 * application got another one: what was told once must not be told again.
 */
export async function hasOpenApplication(tx: Database, address: string): Promise<boolean> {
  const isOver = sql`(${isIdleDraft} or ${isCancelled} or ${isDelivered})`;
  const { rows } = await tx.execute(sql`
    (select 1 from ${passportApplications} where ${eq(email, address)} and not ${isOver} limit 1)
    union all (
      select 1 from ${outgoingMails} join ${instalments} on ${instalments.id} = ${aboutId}
        join ${paymentSchedules} on ${paymentSchedules.id} = ${instalments.scheduleId}
      where ${eq(outgoingMails.recipientAddress, address)}
        and ${inArray(paymentSchedules.status, ['active', 'past_due'])} limit 1)`);
  return rows.length > 0;
}
