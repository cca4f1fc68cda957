import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import type { Language } from '../../../shared/language.ts';
import { users } from '../../members/member.store.ts';
import { bulkMails } from './batch.store.ts';
import { mailSuppressions } from './suppression.store.ts';

export interface Recipient extends Record<string, unknown> {
  address: string;
  name: string;
  locale: Language;
  /** Before the one that comes now. */
  attempts: number;
  /** Unsubscribed, or suspended, since the mail was queued. */
  isBarred: boolean;
  /** As text, which keeps microseconds. */
  nextAttemptAt: string;
}

/** Named in full: of a selection from one table the columns lose the names of their tables. */
export const isBarred = sql<boolean>`(
  exists (select 1 from ${mailSuppressions} barred where barred.address = ${bulkMails}.address)
  or exists (select 1 from ${users} shut where shut.email = ${bulkMails}.address and shut.suspended_at is not null))`;

/** The next recipients whose turn it is, behind this one in their order. */
export async function listDue(
  db: Database,
  batchId: string,
  { now, after, limit }: { now: Date; after: Recipient | undefined; limit: number },
): Promise<Recipient[]> {
  const { address, nextAttemptAt } = bulkMails;
  return db
    .select({
      address,
      name: bulkMails.name,
      locale: bulkMails.locale,
      attempts: bulkMails.attempts,
      nextAttemptAt: sql<string>`${nextAttemptAt}::text`,
      isBarred,
    })
    .from(bulkMails)
    .where(
      and(
        eq(bulkMails.batchId, batchId),
        eq(bulkMails.state, 'queued'),
        lte(nextAttemptAt, now),
        after &&
          sql`(${nextAttemptAt}, ${address}) > (${after.nextAttemptAt}::timestamptz, ${after.address})`,
      ),
    )
    .orderBy(nextAttemptAt, address)
    .limit(limit);
}

/** Whether a recipient of a batch has come to want none of it, or may not have it, since they were read. */
export async function isBarredByNow(
  db: Database,
  batchId: string,
  recipient: Pick<Recipient, 'address'>,
): Promise<boolean> {
  const [found] = await db
    .select({ isBarred })
    .from(bulkMails)
    .where(and(eq(bulkMails.batchId, batchId), eq(bulkMails.address, recipient.address)));
  return found?.isBarred === true;
}
