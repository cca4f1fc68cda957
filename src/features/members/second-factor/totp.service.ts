import { Secret, TOTP } from 'otpauth';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { SealedColumn } from '../../../server/sealed-column.ts';
import { users } from '../../../server/user.store.ts';
import {
  findTotp,
  storePendingTotp,
  activateTotp,
  consumeTotpStep,
} from './second-factor.store.ts';

type TotpContext = Pick<AppContext, 'secrets' | 'clock'>;

/** What every authenticator app knows: SHA-1, six digits, thirty seconds (RFC 6238 §1.2). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks go wrong by a step either way (RFC 6238 §5.2). */
const window = 1;
const secretBytes = 20;

/** What binds a key to its row: sealed for one account it opens no other. */
const sealOf = (userId: string) => ['totp', `users:${userId}`] as const;

export const SEALED_APPS: SealedColumn = {
  name: 'keys of authenticator apps',
  column: users.totpSecret,
  key: [users.id],
  sealOf: (userId = '') => sealOf(userId),
  isKeyShown: true,
};

/** A new key that waits to be confirmed; `undefined` when the member has one in use. */
export async function createPendingTotp(
  { secrets }: TotpContext,
  db: Database,
  user: { id: string; email: string },
  issuer: string,
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: secretBytes });
  const sealed = secrets.seal(...sealOf(user.id), secret.base32);
  if (!(await storePendingTotp(db, user.id, sealed))) return undefined;
  const uri = new TOTP({ ...form, issuer, label: user.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/** The step whose code this is, of the one now and its neighbours. */
function stepOf({ secrets, clock }: TotpContext, userId: string, sealed: string, code: string) {
  const secret = Secret.fromBase32(secrets.unseal(...sealOf(userId), sealed));
  const timestamp = clock.now().getTime();
  const delta = TOTP.validate({ ...form, token: code, secret, window, timestamp });
  return delta === null ? undefined : TOTP.counter({ ...form, timestamp }) + delta;
}

/**
 * How to put the key that waits to use, when the code shows that the app has it; `false` from it when another key
 * has taken its place meanwhile.
 */
export async function matchPendingTotp(
  context: TotpContext,
  db: Database,
  userId: string,
  code: string,
): Promise<((tx: Database) => Promise<boolean>) | 'wrong code' | 'nothing to confirm'> {
  const totp = await findTotp(db, userId);
  if (!totp || totp.confirmedAt) return 'nothing to confirm';
  const step = stepOf(context, userId, totp.secret, code);
  if (step === undefined) return 'wrong code';
  const { secret } = totp;
  return (tx) => activateTotp(tx, userId, { secret, step, now: context.clock.now() });
}

/** How to take this code of the key in use, each once; `undefined` when it is none of it. */
export async function matchTotpCode(
  context: TotpContext,
  db: Database,
  userId: string,
  code: string,
): Promise<((tx: Database) => Promise<boolean>) | undefined> {
  const totp = await findTotp(db, userId);
  const step = totp?.confirmedAt ? stepOf(context, userId, totp.secret, code) : undefined;
  if (!totp || step === undefined) return undefined;
  return (tx) => consumeTotpStep(tx, userId, { secret: totp.secret, step });
}
