import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { NOTICE } from '../../shared/notice.ts';
import type { PageData } from '../../shared/page.ts';
import type { PublicPlans } from '../../shared/plan.ts';
import { call } from '../../web/api.ts';
import { dayInWords } from '../../web/moment.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { useWords } from '../../web/words.tsx';
import { birthDay } from '../application/application.rules.ts';
import type { MyApplication } from './checkout.contract.ts';
import { isEditable } from './checkout.rules.ts';
import { ManualPayment, PaymentSubmitted, type Submitted } from './manual/ManualPayment.tsx';
import { PlanTabs } from './PlanTabs.tsx';
import { KIT_SENTENCE, NO_REFUND_SENTENCE } from './pricing/pricing.rules.ts';
import { listActivePaymentConfig } from './pricing/public-config.contract.ts';
import type { MyApplications } from './useMyApplications.ts';

interface PaymentDialogProps {
  open: boolean;
  applicationId: string;
  mine: MyApplications;
  plans: PublicPlans;
  rails: PageData['rails'];
  onEdit: () => void;
  onClose: () => void;
}

/** Complete Your Payment: what is bought, by whom, and the four ways to pay for it. */
export function PaymentDialog({ open, onClose, ...payment }: PaymentDialogProps) {
  const t = useWords();
  const [submitted, setSubmitted] = useState<Submitted>();
  const application = payment.mine.applications.find(({ id }) => id === payment.applicationId);

  function take(claim: Submitted) {
    setSubmitted(claim);
    void payment.mine.reload();
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('Complete Your Payment')} size="3xl">
      {submitted ? (
        <PaymentSubmitted submitted={submitted} onClose={onClose} />
      ) : application ? (
        <Payment {...payment} application={application} onSubmitted={take} />
      ) : (
        <Missing mine={payment.mine} />
      )}
    </Dialog>
  );
}

/** The application cannot be shown: not yet, not now, or not in a browser without cookies. */
function Missing({ mine }: { mine: MyApplications }) {
  const t = useWords();
  const [isAsked, setAsked] = useState(false);
  const reload = () => void mine.reload().then(() => setAsked(true));
  const askOnce = useEffectEvent(reload);
  useEffect(() => askOnce(), []);
  if (!isAsked) return <Loading>{t('Loading your application...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>
        {mine.hasFailed
          ? t('Your application could not be loaded. Please check your connection and try again.')
          : t(
              'Your browser kept no cookie of this site, so we cannot tell which application is yours. Please allow cookies here and press Continue to Payment again.',
            )}
      </p>
      <Button onClick={reload}>{t('Try again')}</Button>
    </Notice>
  );
}

type PaymentProps = Omit<PaymentDialogProps, 'open' | 'onClose' | 'applicationId'> & {
  application: MyApplication;
  onSubmitted: (submitted: Submitted) => void;
};

function Payment({ application, onEdit, ...payment }: PaymentProps) {
  const t = useWords();
  return (
    <>
      <Summary application={application} onEdit={onEdit} />
      <Notice>
        <p>{t(NOTICE)}</p>
      </Notice>
      <Methods application={application} {...payment} />
      <div className="grid gap-2">
        <p className="hint">{t(KIT_SENTENCE)}</p>
        <p className="hint">{t(NO_REFUND_SENTENCE)}</p>
      </div>
    </>
  );
}

function Summary({ application, onEdit }: Pick<PaymentProps, 'application' | 'onEdit'>) {
  const t = useWords();
  const { firstName, lastName, email, currentNationality, dateOfBirth } =
    application.applicationData;
  const day = birthDay(dateOfBirth);
  const rows = [
    [t('Reference'), application.reference],
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
      {isEditable(application) ? (
        <div className="actions">
          <Button onClick={onEdit}>{t('Edit Application Details')}</Button>
        </div>
      ) : null}
    </section>
  );
}

function Methods({ rails, plans, mine, application, onSubmitted }: Omit<PaymentProps, 'onEdit'>) {
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
  const manual = (rail: 'zelle' | 'bank') => (
    <ManualPayment
      rail={rail}
      config={configs.find((c) => c.configType === rail)?.configData}
      plans={plans}
      application={application}
      onSubmitted={onSubmitted}
    />
  );
  const absent = (sentence: string) => (
    <Notice role="status">
      <p>{sentence}</p>
    </Notice>
  );
  const methods: [value: string, label: string, content: ReactNode][] = [
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
  return (
    <Tabs
      label={t('Way to pay')}
      defaultValue={rails.zelle ? 'zelle' : rails.bank ? 'bank' : 'card'}
      tabs={methods.map(([value, label, content]) => ({
        value,
        label,
        content: (
          <PlanTabs application={application} mine={mine}>
            {content}
          </PlanTabs>
        ),
      }))}
    />
  );
}

type PaymentConfigs = AnswerOf<typeof listActivePaymentConfig>;

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
