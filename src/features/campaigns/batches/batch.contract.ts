import * as z from 'zod/mini';
import { admin, adminOrKey, adminWithRecentPassword } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { pageCursor, pageLimit } from '../../../shared/list.ts';
import { ById, instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { OrderedDraft } from '../drafts/draft.contract.ts';
import { BATCH_STATES, BATCH_STEPS, NO_RECIPIENTS } from './batch.rules.ts';
import { MOST_RECIPIENTS } from '../audience/audience.rules.ts';
import { BAD_RECIPIENT } from '../../mail/mail.rules.ts';
import { Audience } from '../audience/audience.contract.ts';
import { fieldIssues, message, subject } from '../message/message.contract.ts';

const badCount = words('The count must be a whole number from 1');

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
            words(
              'Select at most 50,000 people one by one. For more, filter the list and send to all of it.',
            ),
          ),
        ),
    ),
    audience: z.optional(Audience),
    expectedCount: z.optional(z.int(badCount).check(z.gte(1, badCount))),
    subject,
    message,
    scheduledFor: z.optional(z.iso.datetime(words('Please choose a date and time.'))),
    /** With `recipients`: also those of them who have not asked for news. */
    includeUnasked: z.optional(z.boolean()),
    draft: z.optional(OrderedDraft),
  })
  .check(
    z.check(({ value, issues }) => {
      const { recipients, audience, expectedCount } = value;
      issues.push(...fieldIssues(value));
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
  access: adminWithRecentPassword('mail:send'),
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
  /** Whom it is for; null when its recipients were selected one by one. */
  audience: z.nullable(Audience),
});
export type Batch = z.output<typeof Batch>;

export const listEmailBatches = endpoint({
  name: 'listEmailBatches',
  summary: 'Bulk mails with how far each is, newest first',
  method: 'GET',
  path: '/api/admin/email-batches',
  access: adminOrKey('mail:read'),
  query: z.object({
    limit: pageLimit,
    cursor: pageCursor,
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
  params: z.extend(ById, {
    step: z.enum(BATCH_STEPS, words('This step does not exist for a bulk email.')),
  }),
  answer: MessageAnswer,
});
