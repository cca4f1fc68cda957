import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type RequestContext, sessionOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { ErasedSubject, PersonalDataSource } from '../../../server/personal-data.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { mailMember, requestDetails } from '../account-mail.service.ts';
import { hasOtherOwner } from '../administrators/roles.service.ts';
import { requireOwnPassword } from '../login/login.service.ts';
import {
  accountAttemptKey,
  memberAttemptKey,
  sessionAttemptKey,
} from '../login-attempt-key.service.ts';
import { clearAttempts } from '../login-attempts.store.ts';
import { type UserRow } from '../../../server/user.store.ts';
import { lockAdministrators, removeUser } from '../member.store.ts';
import { requireSecondFactor } from '../second-factor/second-factor.service.ts';

type DeletionContext = MailContext &
  Pick<RequestContext<AnyEndpoint>, 'request' | 'user' | 'session'>;

/**
 * Checks the password, and a code where one is in use; answers the deletion, to be run in a transaction. A passkey
 * that the session has just used replaces the code. Throws 400 for a wrong password or code, 403 with
 * `reason: 'second-factor'` where a code is missing, 409 for the last owner.
 */
export async function prepareDeletion(
  context: DeletionContext,
  given: { password: string; code?: string | undefined },
  sources: readonly PersonalDataSource[],
): Promise<(tx: Database) => Promise<void>> {
  const caller = callerOf(context);
  // Before the password, so that this refusal costs no attempt.
  if (caller.role === 'owner' && !(await hasOtherOwner(context.db, caller.id))) throw isLastOwner();
  const own = await requireOwnPassword(context, given.password, { isHalf: true });
  const session = sessionOf(context);
  const attemptKey = sessionAttemptKey(context, session);
  const proof = { code: given.code, attemptKey, session };
  const consumeSecondFactor = await requireSecondFactor(context, caller, proof);
  return async (tx) => {
    // Before the account's row: counting administrators locks in this order.
    if (caller.isAdmin) await lockAdministrators(tx);
    const user = await own.confirm(tx);
    if (user.role === 'owner' && !(await hasOtherOwner(tx, user.id))) throw isLastOwner();
    await consumeSecondFactor(tx);
    await eraseData(context, tx, { account: user, subject: { ...user, isWhole: false } }, sources);
    await recordDeletion(context, tx, user);
  };
}

interface Erased {
  /** None of someone without an account. */
  account: UserRow | undefined;
  subject: ErasedSubject;
}

/** Deletes the account with what foreign keys bind to it; other features erase or keep theirs. */
export async function eraseData(
  context: Pick<DeletionContext, 'clock' | 'secrets'>,
  tx: Database,
  { account, subject }: Erased,
  sources: readonly PersonalDataSource[],
): Promise<void> {
  const now = context.clock.now();
  if (account) {
    await removeSessionsOf(tx, account.id);
    await clearAttempts(tx, accountAttemptKey(context, account.email));
    await clearAttempts(tx, memberAttemptKey(context, account.id));
  }
  for (const source of sources) await source.erase?.(tx, subject, now);
  if (account) await removeUser(tx, account.id);
}

async function recordDeletion(
  context: DeletionContext,
  tx: Database,
  user: UserRow,
): Promise<void> {
  await addAudit(tx, {
    at: context.clock.now(),
    actorId: user.id,
    action: 'account.deleted',
    subject: user.id,
    before: { was: user.role ?? 'member' },
  });
  await mailMember(context, tx, user, {
    template: 'account-deleted',
    props: requestDetails(context),
  });
}

const isLastOwner = () =>
  new Fault(
    409,
    words(
      'You are the only owner who can log in. Make someone else an owner first, so that the site still has one.',
    ),
  );
