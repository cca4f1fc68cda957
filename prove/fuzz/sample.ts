import { type $ZodType, safeParse, toJSONSchema } from 'zod/v4/core';
import type { AnyEndpoint } from '../../src/shared/endpoint.ts';
import type { Chance } from '../chance.part.ts';

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minLength?: number;
  minimum?: number;
  format?: string;
}

/** Texts that pass a schema's patterns and refinements, by the field's name. */
const WORDS: Record<string, (n: number) => unknown> = {
  email: (n) => `fuzz${n}@example.org`,
  password: (n) => `baobab-at-noon-${n}`,
  dateOfBirth: () => '02/29/1988',
  currentNationality: () => 'Ghana',
  telephone: () => '+233 24 123 4567',
  homeAddress: () => '12 Osu Badu Street, Accra',
  phone: () => '+233 24 123 4567',
  // A pause would end what the rest of the proof is about.
  isPaused: () => false,
  // Of our own network: no proof knocks at a server of someone else.
  smtpHost: () => '127.0.0.1',
  smtpPort: () => 2525,
  fromEmail: (n) => `fuzz${n}@example.org`,
  testEmail: (n) => `fuzz${n}@example.org`,
  recipient: (n) => `fuzz${n}@example.org`,
  recipients: (n) => [`fuzz${n}@example.org`],
  addresses: (n) => `fuzz${n}@example.org`,
  scheduledFor: () => '2999-01-01T10:00:00.000Z',
  website: () => 'https://example.org',
  at: () => '2026-11-21T10:00:00.000Z',
  day: () => '2026-11-21',
  url: (n) => `https://example.org/${n}`,
  contactEmail: (n) => `fuzz${n}@example.org`,
  newUsername: (n) => `fuzz${n}@example.org`,
  confirmationNumber: (n) => `FUZZ-${n}`,
  referenceNumber: (n) => `FUZZ-${n}`,
  amount: () => '100.00',
  donorName: (n) => `Donor ${n}`,
  donorEmail: (n) => `fuzz${n}@example.org`,
  donationAmount: () => '100.00',
  receivedAmount: () => '1000.00',
  held: () => '1000.00',
  receivedOn: () => '2026-01-31',
  refundedOn: () => '2026-01-31',
  endedOn: () => '2026-01-31',
  reference: () => 'PX-7K4M2',
  txHash: (n) => `0x${n.toString(16).padStart(64, '0')}`,
  // Of a passkey, in base64url; `id` is a uuid elsewhere and asks for its format below.
  rawId: (n) => `credential${n}`,
  clientDataJSON: () => 'e30',
  attestationObject: () => 'o2Nmb',
  authenticatorData: () => 'SZYN5',
  signature: () => 'MEUCI',
  userHandle: () => null,
};

const shapes = new WeakMap<$ZodType, Shape>();
function shapeOf(schema: $ZodType): Shape {
  let shape = shapes.get(schema);
  if (!shape) {
    shape = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    shapes.set(schema, shape);
  }
  return shape;
}

/** A value that the schema most likely takes; `n` makes it differ from others. */
export const sampleOf = (schema: $ZodType, chance: Chance, n: number) =>
  sample(shapeOf(schema), '', chance, n);

/** The path of a call with parameters that its contract takes. */
export function pathOf({ path, params }: AnyEndpoint, chance: Chance, n: number): string {
  const values = (params ? sampleOf(params, chance, n) : {}) as Record<string, unknown>;
  // Some ids are numbers, and their schema says so with a pattern.
  const isSound = !params || safeParse(params, values).success;
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    isSound ? encodeURIComponent(String(values[name])) : '1',
  );
}

/** The names of an object schema's fields. */
export const namesOf = (schema: $ZodType) => Object.keys(shapeOf(schema).properties ?? {});

function sample(shape: Shape, name: string, chance: Chance, n: number): unknown {
  const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (known && shape.type !== 'integer' && shape.type !== 'number') return known(n);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return chance.pick(shape.enum);
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return sample(chance.pick(either), name, chance, n);
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([key]) => shape.required?.includes(key) || chance.in100(60))
          .map(([key, inner]) => [key, sample(inner, key, chance, n)]),
      );
    case 'array':
      return shape.items ? [sample(shape.items, name, chance, n)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (shape.format === 'uuid') return crypto.randomUUID();
      if (name === 'id') return `credential${n}`;
      return 'Sample text '.repeat(1 + Math.ceil((shape.minLength ?? 0) / 12)).trim();
  }
}
