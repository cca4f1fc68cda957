import { Money } from '../../../web/ui/Money.tsx';
import type { PublicPlans, WayToPay } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { kitSentence, planValues, totalSentence } from '../pricing/pricing.rules.ts';

/** With what a payer must have for them. */
const WAYS: Readonly<Record<WayToPay, string>> = {
  card: words('Card or PayPal'),
  crypto: words('ETH or USDT'),
  bank: words('Bank transfer'),
  us_bank: words('Bank transfer (US banks only)'),
  zelle: words('Zelle (US banks only)'),
};

interface PlanPricesProps {
  plans: PublicPlans;
  waysToPay: readonly WayToPay[];
}

/** Both prices with everything that a buyer should know before filling in the form. */
export function PlanPrices({ plans, waysToPay }: PlanPricesProps) {
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
      {waysToPay.length > 0 ? (
        <div>
          <dt className="bold">{t('Ways to pay')}</dt>
          <dd className="hint">{waysToPay.map((way) => t(WAYS[way])).join(' · ')}</dd>
        </div>
      ) : null}
    </dl>
  );
}
