import { useWords } from '../words.tsx';
import { Icon } from './Icon.tsx';

type StepIndicatorProps = {
  steps: readonly string[];
  /** Index of the step that is being done; those before it are done. */
  current: number;
};

/** How far along a task is. */
export function StepIndicator({ steps, current }: StepIndicatorProps) {
  const t = useWords();
  return (
    <ol className="steps" aria-label={t('Steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={index < current ? 'step-done' : undefined}
        >
          <span className="step-knot">{index < current ? <Icon name="check" /> : index + 1}</span>
          {step}
          {index < current ? <span className="sr-only">{t('done')}</span> : null}
        </li>
      ))}
    </ol>
  );
}
