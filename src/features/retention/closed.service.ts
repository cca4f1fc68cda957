import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { findUserByEmail } from '../../server/user.store.ts';
import { listClaimedApplications } from '../member-records/claim.store.ts';
import { endApplications, hasOpenApplication } from './abandoned.store.ts';
import { addClosed, listClosed, lockClosed, removeClosed, setClosed } from './closed.store.ts';
import { withoutCompiling } from './expiring.store.ts';
import { eraseBulkTo, eraseMailsTo } from './mails.store.ts';

/** The last mail, the goodbye, has left by then; mails that are counted in a day are counted still. */
const goodbyeMs = days(1);
/** What waits, waits for days or months. */
const lookAgainMs = hours(6);
const MOST_AT_ONCE = 200;
/** Sooner than the queue gives the work to somebody else (300 s). */
const longestMs = minutes(3);

/** Notes in the transaction that closes an account what is to be erased after it. Before the claims are gone. */
export async function noteClosing(
  tx: Database,
  account: { id: string; email: string; emailVerifiedAt: Date | null },
  now: Date,
): Promise<void> {
  const claims = await listClaimedApplications(tx, account.id);
  await addClosed(tx, {
    id: account.id,
    address: account.email,
    isProved: account.emailVerifiedAt !== null,
    applications: claims.map(({ application: { id, email } }) => ({ id, email })),
    closedAt: now,
    nextLookAt: new Date(now.getTime() + goodbyeMs),
  });
}

interface Turn {
  log: Pick<FastifyBaseLogger, 'error'>;
  isStopping?: (() => boolean) | undefined;
}

/**
 * Erases what closed accounts have left: the records of mails to them, and the person behind applications that they had
 * taken over and that are over. What is still under way is looked at again, behind all others. One that cannot be erased
 * is logged and holds up nobody; throws what went wrong once all have had their turn.
 */
export async function eraseClosed(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { log, isStopping = () => false }: Turn,
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
  await withoutCompiling(tx);
  const closed = await lockClosed(tx, id, now);
  if (!closed) return;
  const { address, isProved, closedAt } = closed;
  const applications = await endApplications(tx, closed.applications, { closedAt, now });
  const dayAgo = new Date(now.getTime() - goodbyeMs);
  // Who has come back has a new story with us.
  const until = (await findUserByEmail(tx, address)) ? closedAt : dayAgo;
  // Most are never taken into an account.
  const hasApplication = isProved && (await hasOpenApplication(tx, address));
  const mailsWait = await eraseMailsTo(tx, { id, address, until, isProved, hasApplication });
  const bulkWaits = isProved && (await eraseBulkTo(tx, address, until));
  if (applications.length === 0 && !hasApplication && !mailsWait && !bulkWaits)
    return removeClosed(tx, id);
  await setClosed(tx, id, { applications, nextLookAt: new Date(now.getTime() + lookAgainMs) });
}
