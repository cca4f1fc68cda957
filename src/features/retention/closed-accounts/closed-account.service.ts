import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ErasedSubject } from '../../../server/personal-data.ts';
import type { AppContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { days, hours, minutes } from '../../../shared/time.ts';
import { findUserByEmail } from '../../../server/user.store.ts';
import { listClaimedApplications, listFreeApplications } from '../../member-records/claim.store.ts';
import { eraseClaimedApplications, hasOpenApplication } from './claimed-applications.store.ts';
import {
  addClosed,
  listClosed,
  lockClosed,
  removeClosed,
  setClosed,
} from './closed-account.store.ts';
import { disableJit } from '../expiring.store.ts';
import { eraseBulkTo, eraseMailsTo } from './mails.store.ts';

/** By then the last mail has left, and the daily counts of mails no longer need the records. */
const lastMailMs = days(1);
/** How long until an account that still has something open is looked at again. */
const retryMs = hours(6);
const MOST_AT_ONCE = 200;
/** Shorter than the queue's own limit (300 s), after which another process would take the job. */
const longestMs = minutes(3);

/**
 * Records what to erase later, in the same transaction and before the claims of the account are deleted: what is not
 * finished, such as an application whose kit is on its way.
 */
export async function recordClosedAccount(
  tx: Database,
  { id: account, email: address, emailVerifiedAt, isWhole }: ErasedSubject,
  now: Date,
): Promise<void> {
  const claims = account === null ? [] : await listClaimedApplications(tx, account);
  const free = isWhole ? await listFreeApplications(tx, address) : [];
  await addClosed(tx, {
    id: account ?? randomUUID(),
    address,
    isProved: emailVerifiedAt !== null,
    applications: [...claims, ...free].map(({ application: { id, email } }) => ({ id, email })),
    closedAt: now,
    nextLookAt: new Date(now.getTime() + lastMailMs),
  });
}

interface JobControl {
  log: Pick<FastifyBaseLogger, 'error'>;
  isStopping?: (() => boolean) | undefined;
}

/**
 * Erases what closed accounts have left: the records of mails to them, and the personal details of finished
 * applications that they had claimed. Accounts with something unfinished are looked at again after all others. A
 * failure is logged and does not stop the others; all failures are thrown at the end.
 */
export async function eraseClosedAccounts(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { log, isStopping = () => false }: JobControl,
): Promise<void> {
  const [now, until] = [clock.now(), Date.now() + longestMs];
  const failures: unknown[] = [];
  const isOver = () => isStopping() || Date.now() > until;
  let ids = await listClosed(db, now, MOST_AT_ONCE);
  while (ids.length > 0 && !isOver()) {
    for (const { id } of ids) {
      if (isOver()) break;
      try {
        await inTransaction(db, (tx) => eraseOne(tx, id, now));
      } catch (error) {
        log.error(
          { err: error, closedAccount: id },
          'what an account has left could not be erased',
        );
        failures.push(error);
        // Next time behind those that were not reached.
        await setClosed(db, id, { nextLookAt: now });
      }
    }
    ids = await listClosed(db, now, MOST_AT_ONCE);
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'What some accounts have left could not be erased.');
}

async function eraseOne(tx: Database, id: string, now: Date): Promise<void> {
  await disableJit(tx);
  const closed = await lockClosed(tx, id, now);
  if (!closed) return;
  const { address, isProved, closedAt } = closed;
  const applications = await eraseClaimedApplications(tx, closed.applications, { closedAt, now });
  const dayAgo = new Date(now.getTime() - lastMailMs);
  // After a new registration only records from before the closing go.
  const until = (await findUserByEmail(tx, address)) ? closedAt : dayAgo;
  // Most are never taken into an account.
  const hasApplication = isProved && (await hasOpenApplication(tx, address));
  const mailsWait = await eraseMailsTo(tx, { id, address, until, isProved, hasApplication });
  const bulkWaits = isProved && (await eraseBulkTo(tx, address, until));
  if (applications.length === 0 && !hasApplication && !mailsWait && !bulkWaits)
    return removeClosed(tx, id);
  await setClosed(tx, id, { applications, nextLookAt: new Date(now.getTime() + retryMs) });
}
