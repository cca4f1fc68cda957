import { randomUUID } from 'node:crypto';
import type { Caller, House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { announce } from '../../server/live.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { demandProvedAddress } from '../members/proved-address.service.ts';
import { findNthBegun, noteMessage } from './conversation.store.ts';
import type { LiveEvent } from './events.contract.ts';
import {
  YOUNG_ACCOUNT_MS,
  YOUNG_MESSAGES,
  YOUNG_RECIPIENTS,
  YOUNG_WINDOW_MS,
} from './message.rules.ts';
import { addMessage, findNthSent } from './message.store.ts';
import { findRecipient } from './recipient.store.ts';
import { lockSender } from './sender.store.ts';

interface Written {
  recipientId: string;
  subject?: string | undefined;
  content: string;
}

/**
 * Writes a message with both sides of its conversation and tells the open pages of both, in the caller's transaction.
 * Answers its id. Throws 400, 403, 404, 409 or 429 with what the sender can do about it.
 */
export async function sendMessage(
  house: Pick<House, 'clock' | 'settings'>,
  tx: Database,
  sender: Caller,
  { recipientId, subject, content }: Written,
): Promise<string> {
  if (recipientId === sender.id) throw toOneself();
  demandProvedAddress(house, sender);
  const recipient = await findRecipient(tx, sender.id, recipientId);
  // One answer for those who are unknown, gone, shut or not to be found: nobody learns which.
  if (!recipient || recipient.isSuspended) throw unknownRecipient();
  if (recipient.isBlocked) throw isBlocked();
  if (recipient.hasBlocked) throw takesNone();
  if (!recipient.wroteWith && subject === undefined) throw withoutSubject();
  const createdAt = house.clock.now();
  if (createdAt.getTime() - sender.createdAt.getTime() < YOUNG_ACCOUNT_MS)
    await demandPatience(tx, sender.id, !recipient.wroteWith, createdAt);

  const message = {
    id: randomUUID(),
    senderId: sender.id,
    recipientId,
    subject: subject ?? null,
    content,
    createdAt,
  };
  await addMessage(tx, message);
  await noteMessage(tx, message);
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

/** Holds new accounts to so many messages and new recipients an hour, counted in rows one message after the other. */
async function demandPatience(
  tx: Database,
  senderId: string,
  isNewRecipient: boolean,
  now: Date,
): Promise<void> {
  await lockSender(tx, senderId);
  const since = new Date(now.getTime() - YOUNG_WINDOW_MS);
  const sent = await findNthSent(tx, senderId, { n: YOUNG_MESSAGES, since });
  if (sent) throw tooMany(TOO_MANY_MESSAGES, sent, since);
  if (!isNewRecipient) return;
  const begun = await findNthBegun(tx, senderId, { n: YOUNG_RECIPIENTS, since });
  if (begun) throw tooMany(TOO_MANY_RECIPIENTS, begun, since);
}

const TOO_MANY_MESSAGES = words(
  'In the first week you can send 20 messages an hour. Please wait a little.',
);
const TOO_MANY_RECIPIENTS = words(
  'In the first week you can write to 5 new people an hour. Please wait a little.',
);

/** Until the oldest that counts is an hour old. */
const tooMany = (message: string, oldest: Date, since: Date) =>
  new Fault(429, message, {
    headers: {
      'Retry-After': String(Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000))),
    },
  });

const faultOf = (status: 400 | 404 | 409, field: string, message: string) =>
  new Fault(status, message, { fields: { [field]: message } });
const toOneself = () =>
  faultOf(400, 'recipientId', words('You cannot write a message to yourself.'));
const unknownRecipient = () =>
  faultOf(404, 'recipientId', words('There is no member whom you could write to here.'));
const isBlocked = () =>
  faultOf(409, 'recipientId', words('You have blocked this member. Unblock them to write.'));
const takesNone = () =>
  new Fault(403, words('This member does not take messages from you.'), {
    detail: { reason: 'refused' },
  });
const withoutSubject = () => faultOf(400, 'subject', words('Please enter a subject'));
