import type { ReactNode, RefObject } from 'react';
import { BulkBar } from '../../web/lists/BulkBar.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import { KIT_STEP_LABELS, type KitStep } from './fulfilment.rules.ts';

interface KitBarProps {
  /** How many are chosen. */
  count: number;
  steps: readonly KitStep[];
  onStep: (step: KitStep) => void;
  onPrint?: () => void;
  ref: RefObject<HTMLElement | null>;
}

const LOOKS: Partial<Record<KitStep, 'secondary' | 'danger'>> = {
  needs_information: 'secondary',
  cancelled: 'danger',
};

interface StepButtonsProps {
  steps: readonly KitStep[];
  onStep: (step: KitStep) => void;
  /** Before the step that ends it. */
  children?: ReactNode;
}

/** The steps that can be taken, the one that ends an application last. */
export function StepButtons({ steps, onStep, children }: StepButtonsProps) {
  const t = useWords();
  const button = (step: KitStep) => (
    <Button
      key={step}
      className="px-4"
      variant={LOOKS[step] ?? 'primary'}
      onClick={() => onStep(step)}
    >
      {t(KIT_STEP_LABELS[step])}
    </Button>
  );
  return (
    <>
      {steps.filter((step) => step !== 'cancelled').map(button)}
      {children}
      {steps.filter((step) => step === 'cancelled').map(button)}
    </>
  );
}

/** What can be done with those that are chosen; it stays in sight while the list moves under it. */
export function KitBar({ count, steps, onStep, onPrint, ref }: KitBarProps) {
  const t = useWords();
  return (
    <BulkBar ref={ref} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line">
      <p role="status" className="bold w-full sm:w-auto sm:pe-3">
        {t('{count, plural, one {# selected.} other {# selected.}}', { count })}
      </p>
      <StepButtons steps={steps} onStep={onStep}>
        {onPrint ? (
          <Button className="px-4" onClick={onPrint}>
            {t('Print labels...')}
          </Button>
        ) : null}
      </StepButtons>
    </BulkBar>
  );
}
