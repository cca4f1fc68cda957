import { type ReactNode, useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { isEditable } from '../payer/my-applications.rules.ts';
import type { MyApplications } from '../payer/useMyApplications.ts';

interface PlanTabsProps {
  application: MyApplication;
  mine: MyApplications;
  /** How the chosen plan is paid. */
  children: ReactNode;
}

/**
 * At once or in instalments. Choosing a plan freezes its price on the draft before anything is shown
 * to pay; once a payment was entered the plan stays what it is.
 */
export function PlanTabs({ application, mine, children }: PlanTabsProps) {
  const t = useWords();
  const [isChoosing, setChoosing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { paymentPlan } = application;

  async function choose(plan: Plan) {
    if (plan === paymentPlan || isChoosing) return;
    setChoosing(true);
    setFailure(undefined);
    try {
      await mine.choosePlan(application, plan);
    } catch (error) {
      setFailure(sentenceOf(error, words('The plan could not be changed. Please try again.')));
    }
    setChoosing(false);
  }

  const names: [Plan, string][] = [
    ['onetime', t('One-Time')],
    ['installment', t('Payment Plan')],
  ];
  const offered = names.filter(([plan]) => plan === paymentPlan || isEditable(application));
  const content = isChoosing ? <Loading>{t('Loading the price...')}</Loading> : children;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ErrorNotice sentence={failure} />
      <Tabs
        look="line"
        label={t('Plan')}
        value={paymentPlan}
        onChange={(plan) => void choose(plan)}
        tabs={offered.map(([value, label]) => ({
          value,
          label,
          content: value === paymentPlan ? content : null,
        }))}
      />
    </div>
  );
}
