import { Money } from '../../../web/ui/Money.tsx';
import type { PublicPlans } from '../../../shared/plan.ts';
import { useWords } from '../../../web/words.tsx';
import { kitSentence, planValues, totalSentence } from '../pricing/pricing.rules.ts';

/** Both prices with everything that a buyer should know before filling in the form. */
export function PlanPrices({ plans }: { plans: PublicPlans }) {
  const t = useWords();
  const values = planValues(plans);
  return (
    <dl className="plans">
      <div>
        <dt className="bold">{t(plans.onetime.title)}</dt>
        <dd className="display">
          <Money of={values.onetime} />
        </dd>
        <dd className="hint">{t(plans.onetime.description)}</dd>
      </div>
      <div>
        <dt className="bold">{t(plans.installment.title)}</dt>
        <dd className="display">{t('{payments} × {amount}', values)}</dd>
        <dd className="hint">{t(plans.installment.description)}</dd>
        <dd className="hint">{t(totalSentence(plans), values)}</dd>
      </div>
      <div>
        <dt className="sr-only">{t('Delivery')}</dt>
        <dd className="hint">{t(kitSentence(plans))}</dd>
      </div>
    </dl>
  );
}
