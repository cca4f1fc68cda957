import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ById, instant, MessageAnswer } from '../../../shared/schema.ts';
import { Message, Paged, Person } from './message.contract.ts';

/** One of the caller's conversations; its id is the other member's. */
export const Conversation = z.object({
  other: Person,
  last: z.object({
    id: z.uuid(),
    senderId: z.uuid(),
    subject: z.nullable(z.string()),
    /** Of its words, on one line. */
    beginning: z.string(),
    isRead: z.boolean(),
    createdAt: instant,
  }),
  unread: z.int(),
  /** The caller wants no mail and no live notice of it. */
  isMuted: z.boolean(),
  /** By the caller. */
  isBlocked: z.boolean(),
});
export type Conversation = z.output<typeof Conversation>;

export const listConversations = endpoint({
  name: 'listConversations',
  summary: 'Conversations, the newest first; 50 unless limit says otherwise',
  method: 'GET',
  path: '/api/conversations',
  access: member,
  query: Paged,
  answer: z.array(Conversation),
});

export const showConversation = endpoint({
  name: 'showConversation',
  summary: 'What the caller and one other member wrote to each other, newest first',
  method: 'GET',
  path: '/api/conversations/:id',
  access: member,
  params: ById,
  query: Paged,
  answer: z.object({
    other: Person,
    isMuted: z.boolean(),
    /** By the caller. That the other blocked the caller is not said before the caller writes. */
    isBlocked: z.boolean(),
    /** False where the other's account is gone or suspended. */
    isOpen: z.boolean(),
    unread: z.int(),
    messages: z.array(Message),
  }),
});

export const readConversation = endpoint({
  name: 'readConversation',
  summary: 'Mark every message of a conversation as read',
  method: 'POST',
  path: '/api/conversations/:id/read',
  access: member,
  params: ById,
  answer: MessageAnswer,
});

export const muteConversation = endpoint({
  name: 'muteConversation',
  summary: 'Hear nothing of a conversation until it is opened, or hear of it again',
  method: 'PUT',
  path: '/api/conversations/:id/mute',
  access: member,
  params: ById,
  body: z.strictObject({ muted: z.boolean() }),
  answer: MessageAnswer,
});
