import { useState } from 'react';
import { decimal } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { isPayable, unpaidCents } from '../payments/payer/my-applications.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import { payMyPlanMonthly, payOffMyPlan, type Timeline } from './status.contract.ts';

interface PayOffProps {
  application: MyApplication;
  timeline: Timeline;
  /** The plan has changed; with the instalment that is to be paid now, if any. */
  onChanged: (instalment?: number) => void;
}

const NOT_CHANGED = words('The plan could not be changed. Please try again in a moment.');

/** Lets a payer pay what is left of a plan at once, and go back to monthly payments before it is paid. */
export function PayOff({ application, timeline, onChanged }: PayOffProps) {
  const t = useWords();
  const confirm = useConfirm();
  const { dayInWords } = useDates();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { payOff, isCharged } = timeline.plan;
  if (!payOff || !isPayable(application)) return null;
  const { id, masked } = application;
  const amount = readable(decimal(unpaidCents(application)));
  const isChosen = payOff.until !== null;

  async function change(operation: () => Promise<void>) {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await operation();
    } catch (error) {
      setFailure(sentenceOf(error, NOT_CHANGED));
    }
    setPending(false);
  }
  const choose = () =>
    change(async () => {
      const question = {
        title: t('Pay the rest at once?'),
        text: <p>{consequences}</p>,
        confirmLabel: t('Pay {amount} at once', { amount }),
        cancelLabel: t('Keep paying monthly'),
      };
      if (!(await confirm(question))) return;
      const { instalment } = await call(payOffMyPlan, { params: { id } });
      onChanged(instalment);
    });
  const goBack = () =>
    change(async () => {
      const { message } = await call(payMyPlanMonthly, { params: { id } });
      toast({ title: t('Your plan has changed'), description: t(message) });
      onChanged();
    });

  const consequences = [
    t('You pay {amount} now instead of {count} payments. Nothing more is due after that.', {
      amount,
      count: payOff.payments,
    }),
    ...(isCharged
      ? [
          t(
            'Automatic charges end: PayPal will not charge you again, even if you go back to monthly payments.',
          ),
        ]
      : []),
    t('Until it is paid, you can go back to monthly payments.'),
  ].join(' ');
  return (
    <section className="grid gap-3" aria-labelledby="pay-off">
      <h2 id="pay-off" className="text-2xl">
        {t('Paying the rest at once')}
      </h2>
      <p>
        {isChosen
          ? t(
              'You chose to pay the rest, {amount}, at once. Nothing is charged automatically. If we have not received it by {day}, your plan continues with monthly payments.',
              { amount, day: dayInWords(payOff.until ?? '') },
            )
          : consequences}
      </p>
      <ErrorNotice sentence={failure} />
      {masked ? (
        <p>{t('To change the plan, open this page with the link we email you.')}</p>
      ) : (
        <div className="actions">
          <Button
            pending={isPending}
            pendingLabel={t('Changing...')}
            onClick={() => void (isChosen ? goBack() : choose())}
          >
            {isChosen ? t('Go back to monthly payments') : t('Pay {amount} at once...', { amount })}
          </Button>
        </div>
      )}
    </section>
  );
}
