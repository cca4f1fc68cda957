import type { PublicPlans } from '../../shared/plan.ts';
import { useWords } from '../../web/words.tsx';
import { kitSentence, planValues, totalSentence } from './pricing/pricing.rules.ts';

/** Both prices with everything that a buyer should know of them before typing a word. */
export function PlanPrices({ plans }: { plans: PublicPlans }) {
  const t = useWords();
  const values = planValues(plans);
  // On a phone each plan is a line, so that the form begins soon; on a wide screen a price tag.
  const plan = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:grid';
  const price = 'display text-lg text-heading md:text-3xl';
  const note = 'hint w-full';
  const ruled = 'edged-t border-rule pt-3 md:pt-5';
  return (
    <dl className="grid gap-3 edged border-rule bg-paper p-4 md:gap-5 md:p-5">
      <div className={plan}>
        <dt className="bold">{t(plans.onetime.title)}</dt>
        <dd className={price}>{values.onetime}</dd>
        <dd className={note}>{t(plans.onetime.description)}</dd>
      </div>
      <div className={`${plan} ${ruled}`}>
        <dt className="bold">{t(plans.installment.title)}</dt>
        <dd className={price}>{t('{payments} × {amount}', values)}</dd>
        <dd className={note}>{t(plans.installment.description)}</dd>
        <dd className={note}>{t(totalSentence(plans), values)}</dd>
      </div>
      <div className={ruled}>
        <dt className="sr-only">{t('Delivery')}</dt>
        <dd className="hint">{t(kitSentence(plans))}</dd>
      </div>
    </dl>
  );
}
