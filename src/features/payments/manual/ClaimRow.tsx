import { cents, dollars } from '../../../shared/money.ts';
import { Checkbox } from '../../../web/ui/Checkbox.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { PaymentRow } from './confirmation.contract.ts';
import { RAIL_LABELS } from './PaymentFacts.tsx';

interface ClaimRowProps {
  claim: PaymentRow;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
}

/** A claim in the list: tick it, or open it to decide it alone. */
export function ClaimRow({ claim, isChosen, onChoose, onOpen }: ClaimRowProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const choose = t('Choose {reference}', { reference: claim.reference });
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2">
      <Checkbox
        label={<span className="sr-only">{choose}</span>}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <div className="grid gap-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="[overflow-wrap:anywhere]">
          <button
            type="button"
            onClick={onOpen}
            className="min-h-11 text-start bold text-heading underline decoration-[1.5px] underline-offset-[0.2em]"
          >
            {claim.reference} · {claim.name}
          </button>
          <p className="text-[0.9375rem] text-muted figures">
            {[
              t(RAIL_LABELS[claim.method]),
              claim.number,
              t('{number} of {all}', { number: claim.instalment, all: claim.of }),
              dayOf(claim.updatedAt),
            ].join(' · ')}
          </p>
          {claim.sameNumber > 1 ? (
            <p className="bold text-danger">
              {t('{count} applications have claimed this number.', { count: claim.sameNumber })}
            </p>
          ) : null}
        </div>
        <strong className="figures sm:pt-2">{dollars(cents(claim.amount))}</strong>
      </div>
    </div>
  );
}
