import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { conflict } from '../../../server/http/conflict.ts';
import type { MailServer } from '../../mail/smtp/mail-server.service.ts';
import { BULK_MAIL_JOB, bulkQuotaOf, quotaWindowMs } from './batch.rules.ts';
import { endBackOff } from './delivery.store.ts';
import {
  countSentSince,
  findLimitsVersion,
  findMailLimits,
  type MailLimits,
  putMailLimits,
} from './limit.store.ts';

/** The limits with their version, and how many mails of every kind have left in the last 24 hours. */
export async function readLimits(db: Database, now: Date) {
  const { count } = await countSentSince(db, new Date(now.getTime() - quotaWindowMs));
  // The version first: a change between the two statements is then refused, not overwritten unseen.
  const version = await findLimitsVersion(db);
  return { ...(await findMailLimits(db)), version, sentInDay: count };
}

type Command = Pick<AppContext, 'db' | 'clock' | 'jobs'> & { user: Caller | undefined };

/**
 * Changes the limits and starts the worker, for which there may be a quota again. Answers their version. Throws 409, and
 * changes nothing, when the saved version is not the one that was seen.
 */
export async function changeLimits(
  command: Command,
  change: MailLimits & { version: number },
): Promise<number> {
  const { db } = command;
  const { version: seen, ...limits } = change;
  const before = await findMailLimits(db);
  const [updatedBy, updatedAt] = [callerOf(command).id, command.clock.now()];
  const version = await putMailLimits(db, { ...limits, updatedBy, updatedAt }, seen);
  if (version === undefined) throw conflict();
  await addAudit(db, {
    at: updatedAt,
    actorId: updatedBy,
    action: 'mail_limits.changed',
    before: { ...before },
    after: { ...limits },
  });
  await endBackOff(db);
  await command.jobs.send(db, BULK_MAIL_JOB, {});
  return version;
}

/** How many mails a server takes in 24 hours, of every kind; null: any number. */
export const dailyCapOf = (limits: MailLimits, { configType }: MailServer): number | null => {
  if (configType === 'email_gmail') return limits.gmailPerDay;
  return configType === 'email_alternative' ? limits.alternativePerDay : null;
};

/** Bulk mails that may still leave within these 24 hours; null: any number. */
export async function countQuotaLeft(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  server: MailServer,
  limits: MailLimits,
): Promise<number | null> {
  const quota = bulkQuotaOf(dailyCapOf(limits, server));
  if (quota === null) return null;
  const since = new Date(clock.now().getTime() - quotaWindowMs);
  const { count } = await countSentSince(db, since, server.configType);
  return Math.max(0, quota - count);
}
