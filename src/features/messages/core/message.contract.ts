import * as z from 'zod/mini';
import { anyone, member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import {
  ById,
  ifGiven,
  instant,
  line,
  paragraph,
  MessageAnswer,
  searchText,
} from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { LONGEST_CONTENT, LONGEST_SUBJECT, MAIL_OFF_PAGE } from './message.rules.ts';

/** Of another member, never more. Without names: the account is gone. */
export const Person = z.object({
  id: z.uuid(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Administrators only: what they write is the campaign's word. */
  isTeam: z.optional(z.literal(true)),
});
export type Person = z.output<typeof Person>;

/** As gaps.md §2 has it. */
export const Message = z.object({
  id: z.uuid(),
  senderId: z.uuid(),
  recipientId: z.uuid(),
  subject: z.nullable(z.string()),
  content: z.string(),
  isRead: z.boolean(),
  createdAt: instant,
  sender: Person,
  recipient: Person,
});
export type Message = z.output<typeof Message>;

const badLimit = words('limit must be a whole number from 1 to 200');
const limit = z.optional(
  z.coerce
    .number(badLimit)
    .check(z.int(badLimit), z.minimum(1, badLimit), z.maximum(200, badLimit)),
);

/** A page of a list: the next one is in the `Link` header. */
export const Paged = z.object({
  limit,
  cursor: z.optional(z.string().check(z.maxLength(400, words('This cursor is not valid')))),
});

/** A message as it is written; only the first one to a member needs a subject. */
export const NewMessage = z.strictObject({
  recipientId: z.uuid(words('Please choose a recipient')),
  subject: ifGiven(
    line({
      max: LONGEST_SUBJECT,
      message: words('Please shorten the subject to one line of at most 200 characters'),
    }),
  ),
  content: paragraph({
    max: LONGEST_CONTENT,
    missing: words('Please write your message'),
    message: words('Please shorten your message to at most 5,000 characters'),
  }),
});

export const findRecipients = endpoint({
  name: 'findRecipients',
  summary:
    'Members to write to, by the beginning of their names; never the caller; needs a verified address',
  method: 'GET',
  path: '/api/users',
  access: member,
  query: z.object({
    search: searchText,
    limit,
  }),
  answer: z.array(z.object({ user: Person })),
});

export const listMessages = endpoint({
  name: 'listMessages',
  summary: 'Messages sent and received, newest first; 50 unless limit says otherwise',
  method: 'GET',
  path: '/api/messages',
  access: member,
  query: Paged,
  answer: z.array(Message),
});

export const sendMessage = endpoint({
  name: 'sendMessage',
  summary: 'Write to another member; needs a verified address',
  method: 'POST',
  path: '/api/messages',
  access: member,
  body: NewMessage,
  answer: z.object({ message: z.string(), id: z.uuid() }),
  status: 201,
});

export const readMessage = endpoint({
  name: 'readMessage',
  summary: 'Mark a received message as read; 404 for anybody but its recipient',
  method: 'POST',
  path: '/api/messages/:id/read',
  access: member,
  params: ById,
  answer: MessageAnswer,
});

export const deleteMessage = endpoint({
  name: 'deleteMessage',
  summary: 'Delete a message for oneself; the other keeps theirs',
  method: 'DELETE',
  path: '/api/messages/:id',
  access: member,
  params: ById,
  answer: MessageAnswer,
});

export const stopMessageMail = endpoint({
  name: 'stopMessageMail',
  summary: 'Send no more mails about unread messages; the key is in each of those mails',
  method: 'POST',
  path: '/api/messages/mail-off',
  access: anyone,
  // RFC 8058: mail programs send it, without cookies and from no page of ours.
  oneClick: { page: MAIL_OFF_PAGE },
  query: z.object({
    key: z.string(words('This link does not work')).check(z.minLength(1), z.maxLength(400)),
  }),
  answer: MessageAnswer,
});
