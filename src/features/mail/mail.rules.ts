import { keysOf } from '../../shared/record.ts';
import { shown } from '../../shared/shown.ts';
import { hours, minutes } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';

export const CONFIG_TYPES = ['email_gmail', 'email_alternative'] as const;
export type ConfigType = (typeof CONFIG_TYPES)[number];

/** What an administrator may see of a configuration (specification §3); the password is apart. */
export interface SmtpConfig {
  smtpHost: string;
  smtpPort: number;
  smtpUser: string;
  fromEmail: string;
  fromName: string;
}

/** Transactional mail answers what one person did; bulk mail does not, and a second copy of it annoys. */
export type MailKind = 'transactional' | 'bulk';
export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'skipped';

/** The allowed transitions. `uncertain`: the link died when the mail may already have been taken. */
const NEXT_STATES: Record<MailState, readonly MailState[]> = {
  queued: ['sending', 'skipped'],
  sending: ['sent', 'queued', 'failed', 'uncertain'],
  // Late news of the attempt that was given up still counts.
  uncertain: ['sending', 'sent', 'queued', 'failed'],
  sent: [],
  failed: [],
  skipped: [],
};

/** The states from which a mail may come into this one. */
export const statesBefore = (state: MailState): MailState[] =>
  keysOf(NEXT_STATES).filter((from) => NEXT_STATES[from].includes(state));

/** How an attempt ended, with the server's words. */
export interface Outcome {
  result: 'sent' | 'temporary' | 'permanent' | 'uncertain';
  words: string;
  /** It says nothing of the mail: no other one would have fared better. */
  isAboutServer?: boolean;
}

/** Specification §5. */
export const BAD_RECIPIENT = words('Please enter a valid email address.');

export const NO_ANSWER_IN_TIME = 'The mail server did not answer in time.';

/** The pause after the first, the second … attempt; after the last a mail is given up, after about two days. */
const PAUSES_MS = [
  minutes(1),
  minutes(5),
  minutes(15),
  hours(1),
  hours(2),
  hours(4),
  hours(8),
  hours(12),
  hours(20),
];

/** A process that has held a mail for this long is dead: an attempt takes at most `attemptLimitMs`. */
export const stuckAfterMs = minutes(2);
export const attemptLimitMs = minutes(1.5);
/** For this long a job is trusted to come to a mail that was handed to the queue. */
export const handedOverForMs = minutes(15);

/**
 * The next state of a mail after attempt number `attempts` (from 1).
 * Nobody can know whether an uncertain mail arrived: a receipt is better twice than never,
 * a newsletter better never than twice (security.md §1.13).
 */
export function afterAttempt(
  mail: { kind: MailKind; attempts: number },
  outcome: Outcome,
  now: Date,
): { state: MailState; nextAttemptAt: Date | null } {
  if (outcome.result === 'sent') return { state: 'sent', nextAttemptAt: null };
  if (outcome.result === 'permanent') return { state: 'failed', nextAttemptAt: null };
  if (outcome.result === 'uncertain' && mail.kind === 'bulk')
    return { state: 'uncertain', nextAttemptAt: null };
  const pauseMs = PAUSES_MS[mail.attempts - 1];
  if (pauseMs === undefined) return { state: 'failed', nextAttemptAt: null };
  return {
    state: outcome.result === 'uncertain' ? 'uncertain' : 'queued',
    nextAttemptAt: new Date(now.getTime() + pauseMs),
  };
}

/**
 * How many automatic replies a mailbox gets in a day: enough for a slip, too few to be a nuisance. Mails
 * that prove an address are counted apart: who cannot wait for one asks again.
 */
export const repliesPerDay = 3;
export const proofsPerDay = 6;

/**
 * Who reads the mail to an address: without the `+tag` of the local part, and without the dots
 * that Gmail does not read, as one person has endless such addresses.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  const [name = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const longestName = 60;

/**
 * A name as a mail may show it: one short line that turns and hides nothing, or nothing when it holds an address
 * that mail programs would make a link of. Strangers type names too, and mails go where they say.
 */
export function presentableName(name: string): string {
  const seen = shown(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  const holdsAddress = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}{2}/iu.test(seen);
  return holdsAddress ? '' : seen.slice(0, longestName).toWellFormed();
}
