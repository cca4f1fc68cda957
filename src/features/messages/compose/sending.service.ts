import { randomUUID } from 'node:crypto';
import type { Caller, AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { announce } from '../../../server/live/live.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { requireVerifiedAddress } from '../../members/registration/verification.service.ts';
import { findNthStarted, recordMessage, lockSender } from '../core/conversation.store.ts';
import type { LiveEvent } from '../core/events.contract.ts';
import {
  MOST_MESSAGES,
  MOST_RECIPIENTS,
  SENDING_WINDOW_MS,
  YOUNG_ACCOUNT_MS,
  YOUNG_MESSAGES,
  YOUNG_RECIPIENTS,
} from '../core/message.rules.ts';
import { addMessage, findNthSent } from '../core/message.store.ts';
import { findRecipient } from '../core/recipient.store.ts';
import { searchRecipients } from './recipient-search.store.ts';

/** As many names as the page asks for at once: a search for more of them counts as several. */
const NAMES_PER_POINT = 20;

/**
 * Members whom this one may choose as recipients (recipient-search.store). Names are for people whom we can reach, and
 * not for a harvest: throws 403 where the address is not proved, and 429 after very many searches.
 */
export async function findRecipientsFor(
  context: Pick<AppContext, 'db' | 'settings' | 'limits'>,
  caller: Caller,
  wanted: { search: string; limit: number },
) {
  requireVerifiedAddress(context, caller);
  const points = Math.ceil(wanted.limit / NAMES_PER_POINT);
  await context.limits.require('member-search', caller.id, points);
  return searchRecipients(context.db, caller.id, wanted);
}

interface Written {
  recipientId: string;
  subject?: string | undefined;
  content: string;
}

/**
 * Stores a message and both sides of its conversation and notifies the open pages of both, in the caller's transaction.
 * Returns its id. Throws 400, 403, 404, 409 or 429 with what the sender can do about it.
 */
export async function sendMessage(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Database,
  sender: Caller,
  { recipientId, subject, content }: Written,
): Promise<string> {
  if (recipientId === sender.id) throw messageToSelfFault();
  requireVerifiedAddress(context, sender);
  const recipient = await findRecipient(tx, sender.id, recipientId);
  // Unknown, deleted, suspended and hidden members get the same answer, so that it does not say which.
  if (!recipient || recipient.isSuspended) throw unknownRecipient();
  if (recipient.isBlocked) throw isBlocked();
  if (recipient.hasBlocked) throw blockedByRecipientFault();
  if (!recipient.wroteWith && subject === undefined) throw withoutSubject();
  const createdAt = context.clock.now();
  await requireSendingAllowance(tx, sender, !recipient.wroteWith, createdAt);

  const message = {
    id: randomUUID(),
    senderId: sender.id,
    recipientId,
    subject: subject ?? null,
    content,
    createdAt,
  };
  await addMessage(tx, message);
  await recordMessage(tx, message);
  const { id } = message;
  const event: LiveEvent = 'message';
  await announce(tx, [
    {
      to: recipientId,
      event,
      data: { id, with: sender.id, isOwn: false, isMuted: recipient.mutes },
    },
    { to: sender.id, event, data: { id, with: recipientId, isOwn: true, isMuted: false } },
  ]);
  return id;
}

/** Holds accounts to so many messages and new recipients an hour, counted in rows one message after the other. */
async function requireSendingAllowance(
  tx: Database,
  sender: Caller,
  isNewRecipient: boolean,
  now: Date,
): Promise<void> {
  const isYoung = now.getTime() - sender.createdAt.getTime() < YOUNG_ACCOUNT_MS;
  const { messages, recipients } = isYoung ? NEW_ACCOUNT_LIMITS : DEFAULT_LIMITS;
  await lockSender(tx, sender.id);
  const since = new Date(now.getTime() - SENDING_WINDOW_MS);
  const sent = await findNthSent(tx, sender.id, { n: messages.most, since });
  if (sent) throw tooMany(messages.sentence, sent, since);
  if (!isNewRecipient) return;
  const begun = await findNthStarted(tx, sender.id, { n: recipients.most, since });
  if (begun) throw tooMany(recipients.sentence, begun, since);
}

const NEW_ACCOUNT_LIMITS = {
  messages: {
    most: YOUNG_MESSAGES,
    sentence: words(
      'In your first week, you can send 20 messages an hour. Please try again later.',
    ),
  },
  recipients: {
    most: YOUNG_RECIPIENTS,
    sentence: words(
      'In your first week, you can write to 5 new people an hour. Please try again later.',
    ),
  },
};
const DEFAULT_LIMITS = {
  messages: {
    most: MOST_MESSAGES,
    sentence: words('You can send 200 messages an hour. Please try again later.'),
  },
  recipients: {
    most: MOST_RECIPIENTS,
    sentence: words('You can write to 50 new people an hour. Please try again later.'),
  },
};

/** Until the oldest that counts is an hour old. */
const tooMany = (message: string, oldest: Date, since: Date) =>
  new Fault(429, message, {
    headers: {
      'Retry-After': String(Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000))),
    },
  });

const faultOf = (status: 400 | 404 | 409, field: string, message: string) =>
  new Fault(status, message, { fields: { [field]: message } });
const messageToSelfFault = () =>
  faultOf(400, 'recipientId', words('You cannot write a message to yourself.'));
const unknownRecipient = () =>
  faultOf(
    404,
    'recipientId',
    words('You cannot write to this member. Please choose another recipient.'),
  );
const isBlocked = () =>
  faultOf(409, 'recipientId', words('You have blocked this member. Unblock them to write.'));
const blockedByRecipientFault = () =>
  new Fault(403, words('This member does not accept messages from you.'), {
    detail: { reason: 'refused' },
  });
const withoutSubject = () => faultOf(400, 'subject', words('Please enter a subject'));
