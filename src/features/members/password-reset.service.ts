import { randomUUID } from 'node:crypto';
import type { Context, House } from '../../server/context.ts';
import { addAudit } from '../../server/audit.store.ts';
import { type Database, inTransaction } from '../../server/database.ts';
import { removeSessionsOf } from '../../server/session.store.ts';
import type { AccountMailProps } from '../email/account-mails.contract.ts';
import { speaksForAccount } from './account-link.rules.ts';
import {
  dropLinks,
  findOwnLink,
  linkIsDead,
  newAccountLink,
  takeLink,
} from './account-link.service.ts';
import { doneBy, writeToMember } from './account-notice.service.ts';
import { lockUser, markVerified, setPassword } from './account.store.ts';
import { accountCounter } from './login-counter.service.ts';
import { forgiveTries } from './login-tries.store.ts';
import { findUserByEmail } from './member.store.ts';
import { newNotMeLink } from './not-me-link.service.ts';
import { removeSecondFactors } from './second-factor.service.ts';

type Asked = Pick<AccountMailProps['password-reset'], 'when' | 'device'>;

/**
 * Puts the question in the queue, sealed, as it names a person. Whether there is an account is found out
 * there: for every address the same is done here, and takes as long.
 */
export async function askForReset(
  context: Pick<Context<never>, 'clock' | 'request' | 'secrets' | 'jobs'>,
  tx: Database,
  email: string,
): Promise<void> {
  const id = randomUUID();
  const sealed = context.secrets.seal(
    'reset-request',
    id,
    JSON.stringify({ email, ...doneBy(context) }),
  );
  await context.jobs.send(tx, 'password-reset', { id, sealed });
}

/** Mails the link where there is an account, unless one left a short time ago, which still opens. */
export async function answerReset(
  house: House,
  { id, sealed }: { id: string; sealed: string },
): Promise<void> {
  const asked = JSON.parse(house.secrets.unseal('reset-request', id, sealed)) as Asked & {
    email: string;
  };
  const { email, when, device } = asked;
  await inTransaction(house.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    const user = known && (await lockUser(tx, known.id));
    if (!user || user.email !== email || !speaksForAccount(user)) return;
    const waiting = await findOwnLink(house, tx, 'reset', user.id);
    if (waiting && waiting.pausedUntil > house.clock.now()) return;
    const resetUrl = await newAccountLink(house, tx, 'reset', { user, detail: user.email });
    await writeToMember(house, tx, user, {
      template: 'password-reset',
      props: { resetUrl, when, device },
    });
  });
}

/**
 * Gives the account of the link its new password: the old one's sessions end, other links open nothing,
 * the tries of strangers are forgotten, and the address, where the link was read, is proved. A second factor
 * stays, unless nobody had proved the address before. Throws 400 for a dead link.
 */
export async function finishResetWith(
  context: Pick<Context<never>, 'clock' | 'request' | 'secrets' | 'db' | 'jobs' | 'publicUrl'>,
  tx: Database,
  { key, hash }: { key: string; hash: string },
): Promise<void> {
  const now = context.clock.now();
  const { user, detail } = await takeLink(context, tx, 'reset', key);
  if (user.email !== detail || !speaksForAccount(user)) throw linkIsDead();
  await setPassword(tx, user.id, { hash, now });
  await markVerified(tx, { id: user.id, email: user.email, now });
  // Whoever registered an address that was never proved may be somebody else, who must not keep a way in.
  if (!user.emailVerifiedAt) await removeSecondFactors(tx, user.id, now);
  await removeSessionsOf(tx, user.id);
  await dropLinks(tx, user.id, ['reset', 'email', 'verify']);
  await forgiveTries(tx, accountCounter(context, user.email));
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.password_reset',
    subject: user.id,
    before: null,
    after: null,
  });
  await writeToMember(context, tx, user, {
    template: 'password-changed',
    props: { ...doneBy(context), notMeUrl: await newNotMeLink(context, tx, user) },
  });
}
