import { useState } from 'react';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import { stopMyPlan, type Timeline } from './status.contract.ts';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';

interface PlanEndProps {
  application: MyApplication;
  timeline: Timeline;
  onEnded: () => void;
}

const NOT_STOPPED = words('The plan could not be cancelled. Please try again in a moment.');

/** Lets a payer end a plan, with what that means said before. */
export function PlanEnd({ application, timeline, onEnded }: PlanEndProps) {
  const t = useWords();
  const confirm = useConfirm();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mayStop, paymentsUntilStop, isCharged } = timeline.plan;
  if (!mayStop && paymentsUntilStop === 0) return null;

  async function stop() {
    const question = {
      title: t('Cancel the payment plan?'),
      text: <Consequences application={application} isCharged={isCharged} />,
      confirmLabel: t('Cancel the plan'),
      cancelLabel: t('Keep the plan'),
      danger: true,
    };
    if (isPending || !(await confirm(question))) return;
    setPending(true);
    setFailure(undefined);
    try {
      const { message } = await call(stopMyPlan, { params: { id: application.id } });
      toast({ title: t('Your payment plan is cancelled'), description: t(message) });
      onEnded();
    } catch (error) {
      setFailure(sentenceOf(error, NOT_STOPPED));
    }
    setPending(false);
  }

  return (
    <section className="grid gap-3" aria-labelledby="plan-end">
      <h2 id="plan-end" className="text-2xl">
        {t('Cancelling the plan')}
      </h2>
      {mayStop ? (
        <>
          <Consequences application={application} isCharged={isCharged} />
          <ErrorNotice sentence={failure} />
          {application.masked ? (
            <p>{t('To cancel the plan, open this page with the link we email you.')}</p>
          ) : (
            <div className="actions">
              <Button
                variant="danger"
                pending={isPending}
                pendingLabel={t('Cancelling...')}
                onClick={() => void stop()}
              >
                {t('Cancel the plan...')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <p>
          {t(
            '{count, plural, one {You can cancel the plan after one more payment.} other {You can cancel the plan after # more payments.}}',
            { count: paymentsUntilStop },
          )}
        </p>
      )}
    </section>
  );
}

function Consequences({
  application,
  isCharged,
}: {
  application: MyApplication;
  isCharged: boolean;
}) {
  const t = useWords();
  const received = readable(application.receivedAmount);
  return (
    <p>
      {t(
        'You stop paying and nothing more is due. What you have paid, {received}, is not refunded.',
        {
          received,
        },
      )}{' '}
      {isCharged ? `${t('PayPal will not charge you again.')} ` : ''}
      {t('You cannot restart a cancelled plan.')}
    </p>
  );
}
