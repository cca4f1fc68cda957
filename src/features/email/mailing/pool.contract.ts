import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { pageLimit, searchText } from '../../../shared/list.ts';
import { AUDIENCE_KINDS } from '../mailing.rules.ts';
import { country, flag, kindList, status } from './audience.contract.ts';
import { language } from './letter.contract.ts';

const PoolPerson = z.object({
  email: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(AUDIENCE_KINDS)),
  country: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  /** Whether they asked for news, in one of the kinds asked for. */
  asked: z.boolean(),
});
export type PoolPerson = z.output<typeof PoolPerson>;

export const readMailPool = endpoint({
  name: 'readMailPool',
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
    /** Whom the mail would go to; `search` narrows only the page. */
    count: z.int(),
    /** Who would be among them but is never mailed. */
    suppressed: z.int(),
    /** Who would be among them but has not asked for news; 0 with `unasked`. */
    unasked: z.int(),
    recipients: z.array(PoolPerson),
    /** `after` of the next page; null at the end. */
    next: z.nullable(z.string()),
  }),
});
export type MailPool = AnswerOf<typeof readMailPool>;
