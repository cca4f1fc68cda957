import type { ReactNode } from 'react';
import { cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { linkTo } from '../../../../../web/address.ts';
import { call } from '../../../../../web/api.ts';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import {
  useDifferenceWarning,
  useSurplusQuestion,
} from '../../../core/lines/useDifferenceWarning.tsx';
import { paymentDetailAddress } from '../../../core/paths.rules.ts';
import { type ChainReviewRow, matchOnChainTransfer } from './chain-review.contract.ts';
import { gapOf, matchingOf } from './chain-review.rules.ts';

interface LikelyQuoteProps {
  transfer: ChainReviewRow;
  quote: ChainReviewRow['quotes'][number];
  onDone: () => void;
  /** Another way to decide it. */
  children?: ReactNode;
}

/** A quote that a transfer may be for, with what it asks for and what came, and the way to assign the transfer to it. */
export function LikelyQuote({ transfer, quote, onDone, children }: LikelyQuoteProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { applicationId, reference, name, instalment, amount, received, usdAmount } = quote;
  const { token } = transfer;
  const gap = gapOf(transfer.amount, amount, token);
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
            token,
            worth: dollars(cents(usdAmount)),
            moment: dateTimeOf(quote.quotedAt),
          })}{' '}
          {t(gap.sentence, gap.values)}
        </p>
        {received === '0' ? null : (
          <p className="figures">
            {t('{amount} came for it before.', { amount: `${received} ${token}` })}
          </p>
        )}
        {quote.isClaimed ? (
          <p className="hint">
            {t(
              'The payer’s browser reported this transaction as theirs. That alone proves nothing.',
            )}
          </p>
        ) : null}
      </div>
      <div className="grid gap-2">
        {quote.canTake ? <AssignToQuote {...{ transfer, quote, onDone }} /> : null}
        {children}
      </div>
    </div>
  );
}

/** Assigns the transfer to a quote, after both amounts and the outcome were shown. */
function AssignToQuote({ transfer, quote, onDone }: Omit<LikelyQuoteProps, 'children'>) {
  const t = useWords();
  const { id } = transfer;
  const ask = useSurplusQuestion();
  const withWarning = useDifferenceWarning(useRecentPassword());
  const action = useAction(
    (decided: Parameters<typeof withWarning>[1]) =>
      withWarning(
        (more) =>
          call(matchOnChainTransfer, { params: { id }, body: { quoteId: quote.id, ...more } }),
        decided,
      ),
    {
      failed: t('Update Failed'),
      fallback: words('This could not be assigned. Please try again.'),
      refresh: 'all',
      // What waits for a second administrator is not assigned.
      onDone: ({ message }) => {
        toast({ title: t(message) });
        onDone();
      },
    },
  );
  const sentences = matchingOf(transfer, quote).map(({ sentence, values }) => t(sentence, values));
  const question = {
    title: t('Assign this payment to {reference}?', { reference: quote.reference }),
    text: sentences.map((sentence) => (
      <p key={sentence} className="[overflow-wrap:anywhere]">
        {sentence}
      </p>
    )),
    confirmLabel: t('Assign payment'),
  };
  const assign = async () => {
    const surplus =
      quote.surplus === null
        ? undefined
        : {
            over: quote.surplus,
            creditable: quote.instalment < quote.of ? 'unknown' : undefined,
            applicationId: quote.applicationId,
          };
    const use = await ask(question, surplus);
    if (use) await action.run(surplus && { ...surplus, use });
  };
  return (
    <Button
      variant="primary"
      pending={action.isPending}
      pendingLabel={t('Assigning...')}
      onClick={() => void assign()}
    >
      {t('Assign to {reference}...', { reference: quote.reference })}
    </Button>
  );
}
