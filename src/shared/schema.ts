import * as z from 'zod/mini';

/** A moment in an answer: a Date on the server, ISO 8601 in JSON and in the browser. */
export const instant = z.pipe(
  z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : value)),
  z.iso.datetime(),
);

/** `{message}`: the answer of a deed that has nothing else to say. */
export const Said = z.object({ message: z.string() });

/** The path parameter of one record. */
export const ById = z.object({ id: z.uuid() });

/** An email address as it is stored: trimmed, lower-cased, at most 254 characters. */
export const email = (message: string) =>
  z.string(message).check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, message),
    // Strict ASCII, no quoted local part: nothing that a mail header could misread (security.md §1.10).
    z.regex(
      /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      message,
    ),
    z.refine((text) => !/^\.|\.\.|\.@/.test(text), message),
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
