import { useState } from 'react';
import { IfCan } from '../../../../web/rights.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../web/useDates.ts';
import { useWords } from '../../../../web/words.tsx';
import { Copyable } from '../../payer/Copyable.tsx';
import { checksummed } from '../../pricing/ethereum-address.rules.ts';
import { BookForm } from './BookForm.tsx';
import { ChainSuggestions } from './ChainSuggestions.tsx';
import { LayAsideForm } from './LayAsideForm.tsx';
import { REVIEW_REASONS } from './placement.rules.ts';
import type { ChainReviewRow } from './review.contract.ts';
import { REVIEW_ADVICE } from './review.rules.ts';
import { shortAddress } from './wallet.rules.ts';
import { WorthOf } from './WorthOf.tsx';

interface ChainDecisionProps {
  receipt: ChainReviewRow;
  onDone: () => void;
}

type Deciding = { deed: 'book'; quote?: ChainReviewRow['quotes'][number] } | { deed: 'aside' };

const takeFocus = (place: HTMLElement | null) => place?.focus();

/** Money that waits, with all that is known of it, what it may be for, and what decides it. */
export function ChainDecision({ receipt, onDone }: ChainDecisionProps) {
  const t = useWords();
  // Null: back from a form, which has taken the focus with it.
  const [deciding, setDeciding] = useState<Deciding | null>();
  const back = () => setDeciding(null);
  const { amount, token, worth, reason } = receipt;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-[1.25rem] figures [overflow-wrap:anywhere]">
        <strong>
          {amount} {token}
        </strong>{' '}
        <WorthOf worth={worth} />
      </p>
      <Notice>
        <strong>{t(REVIEW_REASONS[reason])}</strong>
        <p>{t(REVIEW_ADVICE[reason])}</p>
      </Notice>
      <ChainFacts receipt={receipt} />
      {deciding?.deed === 'book' ? (
        <BookForm receipt={receipt} quote={deciding.quote} onBack={back} onDone={onDone} />
      ) : null}
      {deciding?.deed === 'aside' ? (
        <LayAsideForm receipt={receipt} onBack={back} onDone={onDone} />
      ) : null}
      {deciding ? null : (
        <IfCan may="payments:confirm">
          <ChainSuggestions
            receipt={receipt}
            onBook={(quote) => setDeciding({ deed: 'book', quote })}
          />
          <div
            className="actions"
            role="group"
            aria-label={t('Decide')}
            tabIndex={-1}
            ref={deciding === null ? takeFocus : undefined}
          >
            <Button onClick={() => setDeciding({ deed: 'book' })}>
              {t('Book it for another application...')}
            </Button>
            <Button onClick={() => setDeciding({ deed: 'aside' })}>{t('Lay it aside...')}</Button>
          </div>
        </IfCan>
      )}
    </div>
  );
}

function ChainFacts({ receipt }: { receipt: ChainReviewRow }) {
  const t = useWords();
  const { momentOf } = useDates();
  const { at, block, txHash, from, to } = receipt;
  const facts: [label: string, value: string][] = [
    [t('Sent'), momentOf(at)],
    [t('Block'), block],
  ];
  const names: [label: string, value: string][] = [
    [t('Transaction'), txHash],
    [t('Sent from'), checksummed(from)],
    [t('Sent to'), checksummed(to)],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <dl className="grid grid-cols-2 gap-x-6">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="hint">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {names.map(([label, value]) => (
        <Copyable key={label} label={label} value={shortAddress(value)} copied={value} />
      ))}
    </div>
  );
}
