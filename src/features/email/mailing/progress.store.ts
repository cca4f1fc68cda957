import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { bulkMails, type MailBatch, mailBatches } from './batch.store.ts';
import type { Pause } from './waiting.rules.ts';

/** What the send history calls a mail of a batch. */
export const BULK_MAIL = 'bulk';

/** Scheduled batches whose time has come begin; answers whether any batch is running. */
export async function startScheduled(db: Database, now: Date): Promise<boolean> {
  await db
    .update(mailBatches)
    .set({ state: 'running' })
    .where(and(eq(mailBatches.state, 'scheduled'), lte(mailBatches.scheduledFor, now)));
  const [running] = await db
    .select({ id: mailBatches.id })
    .from(mailBatches)
    .where(eq(mailBatches.state, 'running'))
    .limit(1);
  return running !== undefined;
}

/** The oldest running batch for which there is something to do now. */
export async function findNextBatch(db: Database, now: Date): Promise<MailBatch | undefined> {
  const [found] = await db
    .select()
    .from(mailBatches)
    .where(
      and(
        eq(mailBatches.state, 'running'),
        sql`(not ${mailBatches.isSpread}
          or exists (select 1 from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id
            and mail.state = 'queued' and mail.next_attempt_at <= ${now.toISOString()}::timestamptz)
          or not ${isUnderWay})`,
      ),
    )
    .orderBy(mailBatches.createdAt, mailBatches.id)
    .limit(1);
  return found;
}

/** With names of their own for the tables inside: a column of a select that reads one table is written without its table. */
const isUnderWay = sql`exists (select 1 from ${bulkMails} mail
  where mail.batch_id = ${mailBatches}.id and mail.state in ('queued', 'sending'))`;

/** Ends a running batch of which every mail has come to its end; false when one has not. */
export async function finishBatch(db: Database, id: string, now: Date): Promise<boolean> {
  const finished = await db
    .update(mailBatches)
    .set({ state: 'done', finishedAt: now })
    .where(
      and(
        eq(mailBatches.id, id),
        eq(mailBatches.state, 'running'),
        mailBatches.isSpread,
        sql`not ${isUnderWay}`,
      ),
    )
    .returning({ id: mailBatches.id });
  return finished.length > 0;
}

/** Everybody of an audience has a row now, which is what there is to count. */
export async function endSpreading(db: Database, id: string): Promise<void> {
  await db
    .update(mailBatches)
    .set({
      isSpread: true,
      total: sql`(select count(*)::int from ${bulkMails} mail where mail.batch_id = ${mailBatches}.id)`,
    })
    .where(eq(mailBatches.id, id));
}

/** Pauses a running batch by itself. */
export async function pauseBatch(db: Database, id: string, because: Pause): Promise<void> {
  await db
    .update(mailBatches)
    .set({ state: 'paused', because })
    .where(and(eq(mailBatches.id, id), eq(mailBatches.state, 'running')));
}

/** The mails that are marked as on their way, by their batch. */
export async function listOrphans(
  db: Database,
): Promise<
  { batch: Pick<MailBatch, 'id' | 'subject'>; mails: { address: string; attempts: number }[] }[]
> {
  const rows = await db
    .select({
      id: mailBatches.id,
      subject: mailBatches.subject,
      address: bulkMails.address,
      attempts: bulkMails.attempts,
    })
    .from(bulkMails)
    .innerJoin(mailBatches, eq(mailBatches.id, bulkMails.batchId))
    .where(eq(bulkMails.state, 'sending'));
  const byBatch = Map.groupBy(rows, ({ id }) => id);
  return [...byBatch.values()].map((mails) => ({
    batch: { id: mails[0]?.id ?? '', subject: mails[0]?.subject ?? '' },
    mails,
  }));
}
