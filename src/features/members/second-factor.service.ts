import { isRecent } from '../../server/admit.ts';
import type { House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import type { Session } from '../../server/session.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { returnTry } from './login-tries.store.ts';
import {
  dropPasskeysOf,
  dropPasskeysSince,
  listPasskeys,
  wasPasskeyShownAt,
} from './passkey.store.ts';
import { issueRecoveryCodes, spendCode } from './recovery.service.ts';
import { removeRecoveryCodes } from './recovery.store.ts';
import { recordUsedCode } from './second-factor-notice.service.ts';
import { recoveryCodeIn, type SecondFactor, totpCodeIn } from './second-factor.rules.ts';
import { countSecondFactors, type SecondFactors } from './second-factor.store.ts';
import { totpTaker } from './totp.service.ts';
import { forgetTotp, forgetTotpSince } from './totp.store.ts';

type Desk = Pick<House, 'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl'>;

/** Uses up what was given, in the transaction of what it opens. Throws 400 when it was used meanwhile. */
export type TakeSecondFactor = (tx: Database) => Promise<void>;

const nothingToTake: TakeSecondFactor = async () => undefined;

export const isGuarded = ({ totp, passkeys }: SecondFactors) => totp || passkeys > 0;

/**
 * Asks for the second factor of an account whose password was right a moment ago, under the counter
 * of that try; answers how to use it up. An account without one is asked for nothing. Of a `session`
 * that is given, a passkey that it has just shown again counts instead. `factors` are given by who looks once more
 * in the end, whether there are some by then.
 * Throws 403 with `reason: 'second-factor'` when there is no code (which is no wrong try), and 400
 * beside `code` when it is wrong. Call it outside of transactions.
 */
export async function demandSecondFactor(
  desk: Desk,
  user: { id: string; factors?: SecondFactors },
  given: { code: string | undefined; counter: string; session?: Session },
): Promise<TakeSecondFactor> {
  const factors = user.factors ?? (await countSecondFactors(desk.db, user.id));
  if (!isGuarded(factors)) return nothingToTake;
  if (given.code === undefined) {
    if (given.session && (await hasShownPasskey(desk, user.id, given.session)))
      return nothingToTake;
    await returnTry(desk.db, given.counter);
    throw codeIsMissing(factors);
  }
  const take = await takerOf(desk, user.id, given.code);
  if (!take) throw codeIsWrong();
  return async (tx) => {
    if (!(await take(tx))) throw codeIsWrong();
  };
}

/** Whether it was a passkey, shown in the last minutes, that this session was last authenticated with. */
const hasShownPasskey = async ({ db, clock }: Desk, userId: string, session: Session) =>
  isRecent(session, clock.now()) && wasPasskeyShownAt(db, userId, session.authenticatedAt);

/** How to use up what a code looks like; `undefined` when it can open nothing. */
async function takerOf(desk: Desk, userId: string, code: string) {
  const digits = totpCodeIn(code);
  if (digits) return totpTaker(desk, desk.db, userId, digits);
  const recoveryCode = recoveryCodeIn(code);
  if (!recoveryCode) return undefined;
  return async (tx: Database) => {
    if (!(await spendCode(desk, tx, userId, recoveryCode))) return false;
    const { recoveryCodes: left } = await countSecondFactors(tx, userId);
    await recordUsedCode({ ...desk, db: tx }, userId, left);
    return true;
  };
}

function codeIsMissing(factors: SecondFactors): Fault {
  const sentence = factors.totp
    ? words('Please enter the code of your authenticator app, or a recovery code.')
    : words('Please use your passkey, or enter a recovery code.');
  const methods: SecondFactor[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ];
  return new Fault(403, sentence, { detail: { reason: 'second-factor', methods } });
}

export function codeIsWrong(): Fault {
  const message = words('The code is not right, or was used before.');
  return new Fault(400, message, { fields: { code: message } });
}

/** What guards an account, as its owner sees it. */
export async function describeSecondFactor(db: Database, userId: string) {
  const { totp, recoveryCodes: recoveryCodesLeft } = await countSecondFactors(db, userId);
  const passkeys = (await listPasskeys(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
  }));
  return { totp, passkeys, recoveryCodesLeft };
}

/**
 * Adds a factor under the lock of the caller. With the first one come recovery codes, for the day
 * the phone is lost; answers null where there are some already.
 */
export async function withFirstCodes(
  desk: Desk,
  userId: string,
  add: () => Promise<void>,
): Promise<string[] | null> {
  const before = await countSecondFactors(desk.db, userId);
  await add();
  return isGuarded(before) ? null : issueRecoveryCodes(desk, desk.db, userId);
}

/** After one was taken away: with the last factor the recovery codes go too. */
export async function endWithLast(tx: Database, userId: string): Promise<void> {
  if (!isGuarded(await countSecondFactors(tx, userId))) await removeRecoveryCodes(tx, userId);
}

/** Takes everything but the password away, for who has lost it all, or may have it from a thief. */
export async function removeSecondFactors(tx: Database, userId: string, now: Date): Promise<void> {
  await forgetTotp(tx, userId, now);
  await dropPasskeysOf(tx, userId);
  await removeRecoveryCodes(tx, userId);
}

/**
 * Takes away what was added since a moment, and the recovery codes, of which nobody knows who has them. What stood
 * before is its owner's, and stays.
 */
export async function removeSecondFactorsSince(
  tx: Database,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<{ totp: boolean; passkeys: number }> {
  const totp = await forgetTotpSince(tx, userId, { since, now });
  const passkeys = await dropPasskeysSince(tx, userId, since);
  await removeRecoveryCodes(tx, userId);
  return { totp, passkeys };
}
