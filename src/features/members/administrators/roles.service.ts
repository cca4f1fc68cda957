import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { removeApiKeysOf } from '../../../server/security/api-key.store.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import { conflict } from '../../../server/http/conflict.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Role } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';
import { revokeLinks } from '../account-link.service.ts';
import { mailMember } from '../account-mail.service.ts';
import {
  hasOtherAdministratorWith,
  listReachableAdministrators,
  type UserRow,
} from '../../../server/user.store.ts';
import { lockAdministrators, lockUser } from '../member.store.ts';

import { requirePermission, userNotFound, type AdminContext } from './suspension.service.ts';
import { setRole } from './accounts.store.ts';

/** Whether the site has an owner who can log in besides this account. */
export const hasOtherOwner = (db: Database, id: string): Promise<boolean> =>
  hasOtherAdministratorWith(db, { id, permission: 'users:grant' });

/**
 * Gives an account a role in the dashboard, another one, or none any more (null). Its sessions and API keys end, as what
 * they may do changes, and the owners are notified, as is the person. Throws 404 for nobody, 409 when it has that role already,
 * or another than the caller has seen (`was`), for a suspended one, for a member whose address nobody has proved, and
 * for the last owner.
 */
export async function changeRole(
  context: AdminContext,
  tx: Database,
  { id, role, was }: { id: string; role: Role | null; was: Role | null },
): Promise<void> {
  await lockAdministrators(tx);
  await requirePermission(context, tx, 'users:grant');
  const user = await lockUser(tx, id);
  if (!user) throw userNotFound();
  if (user.role !== was && user.role !== role) throw conflict(user.role);
  const obstacle = await findObstacle(tx, user, role);
  if (obstacle) throw new Fault(409, obstacle);
  const caller = callerOf(context);
  const now = context.clock.now();
  await setRole(tx, id, { role, now });
  await removeSessionsOf(tx, id);
  await removeApiKeysOf(tx, id);
  // A link to an address that the account had before must not lead into the dashboard.
  await revokeLinks(tx, id, ['email', 'not-me', 'invitation']);
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: auditActionOf(user.role, role),
    subject: id,
    before: { role: user.role },
    after: { role },
  });
  await notifyRoleChange(context, tx, user, { was: user.role, role, changedBy: caller.email });
}

function auditActionOf(was: Role | null, role: Role | null): string {
  if (role === null) return 'administrator.dismissed';
  return was === null ? 'administrator.appointed' : 'administrator.role_changed';
}

/**
 * Tells every owner by mail, and the one whom it is about, who may do what in the dashboard now. An address that
 * nobody has proved is not notified: it may be a stranger's, and the mail names its author.
 */
export async function notifyRoleChange(
  context: MailContext,
  tx: Database,
  user: UserRow,
  { was, role, changedBy }: { was: Role | null; role: Role | null; changedBy: string },
): Promise<void> {
  const when = context.clock.now().toISOString();
  const owners = await listReachableAdministrators(tx, 'users:grant');
  const others = owners.filter((one) => one.id !== user.id);
  for (const reader of user.emailVerifiedAt ? [user, ...others] : others)
    await mailMember(context, tx, reader, {
      template: 'administrator-changed',
      props: { member: user.email, changedBy, isAdmin: role !== null, was, role, when },
    });
}

async function findObstacle(
  tx: Database,
  user: UserRow,
  role: Role | null,
): Promise<string | undefined> {
  if (user.role === role)
    return role
      ? words('This account already has that role.')
      : words('This account is not an administrator.');
  if (role && user.suspendedAt)
    return words('This account is suspended. Restore it first, then give it a role.');
  // Anybody may have registered with the name and the address of the person who is meant.
  if (!user.role && !user.emailVerifiedAt)
    return words(
      'The address of this account is not confirmed yet. Ask the account holder to open the link in our email first.',
    );
  if (user.role === 'owner' && !(await hasOtherOwner(tx, user.id)))
    return words(
      'This is the only owner who can log in. Make someone else an owner first, so that the site still has one.',
    );
  return undefined;
}
