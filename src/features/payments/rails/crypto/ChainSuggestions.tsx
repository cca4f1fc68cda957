import { cents, dollars } from '../../../../shared/money.ts';
import { linkTo } from '../../../../web/address.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useDates } from '../../../../web/useDates.ts';
import { useWords } from '../../../../web/words.tsx';
import { paymentDetailAddress } from '../../core/paths.rules.ts';
import type { ChainReviewRow } from './review.contract.ts';
import { gapOf } from './review.rules.ts';

type Quote = ChainReviewRow['quotes'][number];

interface ChainSuggestionsProps {
  receipt: ChainReviewRow;
  onBook: (quote: Quote) => void;
}

/** Which payments the money may be for, the likeliest first. */
export function ChainSuggestions({ receipt, onBook }: ChainSuggestionsProps) {
  const t = useWords();
  const { quotes } = receipt;
  if (quotes.length === 0)
    return (
      <p className="hint">
        {t(
          'No open quote for {token} is near to it. If you know whose it is, enter the reference.',
          {
            token: receipt.token,
          },
        )}
      </p>
    );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby="chain-suggestions">
      <h3 id="chain-suggestions">{t('Payments it could be for')}</h3>
      <ul className="edged-t border-rule">
        {quotes.map((quote) => (
          <li key={`${quote.reference} ${quote.quotedAt}`} className="edged-b border-rule">
            <Suggestion receipt={receipt} quote={quote} onBook={() => onBook(quote)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suggestion({
  receipt,
  quote,
  onBook,
}: {
  receipt: ChainReviewRow;
  quote: Quote;
  onBook: () => void;
}) {
  const t = useWords();
  const { momentOf } = useDates();
  const { applicationId, reference, name, instalment, amount, usdAmount, quotedAt } = quote;
  const gap = gapOf(receipt.amount, amount, receipt.token);
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
          {t('Asked for {amount} {token}, {worth}, on {moment}.', {
            amount,
            token: receipt.token,
            worth: dollars(cents(usdAmount)),
            moment: momentOf(quotedAt),
          })}{' '}
          {t(gap.sentence, gap.values)}
        </p>
        {quote.isClaimed ? (
          <p className="hint">
            {t(
              'The payer’s browser says that this transaction is theirs; that alone proves nothing.',
            )}
          </p>
        ) : null}
      </div>
      <Button onClick={onBook}>{t('Book it for {reference}...', { reference })}</Button>
    </div>
  );
}
