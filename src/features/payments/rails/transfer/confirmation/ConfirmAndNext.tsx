import { useQuery } from '@tanstack/react-query';
import { cents, dollars } from '../../../../../shared/money.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { call } from '../../../../../web/api.ts';
import { PanelButton } from '../../../../../web/lists/panel/PanelButton.tsx';
import { read } from '../../../../../web/queries.ts';
import { Money } from '../../../../../web/ui/Money.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { FALLBACK, today, useDecision, useUndoConfirmation } from './DecisionForms.tsx';
import { confirmPayment, findMatchSuggestions, type PaymentRow } from './confirmation.contract.ts';

interface Receipt {
  receivedAmount: string;
  receivedOn: string;
  lineId?: string;
}

/** What one press can record; "none": amount, day or number have to be looked at first. */
type KnownReceipt = Receipt | 'none' | undefined;

/**
 * What has come for a claim, as far as nothing contradicts it: the amount due, with the one statement line that has
 * it, or today where no line is near. Undefined while the lines are on their way.
 */
export function useKnownReceipt(claim: PaymentRow, isAsked: boolean): KnownReceipt {
  const near = useQuery({
    ...read(findMatchSuggestions, { params: { id: claim.id } }),
    enabled: isAsked,
  });
  if (claim.sameNumber > 1 || claim.numberInReview || near.error) return 'none';
  // What was near before something else was confirmed may be taken by now.
  if (!near.data || near.isFetching) return undefined;
  const { lines, claims } = near.data;
  const [line, ...others] = lines;
  if (claims.length > 0 || others.length > 0) return 'none';
  if (!line) return { receivedAmount: claim.amount, receivedOn: today() };
  return cents(line.amount) === cents(claim.amount)
    ? { receivedAmount: line.amount, receivedOn: line.bookedOn, lineId: line.id }
    : 'none';
}

interface ConfirmAndNextProps {
  claim: PaymentRow;
  known: KnownReceipt;
  /** The amount, the day and the line are given by hand. */
  onOther: () => void;
  onDecided: () => boolean;
}

/** Records what is known to have come and opens the next claim; one press, which Undo takes back. */
export function ConfirmAndNext({ claim, known, onOther, onDecided }: ConfirmAndNextProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const undo = useUndoConfirmation(claim.id);
  const { through, onSuccess } = useDecision<Receipt>(
    undefined,
    ({ receivedAmount }) =>
      () => {
        void undo.run(receivedAmount);
      },
    onDecided,
  );
  const confirming = useAction(
    (receipt: Receipt) =>
      through((more) =>
        call(confirmPayment, { params: { id: claim.id }, body: { ...receipt, ...more } }),
      ),
    { failed: t('Update Failed'), fallback: FALLBACK, onDone: onSuccess },
  );
  const receipt = known === 'none' ? undefined : known;
  return (
    <>
      {receipt ? (
        <p className="hint basis-full figures">
          <Money of={dollars(cents(receipt.receivedAmount))} />{' '}
          {receipt.lineId
            ? t('received on {day}, with its statement line', {
                day: dayInWords(receipt.receivedOn),
              })
            : t('received today, with no statement line')}
        </p>
      ) : null}
      <PanelButton
        isHarmless={known === 'none'}
        aria-disabled={!known}
        pending={confirming.isPending}
        pendingLabel={t('Confirming...')}
        onClick={() => {
          if (receipt) void confirming.run(receipt);
          else if (known) onOther();
        }}
      >
        {known === 'none' ? t('Confirm payment...') : t('Confirm and next')}
      </PanelButton>
    </>
  );
}
