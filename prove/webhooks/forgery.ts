import { crc32 } from 'node:zlib';

/** Characters of the padding: each is one of two, one bit apart, so that whatever is chosen stays plain text. */
const PADDING = 64;
const OFF = '@';
const ON = 'A';

/**
 * A notice that says something else and has the CRC-32 of the genuine one: CRC is linear, so 64 characters of
 * padding that may each be one of two are enough to reach any value. The signature of PayPal covers the CRC alone
 * and fits it too: anyone who has one genuine notice can make these. `make` writes a body around the padding.
 */
export function withSameCrc(genuine: string, make: (padding: string) => string): string {
  const body = (choice: readonly boolean[]) =>
    make(choice.map((isOn) => (isOn ? ON : OFF)).join(''));
  const none = Array.from({ length: PADDING }, () => false);
  const base = crc32(body(none));
  // The effect of each character on the CRC.
  const effects = none.map((_, n) => (crc32(body(none.with(n, true))) ^ base) >>> 0);
  const body0 = body(solve(effects, (crc32(genuine) ^ base) >>> 0));
  if (crc32(body0) !== crc32(genuine)) throw new Error('The forgery has another CRC-32.');
  return body0;
}

/** Which of the effects together (exclusive or) give the target: Gaussian elimination over bits. */
function solve(effects: readonly number[], target: number): boolean[] {
  /** By leading bit: a combination of effects, and which ones it is made of. */
  const basis = new Map<number, { value: number; of: boolean[] }>();
  const reduce = (value: number, of: boolean[]) => {
    let rest = { value, of };
    for (let bit = 31; bit >= 0; bit--) {
      const row = basis.get(bit);
      if (!row || ((rest.value >>> bit) & 1) === 0) continue;
      rest = {
        value: (rest.value ^ row.value) >>> 0,
        of: rest.of.map((isIn, n) => isIn !== row.of[n]),
      };
    }
    return rest;
  };
  const none = effects.map(() => false);
  for (const [n, effect] of effects.entries()) {
    const rest = reduce(effect, none.with(n, true));
    if (rest.value !== 0) basis.set(31 - Math.clz32(rest.value), rest);
  }
  const found = reduce(target, none);
  if (found.value !== 0) throw new Error('The padding is too short.');
  return found.of;
}
