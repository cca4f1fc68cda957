import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { isKeyOf, keysOf, recordOf } from '../../shared/record.ts';
import { words } from '../../shared/words.ts';
import { networkOf } from './network-address.ts';
import type { NoteRefusal } from './refusal-log.ts';

/** `points` in `seconds` for one network address, multiplied by ADDRESS_LIMIT_FACTOR. */
export const LIMITS = {
  /** Beyond it a public form costs a proof of work; whole mobile networks share one address (gaps.md §2). */
  'public-form': { points: 10, seconds: 600 },
  /** Its keys cannot be guessed, and whole mobile networks share one address. */
  'signature-link': { points: 3000, seconds: 600 },
  /** Refused plain forms that get their page again, which costs a rendering; the next ones get a sentence. */
  'refused-form': { points: 60, seconds: 600 },
  /** Attempts by account are rows of the members' feature (login-attempts.store). */
  'login-address': { points: 20, seconds: 60 },
  /** Every known address gets few such mails anyway (account-mail.service). */
  'password-reset': { points: 10, seconds: 600 },
  'account-link': { points: 30, seconds: 600 },
  'first-admin': { points: 20, seconds: 600 },
  draft: { points: 60, seconds: 600 },
  'application-open': { points: 30, seconds: 600 },
  /** Of one application a mail leaves every 20 minutes at most (status.jobs). */
  'application-link': { points: 10, seconds: 600 },
  /** Per application the hard limit is 3 a minute and 10 a day (security.md §2). */
  'card-order': { points: 30, seconds: 600 },
  /** Genuine notices come by the handful; checking a forged one can cost a question to PayPal. */
  'card-notice': { points: 600, seconds: 60 },
  quote: { points: 60, seconds: 600 },
  /** Asked again and again while a transaction is confirmed. */
  verify: { points: 600, seconds: 600 },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof LIMITS;

/** The limit of an endpoint, if it has one. Throws where it names one that there is not. */
export function limitOf({ limit }: AnyEndpoint): LimitName | undefined {
  if (limit === undefined) return undefined;
  if (!isKeyOf(LIMITS, limit)) throw new Error(`There is no limit named ${limit}.`);
  return limit;
}

const LOOKED_UP_MANY = words(
  'You have looked up too many members in an hour. Please try again later.',
);

/**
 * `points` in `seconds` for one account from whatever address: more than people need, and too little for a harvest.
 * `refusal` is what is said beyond it.
 */
export const ACCOUNT_LIMITS = {
  /** Each stands for twenty names, as many as the page asks for at once. */
  'member-search': { points: 300, seconds: 3600, refusal: LOOKED_UP_MANY },
  'member-card': { points: 120, seconds: 3600, refusal: LOOKED_UP_MANY },
  /** Each goes to whatever address is typed, in our name. */
  'individual-mail': {
    points: 100,
    seconds: 3600,
    refusal: words(
      'You have written to a hundred people in an hour. To reach many people, send one bulk email.',
    ),
  },
  'test-mail': {
    points: 10,
    seconds: 3600,
    refusal: words('You have sent ten test emails in an hour. Please try again later.'),
  },
  /** Of one key, whoever uses it: an export reads whole tables. */
  'api-key': {
    points: 120,
    seconds: 60,
    refusal: words('This API key has been used 120 times in a minute. Please try again later.'),
  },
} as const satisfies Record<string, { points: number; seconds: number; refusal: string }>;

export type AccountLimitName = keyof typeof ACCOUNT_LIMITS;

export interface Limits {
  /** Counts one use (or `points`) of the address's network; answers whether it is within the limit and, if not, the seconds to wait. */
  use(name: LimitName, address: string, points?: number): Promise<Use>;
  /** Counts one use (or `points`) by an account. Throws 429 with `Retry-After` beyond the limit. */
  require(name: AccountLimitName, accountId: string, points?: number): Promise<void>;
}

interface Use {
  within: boolean;
  retryAfterSeconds: number;
}

/**
 * Counters live in the process: they only price a request, and a round trip per public write would
 * cost more than sharing them gains (decision 0004).
 */
export function createLimits(addressFactor: number, noteRefusal: NoteRefusal): Limits {
  const byAddress = limitersOf(LIMITS, addressFactor);
  const byAccount = limitersOf(ACCOUNT_LIMITS, 1);
  return {
    async use(name, address, points = 1) {
      const use = await consume(byAddress[name], networkOf(address), points);
      if (!use.within) noteRefusal(name);
      return use;
    },
    async require(name, accountId, points = 1) {
      const { within, retryAfterSeconds } = await consume(byAccount[name], accountId, points);
      if (within) return;
      noteRefusal(name);
      throw new Fault(429, ACCOUNT_LIMITS[name].refusal, {
        headers: { 'Retry-After': String(retryAfterSeconds) },
      });
    },
  };
}

function limitersOf<Name extends string>(
  limits: Record<Name, { points: number; seconds: number }>,
  factor: number,
): Record<Name, RateLimiterMemory> {
  return recordOf(keysOf(limits), (name) => {
    const { points, seconds } = limits[name];
    const allowed = Math.max(1, Math.floor(points * factor));
    return new RateLimiterMemory({ points: allowed, duration: seconds });
  });
}

async function consume(limiter: RateLimiterMemory, key: string, points: number): Promise<Use> {
  try {
    await limiter.consume(key, points);
    return { within: true, retryAfterSeconds: 0 };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return {
      within: false,
      retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
    };
  }
}
