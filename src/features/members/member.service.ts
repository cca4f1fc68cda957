import type { Caller, House } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { permissionsOf } from '../../shared/roles.ts';
import { minutes } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import { touchUser } from './account.store.ts';
import { type Holder, takeFirstTry } from './login.store.ts';
import { forgiveTries, returnTry, takeTry } from './login-tries.store.ts';
import { findUser, holdsPassword, type UserRow } from './member.store.ts';
import { verifyPassword } from './password.service.ts';
import { isSecondFactorAsked } from './settings/second-factor-rule.service.ts';
import { hasPasskey } from './second-factor.store.ts';

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
    isAskedForSecondFactor: isAdmin && !hasSecondFactor && (await isSecondFactorAsked(db)),
    permissions: permissionsOf(role),
  };
}

/** Keeps when a member was last here, to the minute. */
export const noteSeen = (db: Database, userId: string, now: Date): Promise<void> =>
  touchUser(db, userId, { now, since: new Date(now.getTime() - minutes(1)) });

/**
 * The account of this address and password, else undefined: one path for known and unknown addresses.
 * Uses `house.db` outside of transactions. Throws 429 with Retry-After after five tries of this
 * counter in five minutes, whatever the password, and when too many hashes wait.
 */
export async function findByCredentials(
  house: Pick<House, 'db' | 'clock'>,
  given: { email: string; password: string },
  counter: string,
): Promise<Holder | undefined> {
  const now = house.clock.now();
  const { isCounted, holder } = await takeFirstTry(house.db, { email: given.email, counter, now });
  const retryAt = isCounted
    ? undefined
    : await inTransaction(house.db, (tx) => takeTry(tx, counter, now));
  if (retryAt) {
    const seconds = Math.ceil((retryAt.getTime() - now.getTime()) / 1000);
    throw new Fault(
      429,
      words('Too many tries for this account. Please wait a few minutes and try again.'),
      {
        headers: { 'Retry-After': String(seconds) },
      },
    );
  }
  try {
    return (await verifyPassword(given.password, holder?.password)) ? holder : undefined;
  } catch (error) {
    await returnTry(house.db, counter);
    throw error;
  }
}

/**
 * Confirms in the transaction of what the password opened that it is still the account's, and
 * forgives the wrong tries of this counter before it. `false` when the password was changed in between.
 */
export async function confirmCredentials(
  tx: Database,
  user: UserRow,
  counter: string,
): Promise<boolean> {
  if (!(await holdsPassword(tx, user.id, user.password))) return false;
  await forgiveTries(tx, counter);
  return true;
}
