import * as z from 'zod/mini';
import { words } from '../../../shared/words.ts';
import {
  AUDIENCE_CONDITIONS,
  AUDIENCE_KINDS,
  AUDIENCE_STATUSES,
  type Audience as AudienceRules,
  isEmptyRange,
  LAST_DAY_FIRST,
  MOST_COUNTRIES,
} from './audience.rules.ts';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { pageLimit } from '../../../shared/list.ts';
import { searchText } from '../../../shared/schema.ts';

const kind = z.enum(AUDIENCE_KINDS, words('Please choose a group of people from the list.'));
const status = z.enum(AUDIENCE_STATUSES, words('Please choose a status from the list.'));
const country = z.string().check(z.trim(), z.maxLength(100, words('This country is too long')));

export const language = z.enum(LANGUAGES, words('Please choose a language from the list.'));

const source = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z0-9_-]{1,32}$/, words('Please choose a source from the list.')),
  );
const day = z.iso
  .date(words('Choose a valid date.'))
  .check(z.regex(/^2/, words('Choose a day between 2000 and 2999.')));

const FIELDS = {
  country: z.optional(country),
  language: z.optional(language),
  status: z.optional(status),
  source: z.optional(source),
  since: z.optional(day),
  until: z.optional(day),
};

const hasDays = z.check<Pick<AudienceRules, 'since' | 'until'>>(({ value, issues }) => {
  if (isEmptyRange(value))
    issues.push({ code: 'custom', path: ['until'], message: LAST_DAY_FIRST, input: value.until });
});

/** The audience of a mail; every field that is given narrows it. */
export const Audience = z
  .strictObject({
    ...FIELDS,
    kinds: z.optional(z.array(kind).check(z.maxLength(AUDIENCE_KINDS.length))),
    countries: z.optional(z.array(country).check(z.maxLength(MOST_COUNTRIES))),
    confirmed: z.optional(z.boolean()),
    unasked: z.optional(z.boolean()),
  })
  .check(hasDays);

/** A flag in a query string. */
const flag = z.pipe(
  z.enum(['true', 'false'], words('Write true or false.')),
  z.transform((text) => text === 'true'),
);
/** Several in a query string, with commas between them. */
const several = <T extends z.ZodMiniType<unknown, string>>(one: T, most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4000)),
      z.transform((text) => text.split(',').filter(Boolean)),
    ),
    z.array(one).check(z.maxLength(most)),
  );

const QUERY = {
  ...FIELDS,
  kinds: z.optional(several(kind, AUDIENCE_KINDS.length)),
  countries: z.optional(several(country, MOST_COUNTRIES)),
  confirmed: z.optional(flag),
  unasked: z.optional(flag),
};

const AudiencePerson = z.object({
  email: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(AUDIENCE_KINDS)),
  country: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  /** Whether they asked for news, in one of the kinds asked for. */
  asked: z.boolean(),
});
export type AudiencePerson = z.output<typeof AudiencePerson>;

export const readAudience = endpoint({
  name: 'readAudience',
  summary:
    'Whom a bulk mail could go to: how many, and a page of them in the order of their addresses; drafts, invalidated signatures, suspended and suppressed people are in none',
  method: 'GET',
  path: '/api/admin/mail-pool',
  access: admin('mail:send'),
  query: z
    .object({
      ...QUERY,
      search: searchText,
      /** The last address of the page before. */
      after: z.optional(z.string().check(z.maxLength(320))),
      limit: pageLimit,
    })
    .check(hasDays),
  answer: z.object({
    /** The recipients of the mail; `search` narrows only the page. */
    count: z.int(),
    /** Matching people who are never mailed. */
    suppressed: z.int(),
    /** Matching people who have not asked for news; 0 with `unasked`. */
    unasked: z.int(),
    recipients: z.array(AudiencePerson),
    /** `after` of the next page; null at the end. */
    next: z.nullable(z.string()),
  }),
});
export type AudiencePage = AnswerOf<typeof readAudience>;

export const readAudienceConditions = endpoint({
  name: 'readAudienceConditions',
  summary:
    'For an audience that holds nobody: which of its conditions, each left out by itself, would let people match, and how many',
  method: 'GET',
  path: '/api/admin/mail-pool/conditions',
  access: admin('mail:send'),
  query: z.object(QUERY).check(hasDays),
  answer: z.array(z.object({ condition: z.enum(AUDIENCE_CONDITIONS), count: z.int() })),
});
