import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { sessions } from '../security/session.store.ts';

/** The channel on which instances tell each other; the triggers of migration 0001 write to it too. */
export const LIVE_CHANNEL = 'live';

/** An event for the open pages of one member. Ids only: each page reads by itself what it may see. */
export interface LiveEvent {
  /** The member's id. */
  to: string;
  event: string;
  data: object;
}

/** A message of the channel. */
export interface LiveMessage {
  /** The id of a session that has ended. */
  ended?: string;
  events?: LiveEvent[];
}

/** Called when the transaction commits, and not at all when it does not. At most 8,000 bytes in all. */
export async function announce(tx: Database, events: LiveEvent[]): Promise<void> {
  const message: LiveMessage = { events };
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`);
}

/** Those of these sessions that have not been ended, with what says when they end by themselves. */
export const findSessions = (db: Database, ids: string[]) =>
  db
    .select({ id: sessions.id, lastSeenAt: sessions.lastSeenAt, expire: sessions.expire })
    .from(sessions)
    .where(inArray(sessions.id, ids));
