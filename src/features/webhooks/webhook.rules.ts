import { hours, minutes, seconds } from '../../shared/time.ts';
import type { WebhookEvent, WebhookField } from '../../shared/webhooks/events.ts';
import { words } from '../../shared/words.ts';

export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'signature.confirmed': words('Signature confirmed'),
  'application.submitted': words('Application submitted'),
  'payment.succeeded': words('Payment received'),
  'payment.refunded': words('Payment refunded'),
  'email.unsubscribed': words('Unsubscribed from bulk email'),
};

export const FIELD_LABELS: Readonly<Record<WebhookField, string>> = {
  amount: words('Amount and currency'),
  method: words('Payment method'),
  country: words('Country'),
  name: words('Full name'),
  email: words('Email address'),
};

/** LIST of what each event has besides ids. */
export const FIELDS_OF: Readonly<Record<WebhookEvent, readonly WebhookField[]>> = {
  'signature.confirmed': ['country', 'name', 'email'],
  'application.submitted': ['name', 'email'],
  'payment.succeeded': ['amount', 'method', 'name', 'email'],
  'payment.refunded': ['amount', 'method', 'name', 'email'],
  'email.unsubscribed': ['email'],
};

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** More would slow each other down, and nobody would oversee them. */
export const MOST_ENDPOINTS = 10;

/** From the connection to the status of the answer. */
export const answerWithinMs = seconds(5);
/** A process that has held a delivery for this long is dead. */
export const stuckAfterMs = minutes(1);

/** The pause after the first, the second … attempt; after the last an event has failed, after about three days. */
const PAUSES_MS = [
  minutes(1),
  minutes(5),
  minutes(15),
  hours(1),
  hours(2),
  hours(4),
  hours(8),
  hours(12),
  hours(12),
  hours(12),
  hours(20),
];

/** When an event is tried again after attempt number `attempts` (from 1) failed; null: never. */
export function nextAttemptAfter(attempts: number, now: Date): Date | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** An address that events may be sent to, as it is called; undefined for one that is refused. */
export function endpointAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || url.hash) return undefined;
  // Without encryption only within the machine, which the server allows by a setting of its own.
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.test(url.hostname));
  return isAllowed ? url.href : undefined;
}
