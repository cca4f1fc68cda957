import { eq, getTableColumns, sql } from 'drizzle-orm';
import { listOf } from '../../../../../server/lists/list.store.ts';
import type { ReviewSource } from '../../../core/review-source.store.ts';
import { onChainTransfers } from '../settlement/on-chain-transfer.store.ts';

/** Transfers that need review, by reason; whole rows, of which the contract shows a part. */
export const chainReviewList = listOf({
  table: onChainTransfers,
  id: onChainTransfers.id,
  columns: getTableColumns(onChainTransfers),
  sorts: { block: onChainTransfers.blockNumber, seenAt: onChainTransfers.seenAt },
  search: [onChainTransfers.txHash, onChainTransfers.fromAddress, onChainTransfers.toAddress],
  status: onChainTransfers.reviewReason,
  where: eq(onChainTransfers.state, 'review'),
});

/** As a source of the review list of all rails. */
export const chainReviewSource: ReviewSource = () => [
  sql`
  select c.id::text as id, 'chain' as kind, coalesce(c.payment_id, q.payment_id) as payment_id, 'crypto' as rail,
    c.updated_at as since, null::bigint as cents, c.tx_hash as subject, c.review_reason as note, false as is_test
  from chain_receipts c left join crypto_quotes q on q.id = c.quote_id
  where c.state = 'review'`,
  sql`
  select d.id::text as id, 'chain' as kind, null::uuid as payment_id, 'crypto' as rail,
    d.created_at as since, null::bigint as cents, d.address as subject,
    format('%s %s, blocks %s to %s', trim_scale(d.units / case d.token when 'ETH' then 1e18 else 1e6 end),
      d.token, d.from_block + 1, d.to_block) as note, false as is_test
  from treasury_differences d
  where d.decision is null`,
];
