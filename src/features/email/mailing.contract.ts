import * as z from 'zod/mini';
import { admin, anyone, recentAdmin } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { listQuery } from '../../shared/list.ts';
import { ById, email, instant, line, paragraph, Said } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { OrderedDraft } from './drafts/draft.contract.ts';
import {
  AUDIENCE_KINDS,
  AUDIENCE_STATUSES,
  BAD_RECIPIENT,
  BATCH_STATES,
  BATCH_STEPS,
  LONGEST_MAIL_MESSAGE,
  LONGEST_MAIL_SUBJECT,
  LONGEST_PASTE,
  MOST_RECIPIENTS,
  NO_RECIPIENTS,
  NO_SUBJECT_OR_MESSAGE,
  SUPPRESSION_REASONS,
  UNSUBSCRIBE_PAGE,
} from './mailing.rules.ts';

const subject = line({
  max: LONGEST_MAIL_SUBJECT,
  missing: NO_SUBJECT_OR_MESSAGE,
  message: words('Please shorten the subject to one line of at most 200 characters.'),
});
const message = paragraph({
  max: LONGEST_MAIL_MESSAGE,
  missing: NO_SUBJECT_OR_MESSAGE,
  message: words('Please shorten the message to at most 20,000 characters.'),
});
const language = z.enum(LANGUAGES, words('Please choose one of our languages.'));
const kind = z.enum(AUDIENCE_KINDS, words('That is none of our lists of people.'));
const status = z.enum(AUDIENCE_STATUSES, words('That is no status of ours.'));
const country = z.string().check(z.trim(), z.maxLength(100, words('This country is too long')));

/** Whom a mail is for; without a field nothing is narrowed by it. */
const Audience = z.strictObject({
  kinds: z.optional(z.array(kind).check(z.maxLength(AUDIENCE_KINDS.length))),
  country: z.optional(country),
  language: z.optional(language),
  status: z.optional(status),
  unasked: z.optional(z.boolean()),
});

/** A flag in an address. */
const flag = z.pipe(
  z.enum(['true', 'false'], words('Write true or false.')),
  z.transform((text) => text === 'true'),
);
/** Kinds in an address, with commas between them. */
const kindList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text) => text.split(',').filter(Boolean)),
  ),
  z.array(kind),
);

const badLimit = words('limit must be a whole number from 1 to 500');

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
    search: z.optional(
      z.string().check(z.trim(), z.maxLength(200, words('Search for at most 200 characters'))),
    ),
    /** The last address of the page before. */
    after: z.optional(z.string().check(z.maxLength(320))),
    limit: z.optional(
      z.coerce
        .number(badLimit)
        .check(z.int(badLimit), z.minimum(1, badLimit), z.maximum(500, badLimit)),
    ),
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

const badCount = words('A count is a whole number from 1');

/** Either the addresses themselves, or whom it is for and how many the administrator was shown. */
export const NewBulkEmail = z
  .strictObject({
    recipients: z.optional(
      z
        .array(z.string(NO_RECIPIENTS).check(z.maxLength(2000, BAD_RECIPIENT)), NO_RECIPIENTS)
        .check(
          z.minLength(1, NO_RECIPIENTS),
          z.maxLength(
            MOST_RECIPIENTS,
            words('Please choose at most 50,000 people by hand; narrow the list for more.'),
          ),
        ),
    ),
    audience: z.optional(Audience),
    expectedCount: z.optional(z.int(badCount).check(z.gte(1, badCount))),
    subject,
    message,
    scheduledFor: z.optional(z.iso.datetime(words('Please choose a day and a time.'))),
    /** With `recipients`: also those of them who have not asked for news. */
    includeUnasked: z.optional(z.boolean()),
    draft: z.optional(OrderedDraft),
  })
  .check(
    z.check(({ value, issues }) => {
      const { recipients, audience, expectedCount } = value;
      const isOne = (recipients === undefined) !== (audience === undefined);
      if (!isOne)
        issues.push({ code: 'custom', path: ['recipients'], message: NO_RECIPIENTS, input: value });
      else if (audience && expectedCount === undefined)
        issues.push({ code: 'custom', path: ['expectedCount'], message: badCount, input: value });
    }),
  );

export const sendBulkEmail = endpoint({
  name: 'sendBulkEmail',
  summary:
    'Queue one mail for each of many people; 409 with `count` when an audience is no longer as many as were shown, with `theirs` when another window has changed the draft',
  method: 'POST',
  path: '/api/admin/send-bulk-email',
  access: recentAdmin('mail:send'),
  bodyLimitBytes: 4 * 1024 * 1024,
  body: NewBulkEmail,
  answer: z.object({
    message: z.string(),
    batchId: z.uuid(),
    summary: z.object({
      queued: z.int(),
      /** Of those that came to their end so far: none, as a batch is sent after the answer. */
      successful: z.int(),
      failed: z.int(),
      /** Named but left out: twice, strangers, suppressed, or without having asked for news. */
      skipped: z.int(),
    }),
  }),
  status: 201,
});

const Batch = z.object({
  id: z.uuid(),
  subject: z.string(),
  state: z.enum(BATCH_STATES),
  /** Why it waits or was paused, in a sentence in the reader's language; null when somebody paused it. */
  because: z.nullable(z.string()),
  /** When it goes on by itself, while it waits. */
  waitingUntil: z.nullable(instant),
  counts: z.object({
    total: z.int(),
    queued: z.int(),
    sending: z.int(),
    sent: z.int(),
    failed: z.int(),
    uncertain: z.int(),
    skipped: z.int(),
  }),
  createdAt: instant,
  /** The name, or the address, of who wrote it; null once the account is gone. */
  createdBy: z.nullable(z.string()),
  scheduledFor: z.nullable(instant),
  finishedAt: z.nullable(instant),
});
export type Batch = z.output<typeof Batch>;

export const listEmailBatches = endpoint({
  name: 'listEmailBatches',
  summary: 'Bulk mails with how far each is, newest first',
  method: 'GET',
  path: '/api/admin/email-batches',
  access: admin('mail:read'),
  query: z.object({
    limit: z.optional(
      z.coerce
        .number(badLimit)
        .check(z.int(badLimit), z.minimum(1, badLimit), z.maximum(500, badLimit)),
    ),
    cursor: z.optional(
      z.string().check(z.maxLength(4000, words('This cursor is not one of ours'))),
    ),
  }),
  answer: z.array(Batch),
});

export const readEmailBatch = endpoint({
  name: 'readEmailBatch',
  summary: 'One bulk mail: how far it is, and the last that failed, in the servers’ words',
  method: 'GET',
  path: '/api/admin/email-batches/:id',
  access: admin('mail:read'),
  params: ById,
  answer: z.extend(Batch, {
    message: z.string(),
    /** Of how many something went wrong, whether they are tried again or not; `failures` are the last of them. */
    troubled: z.int(),
    failures: z.array(
      z.object({
        email: z.string(),
        state: z.enum(['failed', 'uncertain', 'queued']),
        error: z.string(),
        at: instant,
      }),
    ),
  }),
});
export type BatchDetail = AnswerOf<typeof readEmailBatch>;

export const stepEmailBatch = endpoint({
  name: 'stepEmailBatch',
  summary:
    'Pause, resume or cancel a bulk mail, or try once more what failed; 409 where it cannot do that',
  method: 'POST',
  path: '/api/admin/email-batches/:id/:step',
  access: admin('mail:send'),
  params: z.extend(ById, { step: z.enum(BATCH_STEPS, words('A bulk mail has no such step.')) }),
  answer: Said,
});

const TRIAGED_RECORDS = ['contact', 'volunteer', 'partner'] as const;

export const NewIndividualEmail = z.strictObject({
  recipient: email(BAD_RECIPIENT),
  subject,
  message,
  /** What it answers. */
  replyToRecord: z.optional(z.strictObject({ kind: z.enum(TRIAGED_RECORDS), id: z.uuid() })),
  draft: z.optional(OrderedDraft),
});

export const sendIndividualEmail = endpoint({
  name: 'sendIndividualEmail',
  summary:
    'Queue one mail to one person; 409 with `theirs` when another window has changed the draft',
  method: 'POST',
  path: '/api/admin/send-individual-email',
  access: admin('mail:send'),
  body: NewIndividualEmail,
  answer: z.extend(Said, { id: z.uuid() }),
  status: 201,
});

/** `news` is how a bulk mail looks, `letter` one to one person. */
export const WRITTEN_TEMPLATES = ['news', 'letter'] as const;
export type WrittenTemplate = (typeof WRITTEN_TEMPLATES)[number];

const Preview = z.strictObject({
  template: z.optional(z.enum(WRITTEN_TEMPLATES, words('There is no such mail.'))),
  subject,
  message,
  /** Of what stands around the message. */
  language,
});

export const previewEmail = endpoint({
  name: 'previewEmail',
  summary: 'A bulk or individual mail as its reader will see it',
  method: 'POST',
  path: '/api/admin/preview-email',
  access: admin('mail:send'),
  body: Preview,
  answer: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});

export const sendPreview = endpoint({
  name: 'sendPreview',
  summary: 'The same as a mail to oneself',
  method: 'POST',
  path: '/api/admin/preview-email/send',
  access: admin('mail:send'),
  body: Preview,
  answer: Said,
});

const Suppression = z.object({
  id: z.uuid(),
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  createdAt: instant,
  /** Also where there is another reason: as long as it stands, nobody but the reader lets bulk mail go there. */
  unsubscribedAt: z.nullable(instant),
});
export type Suppression = z.output<typeof Suppression>;

export const listMailSuppressions = endpoint({
  name: 'listMailSuppressions',
  summary:
    'Addresses that no bulk mail goes to, newest first; status narrows to a reason, of which one can have two',
  method: 'GET',
  path: '/api/admin/mail-suppressions',
  access: admin('mail:read'),
  query: z.extend(listQuery(['createdAt', 'address']), {
    status: z.optional(z.enum(SUPPRESSION_REASONS, words('That is no reason of ours.'))),
  }),
  answer: z.array(Suppression),
});

export const addMailSuppressions = endpoint({
  name: 'addMailSuppressions',
  summary:
    'Send no bulk mail to these addresses any more; takes pasted lines, such as what came back from a mail server',
  method: 'POST',
  path: '/api/admin/mail-suppressions',
  access: admin('mail:send'),
  bodyLimitBytes: 1024 * 1024,
  body: z.strictObject({
    addresses: paragraph({
      max: LONGEST_PASTE,
      missing: BAD_RECIPIENT,
      message: words('Please paste at most 500,000 characters at once.'),
    }),
    reason: z.enum(['bounced', 'complaint', 'by hand'], words('That is no reason of ours.')),
  }),
  answer: z.extend(Said, {
    added: z.int(),
    /** Suppressed before. */
    known: z.int(),
    /** Lines without an address; the first twenty. */
    refused: z.array(z.string()),
  }),
  status: 201,
});

export const removeMailSuppression = endpoint({
  name: 'removeMailSuppression',
  summary:
    'Let bulk mail go to an address again; 409 for who unsubscribed, which is theirs to take back',
  method: 'DELETE',
  path: '/api/admin/mail-suppressions/:id',
  access: admin('mail:send'),
  params: ById,
  answer: Said,
});

const cap = z
  .int(words('A limit is a whole number from 1 to 1,000,000'))
  .check(z.gte(1), z.lte(1_000_000));

/** The last one that a `Date` can hold. */
const LAST_MOMENT_MS = 8.64e15;

const Limits = {
  /** Mails that may leave in 24 hours, of which bulk mail leaves a tenth to the others; null: any number. */
  gmailPerDay: cap,
  alternativePerDay: z.nullable(cap),
  /** Of bulk mail, through whichever server; null: as fast as it takes them. */
  perMinute: z.nullable(cap),
  /** To the mail server at once. */
  connections: z
    .int(words('Connections are a whole number from 1 to 20'))
    .check(z.gte(1), z.lte(20)),
};

/** In milliseconds since 1970, when the limits were changed last; 0: never. */
const LimitsVersion = z
  .int(words('A version is a whole number.'))
  .check(z.gte(0), z.lte(LAST_MOMENT_MS, words('A version is a whole number.')));

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
  summary:
    'Change how many mails may leave. 409 when `version` is not that of what stands there any more',
  method: 'PUT',
  path: '/api/admin/mail-limits',
  access: recentAdmin('mail:configure'),
  body: z.strictObject({ ...Limits, version: LimitsVersion }),
  answer: z.extend(Said, { version: LimitsVersion }),
});

const Key = z.object({
  key: z.string(words('This link is not one of ours')).check(z.minLength(1), z.maxLength(1000)),
});

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  summary: 'Send no more news to the address that the key of a bulk mail names, sealed',
  method: 'POST',
  path: '/api/unsubscribe',
  access: anyone,
  // RFC 8058: mail programs send it, without cookies and from no page of ours.
  oneClick: { page: UNSUBSCRIBE_PAGE },
  query: Key,
  answer: Said,
});

export const resubscribe = endpoint({
  name: 'resubscribe',
  summary: 'Take back what unsubscribe did, with the same key',
  method: 'POST',
  path: '/api/unsubscribe/undo',
  access: anyone,
  query: Key,
  answer: Said,
});
