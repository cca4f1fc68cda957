import { useEffect, useState } from 'react';
import { NOTICE } from '../../shared/notice.ts';
import type { PageData } from '../../shared/page.ts';
import type { Plan, PublicPlans } from '../../shared/plan.ts';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { call } from '../../web/api.ts';
import { dayInWords } from '../../web/moment.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { useWords } from '../../web/words.tsx';
import { birthDay } from '../application/application.rules.ts';
import type { Checkout, Submitted } from './checkout.rules.ts';
import { ManualPayment, PaymentSubmitted } from './manual/ManualPayment.tsx';
import { KIT_SENTENCE, NO_REFUND_SENTENCE } from './pricing/pricing.rules.ts';
import { listActivePaymentConfig } from './pricing/public-config.contract.ts';

interface PaymentDialogProps {
  open: boolean;
  checkout: Checkout;
  plans: PublicPlans;
  rails: PageData['rails'];
  onEdit: () => void;
  onClose: () => void;
}

/** Complete Your Payment: what is bought, by whom, and the four ways to pay for it. */
export function PaymentDialog({
  open,
  checkout,
  plans,
  rails,
  onEdit,
  onClose,
}: PaymentDialogProps) {
  const t = useWords();
  const [submitted, setSubmitted] = useState<Submitted>();
  return (
    <Dialog open={open} onClose={onClose} title={t('Complete Your Payment')} size="3xl">
      {submitted ? (
        <PaymentSubmitted submitted={submitted} onClose={onClose} />
      ) : (
        <>
          <Summary checkout={checkout} onEdit={onEdit} />
          <Notice>
            <p>{t(NOTICE)}</p>
          </Notice>
          <Methods checkout={checkout} plans={plans} rails={rails} onSubmitted={setSubmitted} />
          <div className="grid gap-2">
            <p className="hint">{t(KIT_SENTENCE)}</p>
            <p className="hint">{t(NO_REFUND_SENTENCE)}</p>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Summary({ checkout, onEdit }: Pick<PaymentDialogProps, 'checkout' | 'onEdit'>) {
  const t = useWords();
  const { firstName, lastName, email, currentNationality, dateOfBirth } = checkout.applicationData;
  const day = birthDay(dateOfBirth);
  const rows = [
    [t('Reference'), checkout.reference],
    [t('Name'), `${firstName} ${lastName}`],
    [t('Email'), email],
    [t('Nationality'), t(currentNationality)],
    [t('Date of birth'), day ? dayInWords(day) : dateOfBirth],
  ];
  return (
    <section
      aria-label={t('Application')}
      className="grid grid-cols-1 gap-4 border-[1.5px] border-rule bg-raised p-4"
    >
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Button onClick={onEdit}>{t('Edit Application Details')}</Button>
      </div>
    </section>
  );
}

type MethodsProps = Pick<PaymentDialogProps, 'checkout' | 'plans' | 'rails'> & {
  onSubmitted: (submitted: Submitted) => void;
};
export type PaymentConfigs = AnswerOf<typeof listActivePaymentConfig>;

function Methods({ rails, ...payment }: MethodsProps) {
  const t = useWords();
  const configs = usePaymentConfigs();
  if (configs === undefined) return <Loading>{t('Loading the payment details...')}</Loading>;
  if (configs === 'failed') {
    return (
      <Notice role="alert" tone="danger">
        <p>{t('The payment details could not be loaded. Please close this and try again.')}</p>
      </Notice>
    );
  }
  const manual = (rail: 'zelle' | 'bank') => (plan: Plan) => (
    <ManualPayment
      rail={rail}
      plan={plan}
      config={configs.find((c) => c.configType === rail)?.configData}
      {...payment}
    />
  );
  const absent = (sentence: string) => () => (
    <Notice role="status">
      <p>{sentence}</p>
    </Notice>
  );
  const methods: [value: string, label: string, content: (plan: Plan) => React.ReactNode][] = [
    [
      'card',
      t('Card'),
      absent(t('Card payment is not configured yet. Please choose another way to pay.')),
    ],
    ['zelle', t('Zelle'), manual('zelle')],
    [
      'crypto',
      t('Crypto'),
      absent(
        t(
          'Crypto payments are not available: they are not configured yet. Please choose another way to pay.',
        ),
      ),
    ],
    ['bank', t('Bank'), manual('bank')],
  ];
  const first = rails.zelle ? 'zelle' : rails.bank ? 'bank' : 'card';
  return (
    <Tabs
      label={t('Way to pay')}
      defaultValue={first}
      tabs={methods.map(([value, label, content]) => ({
        value,
        label,
        content: <Plans content={content} />,
      }))}
    />
  );
}

function Plans({ content }: { content: (plan: Plan) => React.ReactNode }) {
  const t = useWords();
  return (
    <Tabs
      look="line"
      label={t('Plan')}
      tabs={[
        { value: 'onetime', label: t('One-Time'), content: content('onetime') },
        { value: 'installment', label: t('Payment Plan'), content: content('installment') },
      ]}
    />
  );
}

/** Where money goes today, asked each time the dialog is opened. */
function usePaymentConfigs(): PaymentConfigs | 'failed' | undefined {
  const [configs, setConfigs] = useState<PaymentConfigs | 'failed'>();
  useEffect(() => {
    const abort = new AbortController();
    call(listActivePaymentConfig, { signal: abort.signal }).then(setConfigs, () => {
      if (!abort.signal.aborted) setConfigs('failed');
    });
    return () => abort.abort();
  }, []);
  return configs;
}
