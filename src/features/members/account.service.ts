import type { Context } from '../../server/context.ts';
import { findOwnLink } from './account-link.service.ts';
import { findUser } from './member.store.ts';
import { hasOtherOwner } from './office.service.ts';
import { describeSecondFactor } from './second-factor.service.ts';

/** The account of a caller as its owner sees it. */
export async function describeAccount(
  { db, clock }: Pick<Context<never>, 'db' | 'clock'>,
  userId: string,
) {
  const user = await findUser(db, userId);
  if (!user) throw new Error('An account vanished while it was read.');
  const change = await findOwnLink({ clock }, db, 'email', userId);
  return {
    email: user.email,
    isVerified: user.emailVerifiedAt !== null,
    pendingEmail: change?.detail ?? null,
    messageMail: user.messageMail,
    mailLanguage: user.locale,
    createdAt: user.createdAt,
    isLastOwner: user.role === 'owner' && !(await hasOtherOwner(db, userId)),
    secondFactor: await describeSecondFactor(db, userId),
  };
}
