import { useState } from 'react';
import { cents, dollars } from '../../../shared/money.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Copyable } from '../Copyable.tsx';
import { checksummed } from './address.rules.ts';
import { BookForm } from './BookForm.tsx';
import { ChainSuggestions } from './ChainSuggestions.tsx';
import { LayAsideForm } from './LayAsideForm.tsx';
import { REVIEW_REASONS } from './placement.rules.ts';
import type { ChainReviewRow } from './review.contract.ts';
import { REVIEW_ADVICE } from './review.rules.ts';

interface ChainDecisionProps {
  receipt: ChainReviewRow;
  onDone: () => void;
}

type Deciding = { deed: 'book'; quote?: ChainReviewRow['quotes'][number] } | { deed: 'aside' };

/** Money that waits, with all that is known of it, what it may be for, and what decides it. */
export function ChainDecision({ receipt, onDone }: ChainDecisionProps) {
  const t = useWords();
  const [deciding, setDeciding] = useState<Deciding>();
  const back = () => setDeciding(undefined);
  const { reason } = receipt;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
        <>
          <ChainSuggestions
            receipt={receipt}
            onBook={(quote) => setDeciding({ deed: 'book', quote })}
          />
          <div className="actions">
            <Button onClick={() => setDeciding({ deed: 'book' })}>
              {t('Book it for another application...')}
            </Button>
            <Button onClick={() => setDeciding({ deed: 'aside' })}>{t('Lay it aside...')}</Button>
          </div>
        </>
      )}
    </div>
  );
}

function ChainFacts({ receipt }: { receipt: ChainReviewRow }) {
  const t = useWords();
  const { momentOf } = useDates();
  const { worth, at, block, txHash, from, to } = receipt;
  const facts: [label: string, value: string][] = [
    [
      t('Worth'),
      worth === null ? t('Nobody can say') : t('about {amount}', { amount: dollars(cents(worth)) }),
    ],
    [t('Sent'), momentOf(at)],
    [t('Block'), block],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="hint">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Copyable label={t('Transaction')} value={txHash} />
      <Copyable label={t('Sent from')} value={checksummed(from)} />
      <Copyable label={t('Sent to')} value={checksummed(to)} />
    </div>
  );
}
