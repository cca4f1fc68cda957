import { cents, dollars } from '../../../../shared/money.ts';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import type { ChainDue, ChainDues, ChainReviewRow } from './review.contract.ts';
import { outcomeOf } from './review.rules.ts';

interface Booking {
  receipt: ChainReviewRow;
  found: ChainDues | undefined;
  due: ChainDue | undefined;
  /** As it is typed. */
  amount: string;
}

/** What booking it so will do, in sentences; none while something is missing. */
export function useBookSentences({ receipt, found, due, amount }: Booking): string[] {
  const t = useWords();
  const outcome = due && outcomeOf(amount.trim(), due);
  if (!found || !outcome) return [];
  return [
    t('{money} are booked at {amount} for {reference}, {name}, payment {number} of {all}.', {
      money: `${receipt.amount} ${receipt.token}`,
      amount: dollars(cents(amount.trim())),
      reference: found.reference,
      name: found.name,
      number: due.number,
      all: found.dues.length,
    }),
    t(outcome.sentence, outcome.values),
    t('{name} is told by mail. This cannot be undone here.', { name: found.name }),
  ];
}

/** The same beside the form, read out as it changes. */
export function BookPreview({ sentences }: { sentences: readonly string[] }) {
  const t = useWords();
  return (
    <div aria-live="polite">
      {sentences.length > 0 ? (
        <Notice>
          <strong>{t('What will happen')}</strong>
          {sentences.map((sentence) => (
            <p key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </p>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}
