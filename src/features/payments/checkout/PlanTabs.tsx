import { Money } from '../../../web/ui/Money.tsx';
import { type ReactNode, useState } from 'react';
import { cents, dollars } from '../../../shared/money.ts';
import type { Plan, PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { isEditable } from '../payer/my-applications.rules.ts';
import type { MyApplications } from '../payer/useMyApplications.ts';

interface PlanTabsProps {
  application: MyApplication;
  /** The prices of the plan that is not chosen. */
  plans: PublicPlans;
  mine: MyApplications;
  /** How the chosen plan is paid. */
  children: ReactNode;
}

/**
 * At once or in instalments. Choosing a plan freezes its price on the draft before anything is shown
 * to pay; once a payment was entered the plan stays what it is.
 */
export function PlanTabs({ application, plans, mine, children }: PlanTabsProps) {
  const t = useWords();
  /** While its price is fetched. */
  const [wanted, setWanted] = useState<Plan>();
  const [failure, setFailure] = useState<string>();
  const { paymentPlan } = application;

  async function choose(plan: Plan) {
    if (plan === paymentPlan || wanted) return;
    setWanted(plan);
    setFailure(undefined);
    try {
      await mine.choosePlan(application, plan);
    } catch (error) {
      setFailure(sentenceOf(error, words('The plan could not be changed. Please try again.')));
    }
    setWanted(undefined);
  }

  const names: [Plan, string][] = [
    ['onetime', t('One-Time')],
    ['installment', t('Payment Plan')],
  ];
  const offered = names.filter(([plan]) => plan === paymentPlan || isEditable(application));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Tabs
        look="line"
        label={t('Plan')}
        value={wanted ?? paymentPlan}
        onChange={(plan) => void choose(plan)}
        tabs={offered.map(([value, label]) => ({
          value,
          label,
          hint: <PlanPrice {...agreedOf(value, application, plans)} />,
        }))}
      >
        {/* Below what was tapped, which it must not move. */}
        <ErrorNotice sentence={failure} />
        {/* What is there stays where it is, and cannot be used, until the new price is known. */}
        <div className="way" inert={wanted !== undefined} aria-busy={wanted !== undefined}>
          {children}
        </div>
      </Tabs>
      <p role="status" className="sr-only">
        {wanted ? t('Loading the price...') : null}
      </p>
    </div>
  );
}

interface PlanPriceProps {
  amountCents: bigint;
  payments: number;
}

/** What a plan costs: as it was agreed with this application, the other plan as it is sold now. */
function agreedOf(plan: Plan, application: MyApplication, plans: PublicPlans): PlanPriceProps {
  if (plan === application.paymentPlan)
    return {
      amountCents: cents(application.paymentAmount),
      payments: application.instalments.length,
    };
  const { amountCents, payments } = plans[plan];
  return { amountCents: BigInt(amountCents), payments };
}

function PlanPrice({ amountCents, payments }: PlanPriceProps) {
  const t = useWords();
  const amount = dollars(amountCents);
  if (payments === 1)
    return (
      <>
        <b className="display">
          <Money of={amount} />
        </b>{' '}
        <span className="hint">{t('One payment')}</span>
      </>
    );
  const total = dollars(amountCents * BigInt(payments));
  return (
    <>
      <b className="display">{t('{payments} × {amount}', { payments, amount })}</b>{' '}
      <span className="hint">{t('{total} in all', { total })}</span>
    </>
  );
}
