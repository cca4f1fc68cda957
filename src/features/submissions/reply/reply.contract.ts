import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { instant, line, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { TRIAGED } from '../triage/triage.rules.ts';

export const LONGEST_SUBJECT = 200;
export const LONGEST_REPLY = 10_000;

/** How far a mail is; `gone` once retention has removed its row, whether it was sent or not. */
export const REPLY_STATES = [
  'queued',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'skipped',
  'gone',
] as const;

const OfKind = z.object({ kind: z.enum(TRIAGED), id: z.uuid() });

export const findReplies = endpoint({
  name: 'findReplies',
  summary: 'What was answered to a submission, newest first, and how an answer begins',
  method: 'GET',
  path: '/api/admin/triage/:kind/:id/replies',
  access: admin('submissions:read'),
  params: OfKind,
  answer: z.object({
    /** Whom an answer goes to, and in which language they wrote. */
    to: z.object({ name: z.string(), email: z.string(), language: z.enum(LANGUAGES) }),
    /** What the field for the subject begins with, in their language. */
    subject: z.string(),
    /** Where what they write back arrives. */
    replyTo: z.string(),
    replies: z.array(
      z.object({
        id: z.uuid(),
        subject: z.string(),
        text: z.string(),
        /** Null once the account is gone. */
        author: z.nullable(z.string()),
        at: instant,
        state: z.enum(REPLY_STATES),
        /** Of a mail that failed, in the words of the server. */
        error: z.nullable(z.string()),
      }),
    ),
  }),
});
export type Replies = AnswerOf<typeof findReplies>;

export const sendReply = endpoint({
  name: 'sendReply',
  summary:
    'Answer a submission by mail: it becomes answered, and the caller’s where it was nobody’s',
  method: 'POST',
  path: '/api/admin/triage/:kind/:id/replies',
  access: admin('submissions:triage'),
  params: OfKind,
  body: z.strictObject({
    subject: line({
      max: LONGEST_SUBJECT,
      missing: words('Please write a subject'),
      message: words('Please shorten the subject to one line of at most 200 characters.'),
    }),
    text: paragraph({
      max: LONGEST_REPLY,
      missing: words('Please write your reply'),
      message: words('Please shorten this to at most 10,000 characters'),
    }),
  }),
  answer: MessageAnswer,
  status: 201,
});
