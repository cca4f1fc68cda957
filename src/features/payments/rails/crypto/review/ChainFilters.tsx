import { FilterBar, SearchFilter, SelectFilter } from '../../../../../web/lists/Filters.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { REVIEW_REASON_NAMES } from '../settlement/matching.rules.ts';
import { REVIEW_LABELS } from './chain-review.rules.ts';
import type { ChainReview } from './useChainReview.ts';

/** Search, reason and order of the list. */
export function ChainFilters({ list }: { list: ChainReview }) {
  const t = useWords();
  return (
    <FilterBar
      search={
        <SearchFilter
          list={list}
          label={t('Transaction or address')}
          autoCapitalize="none"
          spellCheck={false}
        />
      }
      chosen={[list.asked.status, list.asked.sort].filter(Boolean).length}
    >
      <SelectFilter
        list={list}
        name="status"
        label={t('Filter by reason')}
        placeholder={t('All reasons')}
        options={REVIEW_REASON_NAMES.map((value) => ({
          value,
          label: t(REVIEW_LABELS[value]),
        }))}
      />
      <SelectFilter
        list={list}
        name="sort"
        label={t('Sort by')}
        placeholder={t('Newest first')}
        options={[
          { value: 'block', label: t('Oldest first') },
          { value: '-seenAt', label: t('Most recently detected') },
        ]}
      />
    </FilterBar>
  );
}
