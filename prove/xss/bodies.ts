import { safeParse } from 'zod/v4/core';
import { routes } from '../../src/server/routes.ts';
import type { AnyEndpoint } from '../../src/shared/endpoint.ts';
import { chanceFrom } from '../chance.part.ts';
import { sampleOf } from '../fuzz/sample.ts';

export type Holder = Record<string, unknown>;

/** The call of this name. Throws when there is none. */
export function routeOf(name: string): AnyEndpoint {
  const found = routes.find(({ endpoint }) => endpoint.name === name);
  if (!found) throw new Error(`There is no route ${name}.`);
  return found.endpoint;
}

/** How many fields of a body hold one of the texts. */
export const holdingIn = (body: unknown): number =>
  JSON.stringify(body).split(/ran\(\d/).length - 1;

/**
 * A body with the text in every field that takes it, however deep, and `fixed` as it is. Undefined when no sample fits
 * the contract.
 */
export function bodyWith(
  name: string,
  text: string,
  n: number,
  fixed: Holder = {},
): Holder | undefined {
  const schema = routeOf(name).body;
  if (!schema) throw new Error(`${name} has no body.`);
  const chance = chanceFrom(n);
  const isSound = (body: unknown) => safeParse(schema, body).success;
  for (let tries = 0; tries < 100; tries++) {
    const body = { ...(sampleOf(schema, chance, n * 100 + tries) as Holder), ...fixed };
    if (!isSound(body)) continue;
    fill(body, text, {
      isSound: () => isSound(body),
      keep: new Set([...Object.keys(fixed), ...LEFT_ALONE]),
    });
    return body;
  }
  return undefined;
}

/** Read more closely by the server than by the contract: with a text in it the whole form would be refused. */
const LEFT_ALONE = ['phone', 'telephone'];

interface Filling {
  isSound(): boolean;
  keep: ReadonlySet<string>;
}

/** Puts the text into each string, or behind an address where nothing else fits, or leaves it. */
function fill(holder: Holder | unknown[], text: string, { isSound, keep }: Filling): void {
  const place = holder as Holder;
  for (const [field, value] of Object.entries(place)) {
    if (keep.has(field)) continue;
    if (value !== null && typeof value === 'object')
      fill(value as Holder, text, { isSound, keep: new Set(LEFT_ALONE) });
    if (typeof value !== 'string') continue;
    place[field] = text;
    if (!isSound()) place[field] = `https://example.org/${text}`;
    if (!isSound()) place[field] = value;
  }
}

/** How a call takes these texts: not at all, somewhere, or no one knows, as no sample fits its contract. */
export function takesText(name: string, texts: readonly string[]): 'no' | 'yes' | 'unknown' {
  const bodies = texts.map((text, n) => bodyWith(name, text, n));
  if (bodies.every((body) => body === undefined)) return 'unknown';
  return bodies.some((body) => holdingIn(body ?? {}) > 0) ? 'yes' : 'no';
}
