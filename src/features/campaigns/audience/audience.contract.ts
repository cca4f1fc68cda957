import * as z from 'zod/mini';
import { words } from '../../../shared/words.ts';
import { AUDIENCE_KINDS, AUDIENCE_STATUSES } from './audience.rules.ts';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { pageLimit, searchText } from '../../../shared/list.ts';

const kind = z.enum(AUDIENCE_KINDS, words('Please choose a group of people from the list.'));
const status = z.enum(AUDIENCE_STATUSES, words('Please choose a status from the list.'));
const country = z.string().check(z.trim(), z.maxLength(100, words('This country is too long')));

export const language = z.enum(LANGUAGES, words('Please choose a language from the list.'));

/** The audience of a mail; every field that is given narrows it. */
export const Audience = z.strictObject({
  kinds: z.optional(z.array(kind).check(z.maxLength(AUDIENCE_KINDS.length))),
  country: z.optional(country),
  language: z.optional(language),
  status: z.optional(status),
  unasked: z.optional(z.boolean()),
});

/** A flag in a query string. */
const flag = z.pipe(
  z.enum(['true', 'false'], words('Write true or false.')),
  z.transform((text) => text === 'true'),
);
/** Kinds in a query string, with commas between them. */
const kindList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text) => text.split(',').filter(Boolean)),
  ),
  z.array(kind),
);

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
  query: z.object({
    kinds: z.optional(kindList),
    country: z.optional(country),
    language: z.optional(language),
    status: z.optional(status),
    unasked: z.optional(flag),
    search: searchText,
    /** The last address of the page before. */
    after: z.optional(z.string().check(z.maxLength(320))),
    limit: pageLimit,
  }),
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
