import { addAudit } from '../../server/audit.store.ts';
import { callerOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { removeSessionsOf } from '../../server/session.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { dropLinks } from './account-link.service.ts';
import { writeToMember } from './account-notice.service.ts';
import { hasOtherAdministrator, lockUser } from './account.store.ts';
import { listReachableAdministrators, lockAdministrators, type UserRow } from './member.store.ts';
import { demandOffice, noUser, type Visit } from './suspension.service.ts';
import { setAdmin } from './users.store.ts';

/**
 * Makes an account an administrator, or a member again. Either way its sessions end, as what they may do
 * changes, and every administrator is told, as is the member. Throws 404 for nobody, 409 when it is that
 * already, for a suspended one, for one whose address nobody has proved, and for the last administrator.
 */
export async function giveOffice(
  visit: Visit,
  tx: Database,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<void> {
  await lockAdministrators(tx);
  await demandOffice(visit, tx);
  const user = await lockUser(tx, id);
  if (!user) throw noUser();
  const obstacle = await obstacleOf(tx, user, isAdmin);
  if (obstacle) throw new Fault(409, obstacle);
  const caller = callerOf(visit);
  const now = visit.clock.now();
  await setAdmin(tx, id, { isAdmin, now });
  await removeSessionsOf(tx, id);
  // A link to an address that the account had before must not lead into the dashboard.
  await dropLinks(tx, id, ['email', 'not-me']);
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: isAdmin ? 'administrator.appointed' : 'administrator.dismissed',
    subject: id,
    before: { isAdmin: user.isAdmin },
    after: { isAdmin },
  });
  await tellOfOffice(visit, tx, user, isAdmin);
}

/**
 * Tells every administrator by mail, and the one whom it is about, who may open the dashboard now or no longer. An
 * address that nobody has proved is told nothing: it may be a stranger's, and the mail names its author.
 */
export async function tellOfOffice(
  visit: Visit,
  tx: Database,
  user: UserRow,
  isAdmin: boolean,
): Promise<void> {
  const when = visit.clock.now().toISOString();
  const { email: changedBy } = callerOf(visit);
  const others = (await listReachableAdministrators(tx)).filter((one) => one.id !== user.id);
  for (const reader of user.emailVerifiedAt ? [user, ...others] : others)
    await writeToMember(visit, tx, reader, {
      template: 'administrator-changed',
      props: { member: user.email, changedBy, isAdmin, when },
    });
}

async function obstacleOf(
  tx: Database,
  user: UserRow,
  isAdmin: boolean,
): Promise<string | undefined> {
  if (user.isAdmin === isAdmin)
    return isAdmin
      ? words('This account is an administrator already.')
      : words('This account is no administrator.');
  if (isAdmin && user.suspendedAt)
    return words('This account is suspended. Restore it first, then make it an administrator.');
  // Anybody may have registered with the name and the address of the person who is meant.
  if (isAdmin && !user.emailVerifiedAt)
    return words(
      'Nobody has confirmed the address of this account yet. Ask its owner to open the link in our mail first.',
    );
  if (!isAdmin && !(await hasOtherAdministrator(tx, user.id)))
    return words(
      'This is the only administrator. Make somebody else one first, so that the site has one.',
    );
  return undefined;
}
