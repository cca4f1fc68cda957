import { hours, seconds } from '../../../shared/time.ts';
import {
  namesOfOnePattern,
  numberedAddresses,
  type Patterns,
  patternsOf,
} from './burst-pattern.rules.ts';

/** What is known of a signature when a day is judged. */
export interface JudgedSignature {
  id: string;
  fullName: string;
  email: string;
  signedAt: Date;
  /** The same for signatures that were sent from one network; null once it was removed. */
  networkMark: string | null;
  /** How long a page of ours was open before; null where that is not known. */
  openSeconds: number | null;
  wasAsked: boolean;
  isConfirmed: boolean;
}

/** LIST of what can be unusual about many signatures, in the order in which it is shown. */
export const BURST_REASONS = [
  'network',
  'domain',
  'names',
  'addresses',
  'fast',
  'time',
  'unconfirmed',
] as const;
export type BurstReasonName = (typeof BURST_REASONS)[number];

/** One reason with its figures: `ids` are so many of the `of` signatures of which it can be known. */
export interface BurstReason {
  name: BurstReasonName;
  ids: string[];
  of: number;
  /** The domain of the addresses, where that is the reason. */
  domain?: string;
}

/** From the mildest: many and nothing else, people who may have signed together, what someone should look at. */
export const BURST_VERDICTS = ['busy', 'group', 'check'] as const;
export type BurstVerdict = (typeof BURST_VERDICTS)[number];

export interface Burst {
  verdict: BurstVerdict;
  reasons: BurstReason[];
  /** The hour of the UTC day that was judged; null where the whole day was. */
  hour: number | null;
  judged: number;
}

/** Fewer signatures are nobody's attack, in a day as in an hour. */
export const SMALLEST_BURST = 20;

/** Fewer with something in common are a family or a coincidence. */
const leastAlike = 10;

/** From which share of the signatures something in common is unusual. */
const SHARES: Record<BurstReasonName, number> = {
  network: 0.3,
  domain: 0.3,
  names: 0.2,
  addresses: 0.2,
  fast: 0.3,
  time: 0.2,
  unconfirmed: 0.4,
};

/** Nobody reads the declaration and types a name and an address sooner. */
const fastestReaderSeconds = 5;
const sameTimeMs = seconds(10);
/** Until then a confirmation is not missing. */
const confirmedWithinMs = hours(48);

type Candidate = JudgedSignature & Patterns;

interface Found {
  found: readonly Candidate[];
  /** Those of which it can be known at all. */
  known: readonly Candidate[];
  domain?: string;
}

interface Window {
  signatures: readonly Candidate[];
  now: Date;
}

/** How the signatures are found that have the same thing in common. */
const FIND: Record<BurstReasonName, (window: Window) => Found> = {
  network({ signatures }) {
    const known = signatures.filter(({ networkMark }) => networkMark !== null);
    return { found: largestOf(known, ({ networkMark }) => networkMark), known };
  },
  domain({ signatures }) {
    const found = largestOf(signatures, (signature) => signature.domain);
    const domain = found[0]?.domain;
    return { found, known: signatures, ...(domain ? { domain } : {}) };
  },
  names: ({ signatures }) => ({ found: namesOfOnePattern(signatures), known: signatures }),
  addresses: ({ signatures }) => ({ found: numberedAddresses(signatures), known: signatures }),
  fast({ signatures }) {
    const known = signatures.filter(({ openSeconds }) => openSeconds !== null);
    const found = known.filter(({ openSeconds }) => Number(openSeconds) < fastestReaderSeconds);
    return { found, known };
  },
  time: ({ signatures }) => ({ found: withinSeconds(signatures), known: signatures }),
  unconfirmed({ signatures, now }) {
    const known = signatures.filter(
      ({ signedAt, wasAsked }) =>
        wasAsked && now.getTime() - signedAt.getTime() > confirmedWithinMs,
    );
    return { found: known.filter(({ isConfirmed }) => !isConfirmed), known };
  },
};

/**
 * Judges a day (UTC) and each of its hours that has many signatures, and answers the worst verdict with its reasons,
 * that of the day where an hour's is not worse. Undefined where nothing is unusual, and it is not busy either.
 */
export function judgeDay(
  signatures: readonly JudgedSignature[],
  { isBusy, now }: { isBusy: boolean; now: Date },
): Burst | undefined {
  const candidates = signatures.map((one): Candidate => ({ ...one, ...patternsOf(one) }));
  const day = judge({ signatures: candidates, now }, null, isBusy);
  const byHour = Map.groupBy(candidates, ({ signedAt }) => signedAt.getUTCHours());
  const judged = [...byHour].map(([hour, inHour]) =>
    judge({ signatures: inHour, now }, hour, false),
  );
  return [day, ...judged].reduce((worst, one) => (rankOf(one) > rankOf(worst) ? one : worst));
}

const rankOf = (burst: Burst | undefined) => (burst ? BURST_VERDICTS.indexOf(burst.verdict) : -1);

function judge(window: Window, hour: number | null, isBusy: boolean): Burst | undefined {
  const { signatures } = window;
  if (signatures.length < SMALLEST_BURST) return undefined;
  const reasons = BURST_REASONS.flatMap((name): BurstReason[] => {
    const { found, known, ...rest } = FIND[name](window);
    const isUnusual = found.length >= leastAlike && found.length >= SHARES[name] * known.length;
    return isUnusual ? [{ name, ids: found.map(({ id }) => id), of: known.length, ...rest }] : [];
  });
  if (reasons.length === 0 && !isBusy) return undefined;
  return { verdict: verdictOf(reasons), reasons, hour, judged: signatures.length };
}

/**
 * What people never have in common is worth a check: made-up names, numbered addresses. So are forms that were sent
 * faster than anyone reads, where many of them share something else, too. A network, a domain, a time or missing
 * confirmations alone, and all of these together, may be a class, an office, or people with one mobile provider.
 */
function verdictOf(reasons: readonly BurstReason[]): BurstVerdict {
  const isMadeUp = reasons.some(({ name }) => name === 'names' || name === 'addresses');
  const fast = reasons.find(({ name }) => name === 'fast');
  const fastIds = new Set(fast?.ids);
  const isFastTogether = reasons.some(
    ({ name, ids }) => name !== 'fast' && ids.filter((id) => fastIds.has(id)).length >= leastAlike,
  );
  if (isMadeUp || isFastTogether) return 'check';
  return reasons.length > 0 ? 'group' : 'busy';
}

/** The largest group of those that have the same key; none where there is no key. */
function largestOf<T>(
  all: readonly T[],
  keyOf: (one: T) => string | null | undefined,
): readonly T[] {
  const groups = Map.groupBy(all, keyOf);
  return [...groups]
    .filter(([key]) => key !== null && key !== undefined)
    .map(([, group]) => group)
    .reduce<readonly T[]>(
      (largest, group) => (group.length > largest.length ? group : largest),
      [],
    );
}

/** Those of every ten seconds with at least ten signatures. */
function withinSeconds(signatures: readonly Candidate[]): readonly Candidate[] {
  const byTime = signatures.toSorted((a, b) => a.signedAt.getTime() - b.signedAt.getTime());
  const timeOf = (n: number) => byTime[n]?.signedAt.getTime() ?? Number.NaN;
  const found = new Set<Candidate>();
  for (let n = 0; n + leastAlike <= byTime.length; n += 1)
    if (timeOf(n + leastAlike - 1) - timeOf(n) <= sameTimeMs)
      for (const one of byTime.slice(n, n + leastAlike)) found.add(one);
  return [...found];
}
