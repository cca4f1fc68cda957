import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import { listOf } from '../../../../../server/lists/list.store.ts';
import { passportApplications } from '../../../../application/application.store.ts';
import { chainReceipts } from '../settlement/receipt.store.ts';

/** Money on the chain that waits for a person, by its reason; whole rows, of which the contract lets a part out. */
export const chainReviewList = listOf({
  table: chainReceipts,
  id: chainReceipts.id,
  columns: getTableColumns(chainReceipts),
  sorts: { block: chainReceipts.blockNumber, seenAt: chainReceipts.seenAt },
  search: [chainReceipts.txHash, chainReceipts.fromAddress, chainReceipts.toAddress],
  status: chainReceipts.reviewReason,
  where: eq(chainReceipts.state, 'review'),
});

/** Of the application that bears a reference. */
export async function findApplicationId(
  db: Database,
  reference: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ id: passportApplications.id })
    .from(passportApplications)
    .where(eq(passportApplications.reference, reference));
  return found?.id;
}
