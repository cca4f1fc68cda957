import { addAudit } from '../../server/audit.store.ts';
import { isRecent } from '../../server/admit.ts';
import { type Context, callerOf, sessionOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { writeToMember } from './account-notice.service.ts';
import { lockUser } from './account.store.ts';
import { findUser, lockAdministrators, type UserRow } from './member.store.ts';
import { clearSuspended, setSuspended } from './users.store.ts';

/** An administrator at work. */
export type Visit = Pick<
  Context<AnyEndpoint>,
  'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl' | 'user' | 'session'
>;

/**
 * Shuts an account: its sessions end, its owner is told why. Answers `false`, and changes nothing, when it
 * is shut already. Throws 404 for nobody, 409 for oneself, 403 for an administrator whom the caller may not
 * shut, or not with so old a log-in.
 */
export async function suspend(
  visit: Visit,
  tx: Database,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  const caller = callerOf(visit);
  if (id === caller.id) throw new Fault(409, words('You cannot suspend yourself.'));
  const user = await take(visit, tx, id);
  if (user.suspendedAt) return false;
  const now = visit.clock.now();
  await setSuspended(tx, id, { reason, now });
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: 'account.suspended',
    subject: id,
    before: { suspendedFor: null },
    after: { suspendedFor: reason },
  });
  await writeToMember(visit, tx, user, { template: 'account-suspended', props: { reason } });
  return true;
}

/** Opens a suspended account again and tells its owner. Throws as `suspend` does, 409 when it is open. */
export async function restore(visit: Visit, tx: Database, id: string): Promise<void> {
  const user = await take(visit, tx, id);
  if (!user.suspendedAt) throw new Fault(409, words('This account is not suspended.'));
  const now = visit.clock.now();
  await clearSuspended(tx, id, now);
  await addAudit(tx, {
    at: now,
    actorId: callerOf(visit).id,
    action: 'account.restored',
    subject: id,
    before: { suspendedFor: user.suspendedFor },
    after: { suspendedFor: null },
  });
  await writeToMember(visit, tx, user, { template: 'account-restored', props: {} });
}

/** The account to decide about, held until the transaction ends, once it is sure that the caller may. */
async function take(visit: Visit, tx: Database, id: string): Promise<UserRow> {
  await lockAdministrators(tx);
  await demandOffice(visit, tx);
  const user = await lockUser(tx, id);
  if (!user) throw noUser();
  if (user.isAdmin) demandPowerOverAdministrators(visit);
  return user;
}

/**
 * Sees to it that the caller is an administrator still. Under the lock, as two who act upon each other at
 * once were both let in: the first one to act is the only one.
 */
export async function demandOffice(visit: Pick<Visit, 'user'>, tx: Database): Promise<void> {
  const caller = await findUser(tx, callerOf(visit).id);
  if (!caller?.isAdmin || caller.suspendedAt)
    throw new Fault(403, words('You do not have permission to do this.'));
}

function demandPowerOverAdministrators(visit: Visit): void {
  if (!callerOf(visit).permissions.includes('users:grant'))
    throw new Fault(
      403,
      words('Only who may make administrators can decide about the account of one.'),
    );
  if (!isRecent(sessionOf(visit), visit.clock.now()))
    throw new Fault(403, words('Please enter your password again to continue.'), {
      detail: { reason: 'reauthenticate' },
    });
}

export const noUser = () =>
  new Fault(404, words('There is no such account. It may have been deleted.'));
