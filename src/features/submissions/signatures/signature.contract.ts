import * as z from 'zod/mini';
import { adminOrKey, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { instant, MessageAnswer, searchText } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import {
  reasonOfDay,
  signatureDay,
  signatureReason,
  supportedYears,
} from '../kinds/submissions.contract.ts';
import { BURST_REASONS, BURST_VERDICTS } from './burst.rules.ts';

const notCounted = words('The count must be a whole number from 1');

/** Which signatures: those that the list shows when it is narrowed to the same. */
const Narrowed = z
  .strictObject({
    search: searchText,
    country: z.optional(z.string().check(z.maxLength(100, words('This country is too long')))),
    day: z.optional(signatureDay),
    reason: signatureReason,
    /** How many the administrator was shown. */
    count: z.int(notCounted).check(z.gte(1, notCounted)),
  })
  .check(
    z.refine(({ search, country, day: on }) => Boolean(search || country || on), {
      path: ['search'],
      error: words('Narrow the list to the signatures you want to invalidate'),
    }),
    reasonOfDay,
  );

export const readSignatureTrend = endpoint({
  name: 'readSignatureTrend',
  summary:
    'Signatures that count, by day of the last six weeks; and the last hundred times that some were invalidated',
  method: 'GET',
  path: '/api/admin/unity-declarations/trend',
  access: adminOrKey('submissions:read'),
  answer: z.object({
    days: z.array(z.object({ day: z.iso.date(), count: z.int() })),
    /** Newest first; a moment is its name. */
    invalidated: z.array(z.object({ at: instant, count: z.int() })),
    /** How many such times there are before those. */
    invalidatedBefore: z.int(),
    /** Valid ones that do not count because nobody has confirmed them yet. */
    unconfirmed: z.int(),
    /** Signed on paper, which no other number has in it. */
    onPaper: z.int(),
  }),
});

export const listUnusualDays = endpoint({
  name: 'listUnusualDays',
  summary:
    'Days of the last six weeks on which very many signed or signatures have something in common, newest first, with the reasons',
  method: 'GET',
  path: '/api/admin/unity-declarations/unusual-days',
  access: adminOrKey('submissions:read'),
  answer: z.array(
    z.object({
      day: z.iso.date(),
      /** All that came in and were not invalidated, confirmed or not. */
      count: z.int(),
      /** The same on a day of the two weeks before; half of one is possible. */
      usual: z.number(),
      isBusy: z.boolean(),
      /** Where an hour (UTC) was unusual and not the whole day. */
      hour: z.nullable(z.int()),
      /** How many of the day or hour were judged. */
      judged: z.int(),
      verdict: z.enum(BURST_VERDICTS),
      reasons: z.array(
        z.object({
          name: z.enum(BURST_REASONS),
          count: z.int(),
          /** Of so many it is known. */
          of: z.int(),
          domain: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

export const readSignatureSources = endpoint({
  name: 'readSignatureSources',
  summary:
    'Signatures that count, by where they came from, and the signers through whom most have signed',
  method: 'GET',
  path: '/api/admin/unity-declarations/sources',
  access: adminOrKey('submissions:read'),
  answer: z.object({
    /** Most first; null for those from before it was asked. */
    sources: z.array(z.object({ source: z.nullable(z.string()), count: z.int() })),
    /** How many came from sources beyond those. */
    others: z.int(),
    sharers: z.array(z.object({ id: z.uuid(), fullName: z.string(), count: z.int() })),
  }),
});

export const invalidateSignatures = endpoint({
  name: 'invalidateSignatures',
  summary:
    'Let signatures count no more, all that match at once; 409 when they are not as many as were shown',
  method: 'POST',
  path: '/api/admin/unity-declarations/invalidate',
  access: adminWithRecentPassword('declarations:invalidate'),
  body: Narrowed,
  answer: z.extend(MessageAnswer, { at: instant }),
});

export const restoreSignatures = endpoint({
  name: 'restoreSignatures',
  summary: 'Let the signatures that were invalidated at that moment count again; 409 when none are',
  method: 'POST',
  path: '/api/admin/unity-declarations/restore',
  access: adminWithRecentPassword('declarations:invalidate'),
  body: z.strictObject({
    at: z.iso.datetime(words('Enter a valid date and time')).check(supportedYears),
  }),
  answer: MessageAnswer,
});
