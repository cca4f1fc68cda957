import {
  type AppContext,
  type Caller,
  callerOf,
  type RequestContext,
  sessionOf,
} from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { words } from '../../../shared/words.ts';
import { findUser, type UserRow } from '../../../server/user.store.ts';
import { lockUserWithPassword, lockUser } from '../member.store.ts';
import { requireRecentPassword } from '../../../server/security/authorize.ts';
import { newSession } from '../../../server/security/session.store.ts';
import {
  accountIsSuspended,
  completeLogin,
  removeOwnSession,
  type SessionContext,
  sessionStartOf,
} from '../sessions/session.service.ts';
import type { ConsumeSecondFactor } from '../second-factor/second-factor.service.ts';
import { addLoginSession, type LoginAccount, recordFirstAttempt } from './login.store.ts';
import { clearAttempts, returnAttempt, recordLoginAttempt } from '../login-attempts.store.ts';
import { verifyPassword } from '../password.service.ts';
import { isSecondFactorRequired } from '../second-factor/second-factor-policy.service.ts';
import { hasPasskey } from '../second-factor/second-factor.store.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { loginAttemptKey, sessionAttemptKey } from '../login-attempt-key.service.ts';
import { expiredLinkFault } from '../account-link.service.ts';

type CallerContext = Pick<
  RequestContext<AnyEndpoint>,
  'db' | 'clock' | 'secrets' | 'user' | 'session'
>;

/**
 * Asks the caller for their password before an action, counting the attempts. Answers the
 * account as it is when `confirm` runs in the action's transaction, held until its end. A right one is no
 * attempt, whatever the action comes to; `isHalf` counts it until the action is done, where a code is asked for
 * under the same key. Where no code is asked for, an account with a second factor must have shown it a moment ago
 * (ASVS V7.5.1). Throws 400 beside `field` for a wrong one, also when it was changed in between, 403 for a second
 * factor that was shown too long ago, and 429 for too many.
 */
export async function requireOwnPassword(
  context: CallerContext,
  password: string,
  { field = 'password', isHalf = false } = {},
): Promise<{ confirm(tx: Database): Promise<UserRow> }> {
  const { email, hasSecondFactor } = callerOf(context);
  const attemptKey = sessionAttemptKey(context, sessionOf(context));
  if (hasSecondFactor && !isHalf) requireRecentPassword(sessionOf(context), context.clock.now());
  const user = await findByCredentials(context, { email, password }, attemptKey);
  if (!user) throw passwordIsWrong(field);
  // Outside of the action’s transaction, which a taken address undoes.
  if (!isHalf) await returnAttempt(context.db, attemptKey);
  return {
    async confirm(tx) {
      const owner = await lockUser(tx, user.id);
      if (owner?.password !== user.password) throw passwordIsWrong(field);
      await clearAttempts(tx, attemptKey);
      return owner;
    },
  };
}

// Not 401: the session is fine, the form is not.
export function passwordIsWrong(field = 'password'): Fault {
  const message = words('The password is incorrect.');
  return new Fault(400, message, { fields: { [field]: message } });
}

type HolderContext = Pick<
  RequestContext<AnyEndpoint>,
  'db' | 'clock' | 'secrets' | 'user' | 'request'
>;

/**
 * Sees to it that the link to an address is opened by the member whose account gets it: logged in to it in
 * this browser, or with its password. Whoever reads the mailbox alone may be a stranger to the account, which
 * somebody else made in their name. Answers what confirms it in the transaction of the action. Throws 403 with
 * `reason: 'password'` for a missing or a wrong one, and 429 after too many, which count as login attempts.
 */
export async function requireLinkHolder(
  context: HolderContext,
  link: { userId: string },
  password: string | undefined,
): Promise<(tx: Database) => Promise<void>> {
  if (context.user?.id === link.userId) return async () => undefined;
  if (password === undefined) throw passwordIsMissing();
  const owner = await findUser(context.db, link.userId);
  if (!owner) throw expiredLinkFault();
  const attemptKey = await loginAttemptKey(context, owner.email);
  const user = await findByCredentials(context, { email: owner.email, password }, attemptKey);
  if (user?.id !== link.userId) throw holderPasswordIsWrong();
  return async (tx) => {
    if (!(await confirmCredentials(tx, user, attemptKey))) throw holderPasswordIsWrong();
  };
}

const passwordIsMissing = () =>
  refusal(
    words('This browser is not logged in to the account. Please enter the account’s password.'),
  );
const holderPasswordIsWrong = () => refusal(words('The password is incorrect.'));

const refusal = (message: string) =>
  new Fault(403, message, { fields: { password: message }, detail: { reason: 'password' } });

/** The person of a session; undefined when the account is gone or suspended. Read for each request, so that a change of role holds from the next one on. */
export async function identify(db: Database, userId: string): Promise<Caller | undefined> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) return undefined;
  const { id, email, firstName, lastName, isAdmin, role, createdAt } = user;
  const hasSecondFactor = user.totpConfirmedAt !== null || (isAdmin && (await hasPasskey(db, id)));
  return {
    id,
    email,
    firstName,
    lastName,
    isAdmin,
    role,
    createdAt,
    isVerified: user.emailVerifiedAt !== null,
    hasSecondFactor,
    isAskedForSecondFactor: isAdmin && !hasSecondFactor && (await isSecondFactorRequired(db)),
    permissions: permissionsOf(role),
  };
}

/**
 * The account of this address and password, else undefined: one path for known and unknown addresses.
 * Uses `context.db` outside of transactions. Throws 429 with Retry-After after five attempts under this
 * key in five minutes, whatever the password, and when too many hashes wait.
 */
export async function findByCredentials(
  context: Pick<AppContext, 'db' | 'clock'>,
  given: { email: string; password: string },
  attemptKey: string,
): Promise<LoginAccount | undefined> {
  const now = context.clock.now();
  const { isCounted, owner } = await recordFirstAttempt(context.db, {
    email: given.email,
    attemptKey,
    now,
  });
  const retryAt = isCounted
    ? undefined
    : await inTransaction(context.db, (tx) => recordLoginAttempt(tx, attemptKey, now));
  if (retryAt) {
    const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
    throw new Fault(
      429,
      words('Too many attempts for this account. Please wait a few minutes and try again.'),
      {
        headers: { 'Retry-After': String(seconds) },
      },
    );
  }
  try {
    return (await verifyPassword(given.password, owner?.password)) ? owner : undefined;
  } catch (error) {
    await returnAttempt(context.db, attemptKey);
    throw error;
  }
}

/**
 * Confirms in the transaction of what the password opened that it is still the account's, and
 * removes the earlier failed attempts under this key. `false` when the password was changed in between.
 */
export async function confirmCredentials(
  tx: Database,
  user: UserRow,
  attemptKey: string,
): Promise<boolean> {
  if (!(await lockUserWithPassword(tx, user.id, user.password))) return false;
  await clearAttempts(tx, attemptKey);
  return true;
}

/**
 * The same for who has given the password a moment ago, whose earlier failed attempts under this key are
 * forgiven; `consumeSecondFactor` uses up the code. `false` when the password was changed in between, or a second factor
 * has come that was not asked for.
 */
export async function startSessionByPassword(
  context: SessionContext,
  tx: Database,
  holder: LoginAccount,
  {
    attemptKey,
    consumeSecondFactor,
  }: { attemptKey: string; consumeSecondFactor: ConsumeSecondFactor },
): Promise<boolean> {
  const { token, session } = newSession(sessionStartOf(context, holder));
  if (!(await addLoginSession(tx, holder, { attemptKey, session }))) return false;
  await consumeSecondFactor(tx);
  if (holder.suspendedAt) throw accountIsSuspended(context, holder.suspendedFor);
  await removeOwnSession(context, tx);
  await completeLogin(context, tx, holder, { token });
  return true;
}
