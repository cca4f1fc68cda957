import { useRef, useState } from 'react';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { useTitle } from '../../../../../web/useTitle.ts';
import { useWords } from '../../../../../web/words.tsx';
import { TreasuryDifferences } from '../treasury/TreasuryDifferences.tsx';
import { TransferDecision } from './TransferDecision.tsx';
import { ChainFilters } from './ChainFilters.tsx';
import { TransferRow } from './TransferRow.tsx';
import type { ChainReviewRow } from './chain-review.contract.ts';
import { type ChainReview, useChainReview } from './useChainReview.ts';

/** Transfers that match no payment or need confirmation; each is recorded for a payment or dismissed. */
export function ChainReviewPage() {
  const t = useWords();
  useTitle(t('Unmatched crypto payments'));
  const review = useChainReview();
  const { rows, error, refetch } = review;
  const [opened, setOpened] = useState<ChainReviewRow>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isGone = useRef(false);

  function close(isDecided: boolean) {
    isGone.current = isDecided || !rows?.some(({ id }) => id === opened?.id);
    setOpened(undefined);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-[1.5rem]">
          {t('Unmatched crypto payments')}
        </h2>
        <Button
          pending={review.isRefetching}
          pendingLabel={t('Refreshing...')}
          onClick={() => void refetch()}
        >
          {t('Refresh')}
        </Button>
      </header>
      <p className="max-w-prose">
        {t(
          'ETH and USDT that arrived at our address but match no payment or need your confirmation. Nothing is lost, and nothing counts as paid until someone records it.',
        )}
      </p>
      <TreasuryDifferences />
      <ChainFilters list={review} />
      <LoadError query={review} fallback={t('The list could not be loaded. Please try again.')} />
      {rows ? (
        <TransferList review={review} onOpen={setOpened} />
      ) : error ? null : (
        <Loading>{t('Loading the list...')}</Loading>
      )}
      <Dialog
        open={opened !== undefined}
        onClose={() => close(false)}
        size="3xl"
        title={
          opened?.reason === 'single_node'
            ? t('Confirm crypto payment')
            : t('Unmatched crypto payment')
        }
        returnFocus={() => (isGone.current ? heading.current : undefined)}
      >
        {opened ? (
          <TransferDecision key={opened.id} transfer={opened} onDone={() => close(true)} />
        ) : null}
      </Dialog>
    </div>
  );
}

interface TransferListProps {
  review: ChainReview;
  onOpen: (transfer: ChainReviewRow) => void;
}

function TransferList({ review, onOpen }: TransferListProps) {
  const t = useWords();
  const { rows = [], total, hasNextPage, isFetchingNextPage, fetchNextPage } = review;
  if (rows.length === 0)
    return review.isNarrowed ? (
      <EmptyState title={t('Nothing matches this filter.')} />
    ) : (
      <EmptyState title={t('No unmatched crypto payments.')}>
        {t('Money that arrives at our address and matches no payment appears here.')}
      </EmptyState>
    );
  return (
    <>
      <ul className="edged-t border-rule">
        {rows.map((transfer) => (
          <li key={transfer.id} className="edged-b border-rule">
            <TransferRow transfer={transfer} onOpen={() => onOpen(transfer)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="hint" aria-live="polite">
          {t('Showing {shown} of {total}.', { shown: rows.length, total })}
        </p>
        {hasNextPage ? (
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Load more')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
