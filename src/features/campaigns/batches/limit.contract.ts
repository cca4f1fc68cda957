import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

const cap = z
  .int(words('The limit must be a whole number from 1 to 1,000,000'))
  .check(z.gte(1), z.lte(1_000_000));

/** The last one that a `Date` can hold. */
const LATEST_DATE_MS = 8.64e15;

const Limits = {
  /** Mails that may leave in 24 hours, of which bulk mail leaves a tenth to the others; null: any number. */
  gmailPerDay: cap,
  alternativePerDay: z.nullable(cap),
  /** Of bulk mail, through whichever server; null: as fast as it takes them. */
  perMinute: z.nullable(cap),
  /** To the mail server at once. */
  connections: z
    .int(words('The number of connections must be a whole number from 1 to 20'))
    .check(z.gte(1), z.lte(20)),
};

/** In milliseconds since 1970, when the limits were changed last; 0: never. */
const LimitsVersion = z
  .int(words('The version must be a whole number.'))
  .check(z.gte(0), z.lte(LATEST_DATE_MS, words('The version must be a whole number.')));

export const readMailLimits = endpoint({
  name: 'readMailLimits',
  summary: 'How many mails may leave, and how many have left in the last 24 hours',
  method: 'GET',
  path: '/api/admin/mail-limits',
  access: admin('mail:read'),
  answer: z.object({ ...Limits, version: LimitsVersion, sentInDay: z.int() }),
});

export const setMailLimits = endpoint({
  name: 'setMailLimits',
  summary: 'Change how many mails may leave. 409 when `version` is no longer the saved one',
  method: 'PUT',
  path: '/api/admin/mail-limits',
  access: adminWithRecentPassword('mail:configure'),
  body: z.strictObject({ ...Limits, version: LimitsVersion }),
  answer: z.extend(MessageAnswer, { version: LimitsVersion }),
});
