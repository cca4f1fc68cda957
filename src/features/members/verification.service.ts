import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { demandPause, linkIsDead, newAccountLink, takeLink } from './account-link.service.ts';
import { type Desk, type Reader, writeToMember } from './account-notice.service.ts';
import { lockUser, markVerified } from './account.store.ts';

/** Greets who has just joined, with the link that proves the address. */
export async function welcome(desk: Desk, tx: Database, user: Reader): Promise<void> {
  const verifyUrl = await newAccountLink(desk, tx, 'verify', { user, detail: user.email });
  await writeToMember(desk, tx, user, {
    template: 'welcome',
    props: { firstName: user.firstName ?? '', verifyUrl },
  });
}

/** Mails another link. Throws 409 when the address is proved, 429 when asked again too soon or too often. */
export async function sendVerificationAgain(
  desk: Desk,
  tx: Database,
  userId: string,
): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user || user.emailVerifiedAt)
    throw new Fault(409, words('Your email address is confirmed already.'));
  await demandPause(desk, tx, 'verify', user.id);
  const verifyUrl = await newAccountLink(desk, tx, 'verify', { user, detail: user.email });
  const leaves = await writeToMember(desk, tx, user, {
    template: 'verify-email',
    props: { verifyUrl },
  });
  if (!leaves) throw enoughForToday();
}

/** Proves the address that the link was mailed to. Throws 400 for a dead link, or one to an address that was given up. */
export async function verify(
  context: Pick<Context<never>, 'clock'>,
  tx: Database,
  key: string,
): Promise<void> {
  const link = await takeLink(context, tx, 'verify', key);
  const isMarked = await markVerified(tx, {
    id: link.userId,
    email: link.detail ?? '',
    now: context.clock.now(),
  });
  if (!isMarked) throw linkIsDead();
}

export const enoughForToday = () =>
  new Fault(
    429,
    words('We have written to this address several times today. Please try again tomorrow.'),
    {
      headers: { 'Retry-After': '3600' },
    },
  );
