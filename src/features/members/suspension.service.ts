import { addAudit } from '../../server/audit.store.ts';
import { isRecent } from '../../server/admit.ts';
import { type Context, callerOf, sessionOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import type { Permission } from '../../shared/access.ts';
import { words } from '../../shared/words.ts';
import { writeToMember } from './account-notice.service.ts';
import { lockUser } from './account.store.ts';
import { findUser, hasOtherHolder, lockAdministrators, type UserRow } from './member.store.ts';
import { permissionsOf } from '../../shared/roles.ts';
import { clearSuspended, setSuspended } from './users.store.ts';

/** An administrator at work. */
export type Visit = Pick<
  Context<AnyEndpoint>,
  'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl' | 'user' | 'session'
>;

/**
 * Shuts an account: its sessions end, its owner is told why. Answers `false`, and changes nothing, when it
 * is shut already. Throws 404 for nobody, 409 for oneself and for the last owner who can log in, 403 for an administrator whom the caller may not
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
  await demandAnotherOwner(tx, user);
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
  await demandOffice(visit, tx, 'users:moderate');
  const user = await lockUser(tx, id);
  if (!user) throw noUser();
  if (user.isAdmin) demandPowerOverAdministrators(visit);
  return user;
}

/** The one who suspends may be an owner whose address nobody has proved: then the site had none to rely on. */
async function demandAnotherOwner(tx: Database, user: UserRow): Promise<void> {
  if (user.role !== 'owner') return;
  if (await hasOtherHolder(tx, { id: user.id, may: 'users:grant' })) return;
  throw new Fault(
    409,
    words('No other owner has confirmed their address yet. Let one do that first.'),
  );
}

/**
 * Sees to it that the caller holds a permission still. Under the lock, as two who act upon each other at
 * once were both let in: the first one to act is the only one.
 */
export async function demandOffice(
  visit: Pick<Visit, 'user'>,
  tx: Database,
  may: Permission,
): Promise<void> {
  const caller = await findUser(tx, callerOf(visit).id);
  if (!caller || caller.suspendedAt || !permissionsOf(caller.role).includes(may))
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
