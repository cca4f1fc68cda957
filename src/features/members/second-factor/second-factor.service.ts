import { hasRecentPassword } from '../../../server/security/authorize.ts';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { SealedColumn } from '../../../server/sealed-column.ts';
import type { Session } from '../../../server/security/session.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { forgetBrowsers } from '../known-browsers.store.ts';
import { returnAttempt } from '../login-attempts.store.ts';
import { hashWithSalt } from '../password.service.ts';
import {
  deletePasskeysOf,
  deletePasskeysSince,
  listPasskeys,
  wasPasskeyUsedAt,
} from './passkey.store.ts';
import {
  countSecondFactors,
  deleteTotp,
  deleteTotpSince,
  listRecoveryCodes,
  recoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  type SecondFactors,
  consumeRecoveryCode,
} from './second-factor.store.ts';
import {
  newRecoveryCode,
  parseRecoveryCode,
  recoveryCodeCount,
  type SecondFactor,
  formatRecoveryCode,
  parseTotpCode,
} from './second-factor.rules.ts';
import { matchTotpCode } from './totp.service.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import type { MailProps } from '../../../server/mails.ts';
import { findUser } from '../../../server/user.store.ts';
import { lockLinkProps } from '../account-link.service.ts';

/** The account, the administrator where it was not the owner, and the facts for audit log and mail. */
interface Act {
  userId: string;
  actorId?: string;
  /** `second_factor.…` in the audit log. */
  action: string;
  about?: Record<string, unknown>;
}

/** Writes the audit row and returns whom to notify by mail. */
async function record(context: MailContext, { userId, actorId = userId, action, about = {} }: Act) {
  const { db, clock } = context;
  const at = clock.now();
  const act = { actorId, action: `second_factor.${action}`, subject: userId };
  await addAudit(db, { ...act, at, after: about });
  const user = await findUser(db, userId);
  if (!user) throw new Error('An account vanished while its second factor was changed.');
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    batch: `second-factor:${randomUUID()}`,
    to: { name, address: user.email },
    locale: user.locale,
    mailProps: { name, when: at.toISOString() },
    user,
  };
}

/**
 * Records a change of an account's security, lets the account forget its browsers and notifies its owner by mail. The record, which nothing
 * takes away, has the passkey's id; its name may name a person, and is for the mail alone.
 */
export async function recordFactorChange(
  context: MailContext,
  userId: string,
  change: MailProps['second-factor-changed']['change'],
  passkey?: { id: string; name: string },
): Promise<void> {
  await forgetBrowsers(context.db, userId);
  const action = change.replaceAll('-', '_');
  const about = passkey ? { passkey: passkey.id } : {};
  const { mailProps, user, ...mail } = await record(context, { userId, action, about });
  const template = 'second-factor-changed';
  const link = await lockLinkProps(context, context.db, user);
  const props = { ...mailProps, ...link, change, passkey: passkey?.name ?? '' };
  await queueMail(context, { ...mail, template, props }, context);
}

/** Records that an administrator removed every second factor of an account, and notifies its owner by mail. */
export async function recordFactorRemoval(
  context: MailContext,
  removal: { userId: string; actorId: string; had: Record<string, unknown> },
): Promise<void> {
  await forgetBrowsers(context.db, removal.userId);
  const { had, ...who } = removal;
  const act = { ...who, action: 'all_removed', about: { had } };
  const { mailProps, user, ...mail } = await record(context, act);
  const link = { notMeUrl: '', isAdmin: user.isAdmin };
  const props = { ...mailProps, ...link, change: 'all-removed', passkey: '' } as const;
  await queueMail(context, { ...mail, template: 'second-factor-changed', props }, context);
}

/** Records a used recovery code, and mails its owner how many are left. */
async function recordUsedRecoveryCode(
  context: MailContext,
  userId: string,
  left: number,
): Promise<void> {
  const act = { userId, action: 'recovery_code_used', about: { left } };
  const { mailProps, user, ...mail } = await record(context, act);
  const props = { ...mailProps, left, ...(await lockLinkProps(context, context.db, user)) };
  await queueMail(context, { ...mail, template: 'recovery-code-used', props }, context);
}

type CodeContext = Pick<AppContext, 'secrets' | 'clock'>;

const PURPOSE = 'recovery-code';

/**
 * A code as it is stored, sealed: who reads the table cannot try codes, and a change of APP_SECRET keeps them. Who
 * has the secret too pays a slow hash for each try. The codes of a set share a salt, so that one try costs one.
 */
async function hashCode(code: string, salt: string): Promise<string> {
  const hash = await hashWithSalt(code, Buffer.from(salt, 'base64url'));
  return `${salt}:${hash.toString('base64url')}`;
}

/** As earlier versions stored it. */
const digestOf = (code: string) => createHash('sha256').update(code).digest('base64url');

export const SEALED_CODES: SealedColumn = {
  name: 'recovery codes',
  column: recoveryCodes.digest,
  key: [recoveryCodes.userId, recoveryCodes.digest],
  sealOf: (userId = '') => [PURPOSE, userId],
  isKeyShown: false,
};

/** Ten codes as they are shown, this once, and as they are stored. */
interface NewRecoveryCodes {
  shown: string[];
  digests: string[];
}

/** Ten new codes for `replaceRecoveryCodes`. Call it outside of transactions: each is a slow hash. */
export async function createRecoveryCodes(
  context: CodeContext,
  userId: string,
): Promise<NewRecoveryCodes> {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(newRecoveryCode(randomBytes));
  const salt = randomBytes(16).toString('base64url');
  const digests: string[] = [];
  for (const code of codes)
    digests.push(context.secrets.seal(PURPOSE, userId, await hashCode(code, salt)));
  return { shown: [...codes].map(formatRecoveryCode), digests };
}

/** A code as it is stored; `undefined` when it is none of this member's, or was used before. */
async function findStoredCode(
  context: CodeContext & Pick<AppContext, 'db'>,
  userId: string,
  code: string,
): Promise<string | undefined> {
  const hashes = new Map<string, Promise<string>>();
  const hashUnder = (salt: string) => {
    const hash = hashes.get(salt) ?? hashCode(code, salt);
    hashes.set(salt, hash);
    return hash;
  };
  for (const stored of await listRecoveryCodes(context.db, userId))
    if (await isCodeIn(context, userId, { code, stored, hashUnder })) return stored;
  return undefined;
}

async function isCodeIn(
  { secrets }: CodeContext,
  userId: string,
  tried: { code: string; stored: string; hashUnder(salt: string): Promise<string> },
): Promise<boolean> {
  const { code, stored } = tried;
  // As the first versions stored it; the others before this one are below.
  if (!stored.includes('.')) return secrets.digests(PURPOSE, `${userId} ${code}`).includes(stored);
  let saved: string;
  try {
    saved = secrets.unseal(PURPOSE, userId, stored);
  } catch {
    return false;
  }
  const [salt, hash] = saved.split(':');
  return saved === (salt && hash ? await tried.hashUnder(salt) : digestOf(code));
}

/** Uses up what was given, in the transaction of what it opens. Throws 400 when it was used meanwhile. */
export type ConsumeSecondFactor = (tx: Database) => Promise<void>;

const nothingToConsume: ConsumeSecondFactor = async () => undefined;

export const hasAnyFactor = ({ totp, passkeys }: SecondFactors) => totp || passkeys > 0;

/**
 * Asks for the second factor of an account whose password was right a moment ago, under the key
 * of that attempt; answers how to use it up. An account without one is asked for nothing. Of a `session`
 * that is given, a passkey that it has just shown again counts instead. `factors` are given by who looks once more
 * in the end, whether there are some by then.
 * Throws 403 with `reason: 'second-factor'` when there is no code (which is no wrong attempt), and 400
 * beside `code` when it is wrong; 429, which is no wrong attempt either, when too many hashes wait. Call it outside of
 * transactions.
 */
export async function requireSecondFactor(
  context: MailContext,
  user: { id: string; factors?: SecondFactors },
  given: { code: string | undefined; attemptKey: string; session?: Session },
): Promise<ConsumeSecondFactor> {
  const factors = user.factors ?? (await countSecondFactors(context.db, user.id));
  if (!hasAnyFactor(factors)) return nothingToConsume;
  if (given.code === undefined) {
    if (given.session && (await hasShownPasskey(context, user.id, given.session)))
      return nothingToConsume;
    await returnAttempt(context.db, given.attemptKey);
    throw codeIsMissing(factors);
  }
  const take = await matchCode(context, user.id, given.code).catch(async (error: unknown) => {
    // It was not compared.
    await returnAttempt(context.db, given.attemptKey);
    throw error;
  });
  if (!take) throw codeIsWrong();
  return async (tx) => {
    if (!(await take(tx))) throw codeIsWrong();
  };
}

/** Whether it was a passkey, shown in the last minutes, that this session was last authenticated with. */
const hasShownPasskey = async ({ db, clock }: MailContext, userId: string, session: Session) =>
  hasRecentPassword(session, clock.now()) && wasPasskeyUsedAt(db, userId, session.authenticatedAt);

/** How to use up what a code looks like; `undefined` when it can open nothing. */
async function matchCode(context: MailContext, userId: string, code: string) {
  const digits = parseTotpCode(code);
  if (digits) return matchTotpCode(context, context.db, userId, digits);
  const recoveryCode = parseRecoveryCode(code);
  if (!recoveryCode) return undefined;
  // Compared here, as a slow hash must not hold a connection.
  const stored = await findStoredCode(context, userId, recoveryCode);
  if (stored === undefined) return undefined;
  return async (tx: Database) => {
    if (!(await consumeRecoveryCode(tx, userId, stored, context.clock.now()))) return false;
    const { recoveryCodes: left } = await countSecondFactors(tx, userId);
    await recordUsedRecoveryCode({ ...context, db: tx }, userId, left);
    return true;
  };
}

function codeIsMissing(factors: SecondFactors): Fault {
  const sentence = factors.totp
    ? words('Please enter the code from your authenticator app, or a recovery code.')
    : words('Please use your passkey, or enter a recovery code.');
  const methods: SecondFactor[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ];
  return new Fault(403, sentence, { detail: { reason: 'second-factor', methods } });
}

export function codeIsWrong(): Fault {
  const message = words('The code is incorrect or has already been used. Please try another one.');
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
 * the phone is lost: `codes`, as they are shown; answers null where there are some already.
 */
export async function withInitialRecoveryCodes(
  tx: Database,
  userId: string,
  codes: NewRecoveryCodes,
  add: () => Promise<void>,
): Promise<string[] | null> {
  const before = await countSecondFactors(tx, userId);
  await add();
  if (hasAnyFactor(before)) return null;
  await replaceRecoveryCodes(tx, userId, codes.digests);
  return codes.shown;
}

/** After one was taken away: with the last factor the recovery codes go too. */
export async function removeCodesWithoutFactor(tx: Database, userId: string): Promise<void> {
  if (!hasAnyFactor(await countSecondFactors(tx, userId))) await removeRecoveryCodes(tx, userId);
}

/** Takes everything but the password away, for who has lost it all, or may have it from a attacker. */
export async function removeSecondFactors(tx: Database, userId: string, now: Date): Promise<void> {
  await deleteTotp(tx, userId, now);
  await deletePasskeysOf(tx, userId);
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
  const totp = await deleteTotpSince(tx, userId, { since, now });
  const passkeys = await deletePasskeysSince(tx, userId, since);
  await removeRecoveryCodes(tx, userId);
  return { totp, passkeys };
}
