import * as z from 'zod/mini';
import { EMAIL_ADDRESS, MISPLACED_DOT } from './email-address.ts';
import { cents, decimal, isAmount } from './money.ts';
import { words } from './words.ts';

/** A moment in an answer: a Date on the server, ISO 8601 in JSON and in the browser. */
export const instant = z.pipe(
  z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : value)),
  z.iso.datetime(),
);

/** `{message}`: the answer of an action that has nothing else to say. */
export const MessageAnswer = z.object({ message: z.string() });

/** The path parameter of one record. */
export const ById = z.object({ id: z.uuid() });

/** An email address as it is stored: trimmed, lower-cased, at most 254 characters; `missing` is said of an empty one. */
export const email = (message: string, missing = message) =>
  z.string(missing).check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, missing),
    z.maxLength(254, message),
    // Nothing that a mail header could misread.
    z.regex(EMAIL_ADDRESS, message),
    z.refine((text) => !MISPLACED_DOT.test(text), message),
  );

interface TextRule {
  min?: number;
  max: number;
  message: string;
  /** Said of an empty text where "too long" would be another sentence. */
  missing?: string;
}

/** One line of text, trimmed: line breaks and other control characters are refused. */
export const line = ({ min = 1, max, message, missing = message }: TextRule) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(min, missing),
      z.maxLength(max, message),
      z.regex(/^\P{Cc}*$/u, message),
    );

/** Several lines of text, trimmed. */
export const paragraph = ({ min = 1, max, message, missing = message }: TextRule) =>
  z.string(missing).check(z.trim(), z.minLength(min, missing), z.maxLength(max, message));

/** Dollars above zero, as a JSON number or decimal string; stored as "1000.00". */
export const dollarAmount = (message: string) => {
  const isAboveZero = (given: string | number) => isAmount(given) && cents(given) > 0n;
  return z.pipe(
    z
      .union([z.number(), z.string().check(z.trim())], message)
      .check(z.refine(isAboveZero, message)),
    z.transform((given) => decimal(cents(given))),
  );
};

/**
 * A field that may be left out: an empty text counts as not given, as an HTML form sends it.
 * A given value must pass the schema, with its error sentences.
 */
export const ifGiven = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isBlank(value) ? undefined : value)),
      z.optional(schema),
    ),
  );

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/**
 * An address of the web: http or https, a host with a dot, no one's password in it. One that begins with its host is
 * completed with `https://`, as browsers do.
 */
export const webAddress = (message: string) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && BEGINS_WITH_HOST.test(value) ? `https://${value.trim()}` : value,
    ),
    line({ max: 500, message }).check(z.refine(isWebAddress, message)),
  );

// The labels hold no dot, so that what does not match is seen in one pass, however long it is.
const BEGINS_WITH_HOST = /^\s*[^\s:/?#@.]+(?:\.[^\s:/?#@.]+)+(?:[/?#]|\s*$)/;

/** Whether a link may be made of what someone wrote as an address of the web. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text)) return false;
  try {
    const { hostname, username, password } = new URL(text);
    return /[^.]\.[^.]/.test(hostname) && `${username}${password}` === '';
  } catch {
    return false; // Not an address: what the question was. (`URL.parse` is too young for many phones.)
  }
}

/** The search text of a list. */
export const searchText = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(200, words('Please shorten your search to at most 200 characters')),
    ),
);
