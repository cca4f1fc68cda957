/** A source of chance that a seed repeats. */
export interface Chance {
  /** A whole number from 0 to below n. */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `percent` of the cases. */
  in100(percent: number): boolean;
}

/** mulberry32: small, even enough to choose mutations by. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined && list.length === 0) throw new Error('Nothing to pick from.');
      return found as (typeof list)[number];
    },
    in100: (percent) => next() * 100 < percent,
  };
}
