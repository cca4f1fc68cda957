import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { words } from '../shared/words.ts';
import { Fault } from '../shared/fault.ts';
import type { Database } from './database.ts';
import { rateLimits } from './limits.store.ts';

/** `points` in `seconds`; per address ones are multiplied by ADDRESS_LIMIT_FACTOR. */
export const LIMITS = {
  /** Beyond it a public form costs a proof of work; whole mobile networks share one address (gaps.md §2). */
  'public-form': { per: 'address', points: 10, seconds: 600 },
  /** Tries by account are rows of the members' feature (login-tries.rules). */
  'login-address': { per: 'address', points: 20, seconds: 60 },
  'first-admin': { per: 'address', points: 20, seconds: 600 },
  draft: { per: 'address', points: 60, seconds: 600 },
} as const satisfies Record<
  string,
  { per: 'address' | 'account'; points: number; seconds: number }
>;

export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /** Counts one use; answers whether it is within the limit and, if not, the seconds to wait. */
  use(
    name: LimitName,
    key: string,
    points?: number,
  ): Promise<{ within: boolean; retryAfterSeconds: number }>;
  /** Counts one use and throws 429 with Retry-After beyond the limit. */
  demand(name: LimitName, key: string): Promise<void>;
  forgive(name: LimitName, key: string): Promise<void>;
}

/**
 * Limits by address live in the process: they only price or slow a request, and a round trip per
 * public write would cost more than sharing them gains. Limits by account are rows, with the
 * process as insurance when the database is away.
 */
export function createLimits(db: Database, addressFactor: number): Limits & { close(): void } {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterDrizzle>();
  const shared: RateLimiterDrizzle[] = [];
  for (const [name, limit] of Object.entries(LIMITS) as [LimitName, (typeof LIMITS)[LimitName]][]) {
    const options = {
      keyPrefix: name,
      points: Math.max(1, Math.floor(limit.points * (limit.per === 'address' ? addressFactor : 1))),
      duration: limit.seconds,
    };
    if (limit.per === 'address') {
      limiters.set(name, new RateLimiterMemory(options));
      continue;
    }
    const limiter = new RateLimiterDrizzle({
      ...options,
      storeClient: db,
      schema: rateLimits,
      insuranceLimiter: new RateLimiterMemory(options),
      clearExpiredByTimeout: false,
    } as ConstructorParameters<typeof RateLimiterDrizzle>[0]);
    shared.push(limiter);
    limiters.set(name, limiter);
  }
  const limiterOf = (name: LimitName) => limiters.get(name) as RateLimiterMemory;

  const use: Limits['use'] = async (name, key, points = 1) => {
    try {
      await limiterOf(name).consume(key, points);
      return { within: true, retryAfterSeconds: 0 };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return {
        within: false,
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
      };
    }
  };
  return {
    use,
    async demand(name, key) {
      const { within, retryAfterSeconds } = await use(name, key);
      if (!within) {
        throw new Fault(429, words('Too many requests. Please wait a moment and try again.'), {
          headers: { 'Retry-After': String(retryAfterSeconds) },
        });
      }
    },
    async forgive(name, key) {
      await limiterOf(name).delete(key);
    },
    close() {},
  };
}
