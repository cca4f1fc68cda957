import { ANY_TEXT, useList } from '../../../../../web/lists/useList.ts';
import { rowsOf } from '../../../../../web/lists/useRows.ts';
import { REVIEW_REASON_NAMES } from '../settlement/matching.rules.ts';
import { listChainReview } from './chain-review.contract.ts';

const TRANSFERS = rowsOf(listChainReview);

/** The on-chain transfers that need review and that the address asks for; the newest first unless it says otherwise. */
export const useChainReview = () =>
  useList(
    TRANSFERS,
    { search: ANY_TEXT, status: REVIEW_REASON_NAMES, sort: ['block', '-seenAt'] },
    // Each is looked up among the quotes.
    { pageSize: 50 },
  );

export type ChainReview = ReturnType<typeof useChainReview>;
