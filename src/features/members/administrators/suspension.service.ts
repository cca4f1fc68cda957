import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import { hasRecentPassword } from '../../../server/security/authorize.ts';
import { callerOf, type RequestContext, sessionOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Permission } from '../../../shared/access.ts';
import { words } from '../../../shared/words.ts';
import { mailMember } from '../account-mail.service.ts';
import { findUser, hasOtherAdministratorWith, type UserRow } from '../../../server/user.store.ts';
import { lockAdministrators, lockUser } from '../member.store.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { clearSuspended, setSuspended } from './accounts.store.ts';
import { removeApiKeysOf } from '../../../server/security/api-key.store.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import {
  hasAnyFactor,
  recordFactorRemoval,
  removeSecondFactors,
} from '../second-factor/second-factor.service.ts';

import { countSecondFactors, lockSecondFactors } from '../second-factor/second-factor.store.ts';

/**
 * Takes every second factor off an account: its owner has lost phone and codes, or whoever had the password for
 * a while has added one. Its sessions and API keys end, and its owner is notified. Throws 404 for no account, 409 for oneself and
 * where there is none.
 */
export async function removeAllSecondFactors(
  context: AdminContext,
  tx: Database,
  id: string,
): Promise<void> {
  const caller = callerOf(context);
  if (id === caller.id)
    throw new Fault(409, words('You can remove your own two-step verification in your profile.'));
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:grant');
  const user = await lockUser(tx, id);
  if (!user) throw userNotFound();
  await lockSecondFactors(tx, id);
  const had = await countSecondFactors(tx, id);
  if (!hasAnyFactor(had))
    throw new Fault(409, words('This account does not have two-step verification.'));
  await removeSecondFactors(tx, id, context.clock.now());
  await removeSessionsOf(tx, id);
  await removeApiKeysOf(tx, id);
  await recordFactorRemoval(
    { ...context, db: tx },
    { userId: id, actorId: caller.id, had: { ...had } },
  );
}

/** An administrator at work. */
export type AdminContext = MailContext & Pick<RequestContext<AnyEndpoint>, 'user' | 'session'>;

/**
 * Suspends an account: its sessions and API keys end, its owner is notified why. Returns `false`, and changes nothing, when it
 * is suspended already. Throws 404 for no account, 409 for oneself and for the last owner who can log in, 403 for an administrator whom the caller may not
 * shut, or not with so old a log-in.
 */
export async function suspend(
  context: AdminContext,
  tx: Database,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  const caller = callerOf(context);
  if (id === caller.id) throw new Fault(409, words('You cannot suspend yourself.'));
  const user = await lockAccount(context, tx, id);
  if (user.suspendedAt) return false;
  await requireAnotherOwner(tx, user);
  const now = context.clock.now();
  await setSuspended(tx, id, { reason, now });
  await removeApiKeysOf(tx, id);
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: 'account.suspended',
    subject: id,
    before: { suspendedFor: null },
    after: { suspendedFor: reason },
  });
  await mailMember(context, tx, user, { template: 'account-suspended', props: { reason } });
  return true;
}

/** Restores a suspended account and notifies its owner. Throws as `suspend` does, 409 when it is open. */
export async function restore(context: AdminContext, tx: Database, id: string): Promise<void> {
  const user = await lockAccount(context, tx, id);
  if (!user.suspendedAt) throw new Fault(409, words('This account is not suspended.'));
  const now = context.clock.now();
  await clearSuspended(tx, id, now);
  await addAudit(tx, {
    at: now,
    actorId: callerOf(context).id,
    action: 'account.restored',
    subject: id,
    before: { suspendedFor: user.suspendedFor },
    after: { suspendedFor: null },
  });
  await mailMember(context, tx, user, { template: 'account-restored', props: {} });
}

/** The account to decide about, held until the transaction ends, once it is sure that the caller may. */
async function lockAccount(context: AdminContext, tx: Database, id: string): Promise<UserRow> {
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:moderate');
  const user = await lockUser(tx, id);
  if (!user) throw userNotFound();
  if (user.isAdmin) requireAuthorityOverAdministrators(context);
  return user;
}

/** The address of the suspending owner may be unverified: then no owner had a verified one. */
async function requireAnotherOwner(tx: Database, user: UserRow): Promise<void> {
  if (user.role !== 'owner') return;
  if (await hasOtherAdministratorWith(tx, { id: user.id, permission: 'users:grant' })) return;
  throw new Fault(
    409,
    words('No other owner has confirmed their address yet. Ask one to do so first.'),
  );
}

/**
 * Sees to it that the caller holds a permission still. Under the lock, as two who act upon each other at
 * once were both let in: the first one to act is the only one.
 */
export async function requirePermission(
  context: Pick<AdminContext, 'user'>,
  tx: Database,
  permission: Permission,
): Promise<void> {
  const caller = await findUser(tx, callerOf(context).id);
  if (!holdsPermission(caller, permission))
    throw new Fault(403, words('You do not have permission to do this.'));
}

/** Whether an account, as it is now, may do what the permission is for. */
export const holdsPermission = (
  user: UserRow | undefined,
  permission: Permission,
): user is UserRow =>
  user !== undefined && !user.suspendedAt && permissionsOf(user.role).includes(permission);

function requireAuthorityOverAdministrators(context: AdminContext): void {
  if (!callerOf(context).permissions.includes('users:grant'))
    throw new Fault(
      403,
      words('Only people who can give roles can suspend or restore an administrator’s account.'),
    );
  if (!hasRecentPassword(sessionOf(context), context.clock.now()))
    throw new Fault(403, words('Please enter your password again to continue.'), {
      detail: { reason: 'reauthenticate' },
    });
}

export const userNotFound = () =>
  new Fault(404, words('This account does not exist. It may have been deleted.'));
