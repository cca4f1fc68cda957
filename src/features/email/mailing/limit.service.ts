import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import { overtaken } from '../../../shared/overtaken.ts';
import { capWindowMs } from '../mailing.rules.ts';
import { endRest } from './lead.store.ts';
import {
  countSentSince,
  findLimitsVersion,
  findMailLimits,
  type MailLimits,
  putMailLimits,
} from './limit.store.ts';
import { BULK_JOB } from './round.service.ts';

/** The limits with their version, and how many mails of every kind have left in the last 24 hours. */
export async function readLimits(db: Database, now: Date) {
  const { count } = await countSentSince(db, new Date(now.getTime() - capWindowMs));
  // First: what is changed between the two is then refused, never overwritten unseen.
  const version = await findLimitsVersion(db);
  return { ...(await findMailLimits(db)), version, sentInDay: count };
}

type Deed = Pick<House, 'db' | 'clock' | 'jobs'> & { user: Caller | undefined };

/**
 * Changes the limits; mail that waited for its share is looked at anew. Answers their version. Throws 409, and changes
 * nothing, when another version stands there than they saw.
 */
export async function changeLimits(
  deed: Deed,
  change: MailLimits & { version: number },
): Promise<number> {
  const { db } = deed;
  const { version: seen, ...limits } = change;
  const before = await findMailLimits(db);
  const [updatedBy, updatedAt] = [callerOf(deed).id, deed.clock.now()];
  const version = await putMailLimits(db, { ...limits, updatedBy, updatedAt }, seen);
  if (version === undefined) throw overtaken();
  await addAudit(db, {
    at: updatedAt,
    actorId: updatedBy,
    action: 'mail_limits.changed',
    before: { ...before },
    after: { ...limits },
  });
  await endRest(db);
  await deed.jobs.send(db, BULK_JOB, {});
  return version;
}
