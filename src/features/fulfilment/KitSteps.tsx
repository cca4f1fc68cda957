import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { APPLICATION_STEPS } from '../application/application.rules.ts';
import { words } from '../../shared/words.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { call } from '../../web/api.ts';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { read } from '../../web/queries.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { listKits, moveKits } from './fulfilment.contract.ts';
import { BOARD, KIT_STEPS, type KitStep } from './fulfilment.rules.ts';
import { StepButtons } from './KitBar.tsx';
import { OVERDUE, SEND_BY } from './KitLine.tsx';
import { ShipmentActions } from './ShipmentActions.tsx';
import { useStepDone } from './useStepDone.ts';

export interface KitStepsProps {
  id: string;
  reference: string;
  status: string;
}

/** The steps about which something is to be written first; the others are taken at once, as they can be undone. */
const NEEDS_WORDS: readonly KitStep[] = ['needs_information', 'dispatched', 'cancelled'];

/** The steps that one application can take, as on the board; nothing for one that is not there. */
export function KitSteps({ id, reference, status }: KitStepsProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState<KitStep>();
  const sayDone = useStepDone();
  const take = useAction((body: { ids: string[]; to: KitStep }) => call(moveKits, { body }), {
    failed: t('Update Failed'),
    fallback: words('The applications could not be updated. Please try again.'),
    refresh: [listKits],
    onDone: (answer, body) => {
      heading.current?.focus();
      sayDone(answer, body);
    },
  });
  const column = BOARD.find((one) => one === status);
  const board = useQuery({
    ...read(listKits, { query: { status: column ?? 'submitted', search: reference } }),
    enabled: column !== undefined,
  });
  const kit = board.data?.kits.find((one) => one.id === id);
  if (!kit)
    return (
      <LoadError query={board} fallback={t('The board could not be loaded. Please try again.')} />
    );
  const steps = KIT_STEPS.filter((one) => APPLICATION_STEPS[kit.applicationStatus].includes(one));
  const begin = (to: KitStep) => {
    if (NEEDS_WORDS.includes(to)) setStep(to);
    else if (!take.isPending) void take.run({ ids: [kit.id], to });
  };
  return (
    <section className="grid gap-3" aria-labelledby="kit-steps">
      <h3 id="kit-steps" ref={heading} tabIndex={-1}>
        {t('What happens next')}
      </h3>
      {kit.sendBy && !kit.dispatchedAt ? (
        <p className={kit.isOverdue ? 'bold text-danger' : ''}>
          {t(kit.isOverdue ? OVERDUE : SEND_BY, { day: dayInWords(kit.sendBy) })}
        </p>
      ) : null}
      {steps.length === 0 ? null : (
        <div className="actions">
          <StepButtons steps={steps} onStep={begin} />
        </div>
      )}
      <ShipmentActions
        key={step}
        step={step}
        kits={[kit]}
        onClose={() => setStep(undefined)}
        onDone={() => setStep(undefined)}
        returnFocus={() => heading.current}
      />
    </section>
  );
}
