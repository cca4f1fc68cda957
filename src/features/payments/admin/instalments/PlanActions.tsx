import { useState } from 'react';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import type { PaymentDetail } from '../detail/payment-detail.contract.ts';
import { PaymentForm, ReasonField } from '../PaymentForm.tsx';
import { endPaymentPlan, undoPlanEnd } from './instalment.contract.ts';

type Schedule = Pick<PaymentDetail['schedules'][number], 'id' | 'plan' | 'status' | 'isEndedByUs'>;

/** What an administrator can do with a whole plan: end it, and undo that. */
export function PlanActions({ schedule }: { schedule: Schedule }) {
  const t = useWords();
  const [isEnding, setEnding] = useState(false);
  const undo = useUndoEnd(schedule.id);
  if (schedule.isEndedByUs)
    return (
      <div className="actions">
        <Button pending={undo.isPending} onClick={() => void undo.run()}>
          {t('Undo the end of the plan')}
        </Button>
      </div>
    );
  const isRunning = schedule.status === 'active' || schedule.status === 'past_due';
  if (schedule.plan !== 'installment' || !isRunning) return null;
  if (isEnding) return <EndForm schedule={schedule} onDone={() => setEnding(false)} />;
  return (
    <div className="actions">
      <Button onClick={() => setEnding(true)}>{t('End the plan...')}</Button>
    </div>
  );
}

function useUndoEnd(id: string) {
  const t = useWords();
  return useAction(() => call(undoPlanEnd, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}

function EndForm({ schedule, onDone }: { schedule: Schedule; onDone: () => void }) {
  const t = useWords();
  const undo = useUndoEnd(schedule.id);
  const form = useForm(endPaymentPlan, {
    ...usePaymentAction(onDone, () => () => void undo.run()),
    params: { id: schedule.id },
  });
  return (
    <PaymentForm form={form} submit={t('End the plan')} onBack={onDone}>
      <Notice>
        <p>
          {t(
            'Nothing more is due, and PayPal will not charge the payer again. Payments made are kept. The payer gets one email.',
          )}
        </p>
      </Notice>
      <ReasonField form={form} hint={t('Only administrators see this.')} isFirst />
    </PaymentForm>
  );
}
