import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { email, line, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { language } from '../audience/audience.contract.ts';
import { OrderedDraft } from '../drafts/draft.contract.ts';
import {
  LONGEST_MAIL_MESSAGE,
  LONGEST_MAIL_SUBJECT,
  NO_SUBJECT_OR_MESSAGE,
} from '../drafts/draft.contract.ts';
import { fieldProblem, PREVIEW_READERS } from './merge-fields.rules.ts';
import { BAD_RECIPIENT } from '../../mail/mail.rules.ts';

export const subject = line({
  max: LONGEST_MAIL_SUBJECT,
  missing: NO_SUBJECT_OR_MESSAGE,
  message: words('Please shorten the subject to one line of at most 200 characters.'),
});
export const message = paragraph({
  max: LONGEST_MAIL_MESSAGE,
  missing: NO_SUBJECT_OR_MESSAGE,
  message: words('Please shorten the message to at most 20,000 characters.'),
});

/** What is wrong with the fields of a bulk mail. */
export function fieldIssues(mail: { subject: string; message: string }) {
  return (['subject', 'message'] as const).flatMap((name) => {
    const problem = fieldProblem(mail[name]);
    return problem === undefined
      ? []
      : { code: 'custom' as const, path: [name], message: problem, input: mail[name] };
  });
}

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
  answer: z.extend(MessageAnswer, { id: z.uuid() }),
  status: 201,
});

/** `news` is how a bulk mail looks, `letter` one to one person. */
export const WRITTEN_TEMPLATES = ['news', 'letter'] as const;
export type WrittenTemplate = (typeof WRITTEN_TEMPLATES)[number];

const Preview = z
  .strictObject({
    template: z.optional(z.enum(WRITTEN_TEMPLATES, words('This email does not exist.'))),
    subject,
    message,
    /** Of the frame around the message. */
    language,
    /** Of `news`: whether it is drawn for a reader whose name is known. */
    reader: z.optional(z.enum(PREVIEW_READERS)),
  })
  .check(
    z.check(({ value, issues }) => {
      if (value.template !== 'letter') issues.push(...fieldIssues(value));
    }),
  );

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
  answer: MessageAnswer,
});
