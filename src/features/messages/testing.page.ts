import { vi } from 'vitest';
import { answers } from '../../web/testing.fetch.ts';
import { showSession, whoAmI } from '../members/sessions/session.contract.ts';
import { listBlocks } from './core/block.contract.ts';
import type { Conversation } from './core/conversation.contract.ts';
import {
  listConversations,
  muteConversation,
  readConversation,
  showConversation,
} from './core/conversation.contract.ts';
import type { LiveEvent } from './core/events.contract.ts';
import {
  findRecipients,
  listMessages,
  type Message,
  type Person,
} from './core/message.contract.ts';

/** The member who reads the page in the tests of its screens. */
export const amina = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Bello',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};
export const kofi: Person = {
  id: '7c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
  firstName: 'Kofi',
  lastName: 'Mensah',
};
const reader: Person = { id: amina.id, firstName: 'Amina', lastName: 'Bello' };

let lastId = 0;
const newId = () => `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`;

/** From Kofi to Amina and unread, unless said otherwise. */
export function received(more: Partial<Message> = {}): Message {
  const sender = more.sender ?? kofi;
  const recipient = more.recipient ?? reader;
  return {
    id: newId(),
    senderId: sender.id,
    recipientId: recipient.id,
    subject: 'Greetings',
    content: 'How are you?',
    isRead: false,
    createdAt: '2026-11-06T09:30:00.000Z',
    sender,
    recipient,
    ...more,
  };
}

export const sent = (more: Partial<Message> = {}): Message =>
  received({ sender: reader, recipient: more.recipient ?? kofi, ...more });

export const session = (more: object = {}) =>
  answers(showSession, {
    user: amina,
    permissions: [],
    role: null,
    recent: false,
    isVerified: true,
    unread: 0,
    mustVerifyEmail: false,
    mustSetUpSecondFactor: false,
    ...more,
  });

export const thread = (
  messages: readonly Message[],
  more: object = {},
  headers: Record<string, string> = {},
) =>
  answers(
    showConversation,
    {
      other: kofi,
      isMuted: false,
      isBlocked: false,
      isOpen: true,
      unread: messages.filter((one) => one.recipientId === amina.id && !one.isRead).length,
      messages,
      ...more,
    },
    headers,
  );

export const conversation = (more: Partial<Conversation> = {}): Conversation => ({
  other: kofi,
  last: {
    id: newId(),
    senderId: kofi.id,
    subject: 'Greetings',
    beginning: 'How are you?',
    isRead: false,
    createdAt: '2026-11-06T09:30:00.000Z',
  },
  unread: 0,
  isMuted: false,
  isBlocked: false,
  ...more,
});

/** Amina is logged in and has no messages; a test's own answers come before these. */
export const quietSite = [
  answers(whoAmI, amina),
  session(),
  answers(listMessages, []),
  answers(listConversations, []),
  answers(listBlocks, []),
  answers(findRecipients, [{ user: kofi }]),
  answers(readConversation, { message: 'Marked as read.' }),
  answers(muteConversation, { message: 'You will not get notifications about this conversation.' }),
];

/** Replaces the browser's EventSource, which jsdom lacks. Answers the connections that were opened. */
export function serveEvents() {
  const opened: FakeEvents[] = [];
  class Events extends FakeEvents {
    constructor(url: string) {
      super(url);
      opened.push(this);
    }
  }
  vi.stubGlobal('EventSource', Events);
  return opened;
}

export class FakeEvents extends EventTarget {
  static readonly CLOSED = 2;
  readonly url: string;
  readyState = 1;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.readyState = FakeEvents.CLOSED;
  }
  say(name: LiveEvent, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
  /** The server answers with something else than events. */
  refuse() {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}
