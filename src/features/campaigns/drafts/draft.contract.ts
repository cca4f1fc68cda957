import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { ById, instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import {
  AUDIENCE_KINDS,
  AUDIENCE_STATUSES,
  MOST_COUNTRIES,
  MOST_RECIPIENTS,
} from '../audience/audience.rules.ts';

export const LONGEST_MAIL_SUBJECT = 200;
export const LONGEST_MAIL_MESSAGE = 20_000;
/** Specification §5. */
export const NO_SUBJECT_OR_MESSAGE = words('Please enter both subject and message.');

/** So many mails somebody may have begun at once. */
export const MOST_DRAFTS = 20;

const TOO_LONG = words('This draft is too long to save.');
/** A draft can be incomplete; the limits are those of a message. */
const text = (max: number) => z.string().check(z.maxLength(max, TOO_LONG));
const MESSAGE_FIELDS = { subject: text(LONGEST_MAIL_SUBJECT), message: text(LONGEST_MAIL_MESSAGE) };

const IndividualDraft = z.strictObject({
  kind: z.literal('individual'),
  ...MESSAGE_FIELDS,
  recipient: text(254),
});

const BulkDraft = z.strictObject({
  kind: z.literal('bulk'),
  ...MESSAGE_FIELDS,
  kinds: z.array(z.enum(AUDIENCE_KINDS)).check(z.maxLength(AUDIENCE_KINDS.length)),
  country: text(100),
  // Drafts from before there were these have none of them.
  countries: z._default(z.array(text(100)).check(z.maxLength(MOST_COUNTRIES)), []),
  source: z._default(text(32), ''),
  confirmed: z._default(z.boolean(), false),
  since: z._default(text(10), ''),
  until: z._default(text(10), ''),
  language: z.enum(['', ...LANGUAGES]),
  status: z.enum(['', ...AUDIENCE_STATUSES]),
  unasked: z.boolean(),
  to: z.enum(['picked', 'all']),
  /** By address whether that person asked for news. */
  picked: z
    .record(text(254), z.boolean())
    .check(z.refine((picked) => Object.keys(picked).length <= MOST_RECIPIENTS, TOO_LONG)),
  isLater: z.boolean(),
  /** By the clock of who writes, or empty. */
  scheduledFor: text(40),
});

/** A mail that is being written, with everything that its form holds. */
const DraftContent = z.discriminatedUnion('kind', [IndividualDraft, BulkDraft]);
export type DraftContent = z.output<typeof DraftContent>;
export type DraftKind = DraftContent['kind'];

/** From 1; 0 for one that was never saved. */
const version = z.int(words('The version must be a whole number.')).check(z.gte(0), z.lte(1e9));

/**
 * The caller’s draft that a mail was, at the version that its window has; 0 for one that was never saved. It goes when
 * the mail is ordered.
 */
export const OrderedDraft = z.strictObject({ id: z.uuid(), version });
export type OrderedDraft = z.output<typeof OrderedDraft>;

const Draft = z.object({ content: DraftContent, version, savedAt: instant });
export type StoredDraft = z.output<typeof Draft>;

export const listMailDrafts = endpoint({
  name: 'listMailDrafts',
  summary: 'The mails that the caller has begun to write, the newest first; nobody else’s',
  method: 'GET',
  path: '/api/admin/mail-drafts',
  access: admin('mail:send'),
  answer: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['individual', 'bulk']),
      /** Of an individual mail; empty where it has none yet. */
      recipient: z.string(),
      subject: z.string(),
      beginning: z.string(),
      savedAt: instant,
    }),
  ),
});
export type ListedDraft = AnswerOf<typeof listMailDrafts>[number];

export const readMailDraft = endpoint({
  name: 'readMailDraft',
  summary: 'One draft of the caller with everything in it',
  method: 'GET',
  path: '/api/admin/mail-drafts/:id',
  access: admin('mail:send'),
  params: ById,
  answer: Draft,
});

export const saveMailDraft = endpoint({
  name: 'saveMailDraft',
  summary:
    'Keep a draft; one that is emptied goes, and its version is 0. 409 with `theirs`, null for one that is gone, when `version` is not the saved one; 409 with `reason` “full” beyond twenty',
  method: 'PUT',
  path: '/api/admin/mail-drafts/:id',
  access: admin('mail:send'),
  params: ById,
  // Fifty thousand addresses that were chosen one by one.
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.strictObject({ content: DraftContent, version }),
  answer: z.object({ version, savedAt: instant }),
});

export const deleteMailDraft = endpoint({
  name: 'deleteMailDraft',
  summary: 'Throw a draft of the caller away; 404 when they have none such',
  method: 'DELETE',
  path: '/api/admin/mail-drafts/:id',
  access: admin('mail:send'),
  params: ById,
  answer: MessageAnswer,
});
