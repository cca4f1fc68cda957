import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { type OutgoingMail, outgoingMails } from '../outgoing-mail.store.ts';

/**
 * Mails that a restore has brought back before they had left: nobody knows whether they have since, so each waits for
 * a person. They still have their words, which those that came to their end have not.
 */
const held = and(
  eq(outgoingMails.state, 'uncertain'),
  isNull(outgoingMails.nextAttemptAt),
  ne(outgoingMails.sealedProps, ''),
);

export const countHeld = (db: Database): Promise<number> => db.$count(outgoingMails, held);

/** The longest waiting first. */
export const listHeld = (db: Database, limit: number): Promise<OutgoingMail[]> =>
  db
    .select()
    .from(outgoingMails)
    .where(held)
    .orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.id))
    .limit(limit);

/** Those of these mails that are still held. */
export const heldAmong = (db: Database, ids: string[]): Promise<OutgoingMail[]> =>
  db
    .select()
    .from(outgoingMails)
    .where(and(inArray(outgoingMails.id, ids), held));

/** Changes those of these mails that are still held, and answers their ids. */
export async function changeHeld(
  db: Database,
  ids: string[],
  change: Partial<OutgoingMail>,
): Promise<string[]> {
  const changed = await db
    .update(outgoingMails)
    .set(change)
    .where(and(inArray(outgoingMails.id, ids), held))
    .returning({ id: outgoingMails.id });
  return changed.map(({ id }) => id);
}
