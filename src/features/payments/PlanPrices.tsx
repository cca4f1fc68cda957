import type { PublicPlans } from '../../shared/plan.ts';
import { useWords } from '../../web/words.tsx';
import { KIT_SENTENCE, planValues, totalSentence } from './pricing/pricing.rules.ts';

/** Both prices with everything that a buyer should know of them before typing a word. */
export function PlanPrices({ plans }: { plans: PublicPlans }) {
  const t = useWords();
  const values = planValues(plans);
  return (
    <dl className="grid gap-5 border-[1.5px] border-rule bg-paper p-5">
      <div className="grid gap-1">
        <dt className="font-bold">{t(plans.onetime.title)}</dt>
        <dd className="display text-3xl text-heading">{values.onetime}</dd>
        <dd className="hint">{t(plans.onetime.description)}</dd>
      </div>
      <div className="grid gap-1 border-t-[1.5px] border-rule pt-5">
        <dt className="font-bold">{t(plans.installment.title)}</dt>
        <dd className="display text-3xl text-heading">{t('{payments} × {amount}', values)}</dd>
        <dd className="hint">{t(plans.installment.description)}</dd>
        <dd className="hint">{t(totalSentence(plans), values)}</dd>
      </div>
      <div className="border-t-[1.5px] border-rule pt-5">
        <dt className="sr-only">{t('Delivery')}</dt>
        <dd className="hint">{t(KIT_SENTENCE)}</dd>
      </div>
    </dl>
  );
}
