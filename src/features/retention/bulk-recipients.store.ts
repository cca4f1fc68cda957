import { and, eq, inArray, sql } from 'drizzle-orm';
import { bulkMails, mailBatches } from '../campaigns/batches/batch.store.ts';
import type { ExpiringRecords } from './expiring.store.ts';

/** A batch that sends no more. */
export const isFinishedBatch = sql`${mailBatches.finishedAt} is not null and ${inArray(mailBatches.state, ['done', 'cancelled'])}`;

/** Recipients of finished batches, one batch after the other; the batch itself has the counts. */
export const bulkRecipients: ExpiringRecords = {
  startTimes: sql`select ${mailBatches.finishedAt} as at from ${mailBatches}
    join ${bulkMails} on ${bulkMails.batchId} = ${mailBatches.id} where ${isFinishedBatch}`,
  async removeBefore(tx, before, limit) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select ${mailBatches.id}::text as id from ${mailBatches}
      where ${isFinishedBatch} and ${mailBatches.finishedAt} < ${before.toISOString()}::timestamptz
        and exists (select 1 from ${bulkMails} where ${bulkMails.batchId} = ${mailBatches.id})
      order by ${mailBatches.finishedAt} limit 1 for update of ${mailBatches} skip locked`);
    const id = rows[0]?.id;
    if (!id) return 0;
    const addresses = tx
      .select({ address: bulkMails.address })
      .from(bulkMails)
      .where(eq(bulkMails.batchId, id))
      .limit(limit);
    const gone = await tx
      .delete(bulkMails)
      .where(and(eq(bulkMails.batchId, id), inArray(bulkMails.address, addresses)))
      .returning({ address: bulkMails.address });
    // An address too, of use while the rows were written.
    await tx.update(mailBatches).set({ enqueuedTo: null }).where(eq(mailBatches.id, id));
    return gone.length;
  },
};
