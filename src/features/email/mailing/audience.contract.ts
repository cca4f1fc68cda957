import * as z from 'zod/mini';
import { words } from '../../../shared/words.ts';
import { AUDIENCE_KINDS, AUDIENCE_STATUSES } from '../mailing.rules.ts';
import { language } from './letter.contract.ts';

const kind = z.enum(AUDIENCE_KINDS, words('That is none of our lists of people.'));
export const status = z.enum(AUDIENCE_STATUSES, words('That is no status of ours.'));
export const country = z
  .string()
  .check(z.trim(), z.maxLength(100, words('This country is too long')));

/** Whom a mail is for; without a field nothing is narrowed by it. */
export const Audience = z.strictObject({
  kinds: z.optional(z.array(kind).check(z.maxLength(AUDIENCE_KINDS.length))),
  country: z.optional(country),
  language: z.optional(language),
  status: z.optional(status),
  unasked: z.optional(z.boolean()),
});

/** A flag in an address. */
export const flag = z.pipe(
  z.enum(['true', 'false'], words('Write true or false.')),
  z.transform((text) => text === 'true'),
);
/** Kinds in an address, with commas between them. */
export const kindList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text) => text.split(',').filter(Boolean)),
  ),
  z.array(kind),
);
