import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, lt, ne, or } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { days, minutes } from '../../shared/time.ts';
import { at } from '../database/columns.store.ts';
import type { Database } from '../database/database.ts';

export interface SessionData {
  userAgent: string;
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value: who reads this table cannot log in with it. */
    sid: text('sid').primaryKey(),
    /** How its owner names it, to end it from elsewhere. */
    id: uuid('id').notNull().unique(),
    userId: uuid('user_id').notNull(),
    sess: jsonb('sess').$type<SessionData>().notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** The last time the password was given, for acts that ask for a recent one. */
    authenticatedAt: at('authenticated_at').notNull(),
    /** The absolute end. */
    expire: at('expire').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expire').on(t.expire)],
);

export type Session = typeof sessions.$inferSelect;

export const hashSessionToken = (token: string) =>
  createHash('sha256').update(token).digest('base64url');

export interface NewSession {
  userId: string;
  data: SessionData;
  now: Date;
  maxDays: number;
}

/** The row of a new session, and the 256-bit token for its cookie, which is stored nowhere. */
export function newSession({ userId, data, now, maxDays }: NewSession): {
  token: string;
  session: Session;
} {
  const token = randomBytes(32).toString('base64url');
  const session = {
    sid: hashSessionToken(token),
    id: randomUUID(),
    userId,
    sess: data,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expire: new Date(now.getTime() + days(maxDays)),
  };
  return { token, session };
}

/** Adds a new session; answers its token. */
export async function addSession(db: Database, beginning: NewSession): Promise<string> {
  const { token, session } = newSession(beginning);
  await db.insert(sessions).values(session);
  return token;
}

/** The session of a cookie's token, unless it has ended. Whether it idled too long is the caller's to say. */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.sid, hashSessionToken(token)), gt(sessions.expire, now)));
  return session;
}

/**
 * Writes the last sight at most once a minute, so that reading pages stays free of writes; answers whether it
 * did. A session that has ended or has a new token meanwhile is left alone.
 */
export async function touchSession(db: Database, session: Session, now: Date): Promise<boolean> {
  if (now.getTime() - session.lastSeenAt.getTime() < minutes(1)) return false;
  const touched = await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(eq(sessions.sid, session.sid))
    .returning({ sid: sessions.sid });
  return touched.length > 0;
}

/**
 * Gives a session a new token, which it answers; the old one opens nothing any more. `authenticatedAt` is
 * when the password, or what stands for it, was last given. Undefined when the session has ended, or has a new one already.
 */
export async function renewSession(
  db: Database,
  sid: string,
  authenticatedAt: Date,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const renewed = await db
    .update(sessions)
    .set({ sid: hashSessionToken(token), authenticatedAt })
    .where(eq(sessions.sid, sid))
    .returning({ sid: sessions.sid });
  return renewed.length > 0 ? token : undefined;
}

export async function removeSession(db: Database, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** The sessions of a user, the last seen first, with those that have run out and were not swept yet. */
export async function listSessionsOf(db: Database, userId: string): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), sessions.id);
}

/** Ends one session of a user; `false` when they have no such one. */
export async function removeSessionOf(
  db: Database,
  own: { userId: string; id: string },
): Promise<boolean> {
  const removed = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, own.userId), eq(sessions.id, own.id)))
    .returning({ id: sessions.id });
  return removed.length > 0;
}

/** Ends every session of a user, all but one when `exceptSid` is given: after a new password, a demotion. */
export async function removeSessionsOf(
  db: Database,
  userId: string,
  exceptSid?: string,
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSid ? ne(sessions.sid, exceptSid) : undefined));
}

/** Sweeps rows whose absolute end has passed, or that no one used for `idleMs`. */
export async function removeEndedSessions(db: Database, now: Date, idleMs: number): Promise<void> {
  const idleSince = new Date(now.getTime() - idleMs);
  await db.delete(sessions).where(or(lt(sessions.expire, now), lt(sessions.lastSeenAt, idleSince)));
}
