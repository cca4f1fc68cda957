export type Chance = ReturnType<typeof chanceOf>;

/** Random draws that are the same for the same seed (mulberry32), so that everyone looks at the same demonstration. */
export function chanceOf(seed: number) {
  let state = seed;
  /** From 0 up to 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Nothing to draw from.');
    return list[below(list.length)] as T;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => below(16).toString(16)).join('');
  /** The same for one who draws often. */
  const drawing = <T extends string>(shares: Readonly<Record<T, number>>): (() => T) => {
    const words = Object.keys(shares) as T[];
    let sum = 0;
    const until = words.map((word) => (sum += shares[word]));
    return () => {
      const aim = next() * sum;
      return words[until.findIndex((end) => end > aim)] as T;
    };
  };
  return {
    below,
    pick,
    hex,
    between: (from: number, to: number): number => from + next() * (to - from),
    happens: (probability: number): boolean => next() < probability,
    /** One of the words by its share; the shares need not add up to anything. */
    weighted: <T extends string>(shares: Readonly<Record<T, number>>): T => drawing(shares)(),
    drawing,
    /** A UUID of version 4 (RFC 9562). */
    id: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[below(4)]}${hex(3)}-${hex(12)}`,
  };
}
