import { useState } from 'react';
import { IfCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { Copyable } from '../../../payer/Copyable.tsx';
import { checksummed } from '../../../pricing/ethereum-address.rules.ts';
import { shortAddress } from '../crypto.rules.ts';
import { REVIEW_REASONS } from '../settlement/matching.rules.ts';
import { ConfirmTransfer } from './ConfirmTransfer.tsx';
import { DismissTransfer } from './DismissTransfer.tsx';
import { LikelyQuote } from './LikelyQuote.tsx';
import { RecordPayment } from './RecordPayment.tsx';
import { TransferValue } from './TransferRow.tsx';
import type { ChainReviewRow } from './chain-review.contract.ts';
import { REVIEW_ADVICE } from './chain-review.rules.ts';

interface TransferDecisionProps {
  transfer: ChainReviewRow;
  onDone: () => void;
}

type Deciding =
  | { action: 'record'; quote?: ChainReviewRow['quotes'][number] }
  | { action: 'dismiss' };

const takeFocus = (place: HTMLElement | null) => place?.focus();

/** A transfer that needs review: its facts, the payments that it may be for, and the decision. */
export function TransferDecision({ transfer, onDone }: TransferDecisionProps) {
  const t = useWords();
  // Null: back from a form, which had the focus.
  const [deciding, setDeciding] = useState<Deciding | null>();
  const back = () => setDeciding(null);
  const { amount, token, worth, reason } = transfer;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-[1.25rem] figures [overflow-wrap:anywhere]">
        <strong>
          {amount} {token}
        </strong>{' '}
        <TransferValue value={worth} />
      </p>
      <Notice>
        <strong>{t(REVIEW_REASONS[reason])}</strong>
        <p>{t(REVIEW_ADVICE[reason])}</p>
      </Notice>
      <TransferFacts transfer={transfer} />
      {deciding?.action === 'record' ? (
        <RecordPayment transfer={transfer} quote={deciding.quote} onBack={back} onDone={onDone} />
      ) : null}
      {deciding?.action === 'dismiss' ? (
        <DismissTransfer transfer={transfer} onBack={back} onDone={onDone} />
      ) : null}
      {deciding ? null : (
        <IfCan permission="payments:confirm">
          <Suggestions
            transfer={transfer}
            onDone={onDone}
            onBook={(quote) => setDeciding({ action: 'record', quote })}
          />
          <div
            className="actions"
            role="group"
            aria-label={t('Decide')}
            tabIndex={-1}
            ref={deciding === null ? takeFocus : undefined}
          >
            <ConfirmTransfer transfer={transfer} onDone={onDone} />
            <Button onClick={() => setDeciding({ action: 'record' })}>
              {t('Record for another application...')}
            </Button>
            <Button onClick={() => setDeciding({ action: 'dismiss' })}>
              {t('Dismiss payment...')}
            </Button>
          </div>
        </IfCan>
      )}
    </div>
  );
}

function TransferFacts({ transfer }: { transfer: ChainReviewRow }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { at, block, txHash, from, to } = transfer;
  const facts: [label: string, value: string][] = [
    [t('Sent'), dateTimeOf(at)],
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

interface SuggestionsProps extends TransferDecisionProps {
  onBook: (quote: ChainReviewRow['quotes'][number]) => void;
}

/** The payments that the transfer may be for, the likeliest first. */
function Suggestions({ transfer, onBook, onDone }: SuggestionsProps) {
  const t = useWords();
  const { quotes } = transfer;
  if (quotes.length === 0)
    return (
      <p className="hint">
        {t(
          'No open {token} quote is close to this amount. If you know whose money it is, enter the reference.',
          {
            token: transfer.token,
          },
        )}
      </p>
    );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby="chain-suggestions">
      <h3 id="chain-suggestions">{t('Possible payments')}</h3>
      <ul className="edged-t border-rule">
        {quotes.map((quote) => (
          <li key={quote.id} className="edged-b border-rule">
            <LikelyQuote {...{ transfer, quote, onDone }}>
              <Button onClick={() => onBook(quote)}>
                {t('Record for {reference}...', { reference: quote.reference })}
              </Button>
            </LikelyQuote>
          </li>
        ))}
      </ul>
    </section>
  );
}
