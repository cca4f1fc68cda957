import type { PublicPlans } from '../../shared/plan.ts';
import { useWords } from '../../web/words.tsx';
import { KIT_SENTENCE, planValues, totalSentence } from './pricing/pricing.rules.ts';

/** Both prices with everything that a buyer should know of them before typing a word. */
export function PlanPrices({ plans }: { plans: PublicPlans }) {
  const t = useWords();
  const values = planValues(plans);
  return (
    <dl className="grid grid-cols-2 gap-4 border-[1.5px] border-rule bg-paper p-4 md:grid-cols-1 md:gap-5 md:p-5">
      <div className="grid content-start gap-1">
        <dt className="font-bold">{t(plans.onetime.title)}</dt>
        <dd className="display text-xl text-heading md:text-3xl">{values.onetime}</dd>
        <dd className="hint">{t(plans.onetime.description)}</dd>
      </div>
      <div className="grid content-start gap-1 md:border-t-[1.5px] md:border-rule md:pt-5">
        <dt className="font-bold">{t(plans.installment.title)}</dt>
        <dd className="display text-xl text-heading md:text-3xl">
          {t('{payments} × {amount}', values)}
        </dd>
        <dd className="hint">{t(plans.installment.description)}</dd>
        <dd className="hint">{t(totalSentence(plans), values)}</dd>
      </div>
      <div className="col-span-full border-t-[1.5px] border-rule pt-4 md:pt-5">
        <dt className="sr-only">{t('Delivery')}</dt>
        <dd className="hint">{t(KIT_SENTENCE)}</dd>
      </div>
    </dl>
  );
}
