import { useState } from 'react';
import { cents, dollars } from '../../../../../shared/money.ts';
import { linkTo } from '../../../../../web/address.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { paymentDetailAddress } from '../../../core/paths.rules.ts';
import { Copyable } from '../../../payer/Copyable.tsx';
import { checksummed } from '../../../pricing/ethereum-address.rules.ts';
import { shortAddress } from '../crypto.rules.ts';
import { REVIEW_REASONS } from '../settlement/matching.rules.ts';
import { ConfirmTransfer } from './ConfirmTransfer.tsx';
import { DismissTransfer } from './DismissTransfer.tsx';
import { RecordPayment } from './RecordPayment.tsx';
import { TransferValue } from './TransferRow.tsx';
import type { ChainReviewRow } from './chain-review.contract.ts';
import { gapOf, REVIEW_ADVICE } from './chain-review.rules.ts';

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

type Quote = ChainReviewRow['quotes'][number];

interface SuggestionsProps {
  transfer: ChainReviewRow;
  onBook: (quote: Quote) => void;
}

/** The payments that the transfer may be for, the likeliest first. */
function Suggestions({ transfer, onBook }: SuggestionsProps) {
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
          <li key={`${quote.reference} ${quote.quotedAt}`} className="edged-b border-rule">
            <Suggestion transfer={transfer} quote={quote} onBook={() => onBook(quote)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suggestion({
  transfer,
  quote,
  onBook,
}: {
  transfer: ChainReviewRow;
  quote: Quote;
  onBook: () => void;
}) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { applicationId, reference, name, instalment, amount, usdAmount, quotedAt } = quote;
  const gap = gapOf(transfer.amount, amount, transfer.token);
  return (
    <div className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p>
          <a
            {...linkTo(paymentDetailAddress(applicationId))}
            className="inline-flex min-h-11 items-center"
          >
            {reference}
          </a>{' '}
          · {name} · {t('payment {number}', { number: instalment })}
        </p>
        <p className="figures">
          {t('Quoted at {amount} {token} ({worth}) on {moment}.', {
            amount,
            token: transfer.token,
            worth: dollars(cents(usdAmount)),
            moment: dateTimeOf(quotedAt),
          })}{' '}
          {t(gap.sentence, gap.values)}
        </p>
        {quote.isClaimed ? (
          <p className="hint">
            {t(
              'The payer’s browser reported this transaction as theirs. That alone proves nothing.',
            )}
          </p>
        ) : null}
      </div>
      <Button onClick={onBook}>{t('Record for {reference}...', { reference })}</Button>
    </div>
  );
}
