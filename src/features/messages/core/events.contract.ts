import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';

/**
 * The events that an open page gets, by name. They carry only ids: the page reads the rest by the usual calls,
 * which check access. `with` is the other member's id, which is the conversation's.
 */
export const LIVE_EVENTS = {
  /** Written to or by the caller, in whichever tab. Of a muted conversation a page shows no notice. */
  message: z.object({ id: z.uuid(), with: z.uuid(), isOwn: z.boolean(), isMuted: z.boolean() }),
  /** The other has read what the caller wrote. */
  read: z.object({ with: z.uuid() }),
  /** The caller's unread messages, or what a list shows of them, changed in another tab. */
  unread: z.object({ with: z.uuid() }),
  /** The last one: logged out, revoked, suspended or expired. */
  'session-ended': z.object({}),
};
export type LiveEvent = keyof typeof LIVE_EVENTS;

/**
 * After every `open`, the first and the later ones, the page reads its lists again: what happened while it was
 * not connected is not repeated. A status other than 200 (too many tabs, no news to be had) ends an
 * EventSource for good; the page then asks every half a minute.
 */
export const openEvents = endpoint({
  name: 'openEvents',
  summary: 'Server-sent events of the caller: message, read, unread, session-ended; ids only',
  method: 'GET',
  path: '/api/events',
  access: member,
  answer: 'events',
});
