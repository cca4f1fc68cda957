import { type Database, afterCommit } from '../../server/database/database.ts';
import { seconds } from '../../shared/time.ts';
import { countByCountry, type CountRule } from './declaration.store.ts';

/** Visitors may see a tally this old: counting reads every signature, and anybody may ask. */
export const tallyCacheMs = seconds(2);

export interface Tally {
  count: number;
  /** Most first. */
  byCountry: Record<string, number>;
}

let cached = new WeakMap<Database, { readAtMs: number; tally: Promise<Tally> }>();

/** How many have signed; at most `tallyCacheMs` old, and counted once for all who ask meanwhile. */
export function readTally(db: Database, rule: CountRule): Promise<Tally> {
  const last = cached.get(db);
  if (last && Date.now() - last.readAtMs < tallyCacheMs) return last.tally;
  const tally = countAll(db, rule);
  const reading = { readAtMs: Date.now(), tally };
  cached.set(db, reading);
  // A failure reaches those who wait for it and is not cached for later calls.
  tally.catch(() => cached.get(db) === reading && cached.delete(db));
  return tally;
}

/**
 * Lets the next one be counted anew, once the transaction around this has committed: who changed what counts is shown
 * it at once. Other instances follow when theirs is too old.
 */
export function forgetTally(): void {
  afterCommit(() => {
    cached = new WeakMap();
  });
}

async function countAll(db: Database, rule: CountRule): Promise<Tally> {
  const byCountry = await countByCountry(db, rule);
  return { count: Object.values(byCountry).reduce((sum, n) => sum + n, 0), byCountry };
}
