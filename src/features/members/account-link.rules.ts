import { days, hours, minutes } from '../../shared/time.ts';

/** What a link in a mail to a member does, once, when its page's button is pressed (gaps.md §2). */
export type AccountLink = 'verify' | 'reset' | 'email' | 'not-me';

interface LinkRule {
  /** Under which the store knows it. */
  purpose: string;
  lifetimeMs: number;
  /**
   * For this long no other one is mailed: asking again and again fills nobody's mailbox, and the mail
   * that is on its way still opens.
   */
  pauseMs: number;
}

export const ACCOUNT_LINKS: Readonly<Record<AccountLink, LinkRule>> = {
  verify: { purpose: 'verify-email', lifetimeMs: days(7), pauseMs: minutes(5) },
  reset: { purpose: 'reset-password', lifetimeMs: hours(1), pauseMs: minutes(20) },
  email: { purpose: 'change-email', lifetimeMs: hours(24), pauseMs: minutes(5) },
  // In every mail about a change: a pause would leave some of them without a way to undo it (decision 0015).
  'not-me': { purpose: 'not-me', lifetimeMs: days(3), pauseMs: 0 },
};

/** Until when no other link of its kind is mailed, from when the newest one ends. */
export const pauseEndOf = (link: AccountLink, { expiresAt }: { expiresAt: Date }): Date => {
  const { lifetimeMs, pauseMs } = ACCOUNT_LINKS[link];
  return new Date(expiresAt.getTime() - lifetimeMs + pauseMs);
};

/**
 * Whether who reads the mailbox may act for the account. An administrator's address that another one has typed opens
 * nothing before somebody who knows the password has proved it: mistyped, it would hand the dashboard to a stranger.
 */
export const speaksForAccount = (user: { isAdmin: boolean; emailVerifiedAt: Date | null }) =>
  !user.isAdmin || user.emailVerifiedAt !== null;
