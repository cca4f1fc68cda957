import type { Context } from '../../server/context.ts';
import { callerOf, sessionOf } from '../../server/context.ts';
import { addAudit } from '../../server/audit.store.ts';
import type { Database } from '../../server/database.ts';
import { removeSessionsOf } from '../../server/session.store.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { forgetMessagesOf } from '../messages/message.service.ts';
import { noteClosing } from '../retention/closed.service.ts';
import { doneBy, writeToMember } from './account-notice.service.ts';
import { removeUser } from './account.store.ts';
import { accountCounter, sessionCounter } from './login-counter.service.ts';
import { forgiveTries } from './login-tries.store.ts';
import { lockAdministrators, type UserRow } from './member.store.ts';
import { hasOtherOwner } from './office.service.ts';
import { demandOwnPassword } from './own-password.service.ts';
import { demandSecondFactor } from './second-factor.service.ts';

type Visit = Pick<
  Context<AnyEndpoint>,
  'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl' | 'request' | 'user' | 'session'
>;

/**
 * Asks for the password, and for a code where one is in use; answers how to close the account in a
 * transaction. What is the member's own goes: sessions, profile, claims, conversations, what guards the
 * account. Letters stay with those who have them, without a name; payments belong to the books. What the
 * site knows of mails to them, and of applications that are over, follows (retention/closed.service). A passkey
 * that was just shown again stands for the code. Throws 400 for a wrong password
 * or code, 403 with `reason: 'second-factor'` where one is missing, 409 for the last owner.
 */
export async function askToCloseAccount(
  visit: Visit,
  given: { password: string; code?: string | undefined },
): Promise<(tx: Database) => Promise<void>> {
  const caller = callerOf(visit);
  // Before the password, so that trying in vain uses up no tries.
  if (caller.role === 'owner' && !(await hasOtherOwner(visit.db, caller.id))) throw isLastOwner();
  const own = await demandOwnPassword(visit, given.password, { isHalf: true });
  const session = sessionOf(visit);
  const counter = sessionCounter(visit, session);
  const asked = { code: given.code, counter, session };
  const takeCode = await demandSecondFactor(visit, caller, asked);
  return async (tx) => {
    // Before the account itself, in the order of everybody who counts administrators.
    if (caller.isAdmin) await lockAdministrators(tx);
    const user = await own.confirm(tx);
    if (user.role === 'owner' && !(await hasOtherOwner(tx, user.id))) throw isLastOwner();
    await takeCode(tx);
    await closeAccount(visit, tx, user);
  };
}

async function closeAccount(visit: Visit, tx: Database, user: UserRow): Promise<void> {
  await removeSessionsOf(tx, user.id);
  await forgiveTries(tx, accountCounter(visit, user.email));
  await forgetMessagesOf(tx, user.id);
  await noteClosing(tx, user, visit.clock.now());
  await removeUser(tx, user.id);
  await addAudit(tx, {
    at: visit.clock.now(),
    actorId: user.id,
    action: 'account.deleted',
    subject: user.id,
    before: { was: user.role ?? 'member' },
  });
  await writeToMember(visit, tx, user, { template: 'account-deleted', props: doneBy(visit) });
}

const isLastOwner = () =>
  new Fault(
    409,
    words(
      'You are the only owner who can log in. Make somebody else an owner first, so that the site has one.',
    ),
  );
