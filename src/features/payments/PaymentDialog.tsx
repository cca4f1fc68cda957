import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { AnswerOf } from '../../shared/endpoint.ts';
import type { PublicPlans } from '../../shared/plan.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { KitNotice } from '../../web/ui/KitNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { birthDay } from '../application/application.rules.ts';
import type { MyApplication } from './checkout.contract.ts';
import { isEditable } from './checkout.rules.ts';
import { ManualPayment } from './manual/ManualPayment.tsx';
import { PaymentSubmitted, type Submitted } from './manual/PaymentSubmitted.tsx';
import { RAIL_OFF } from './manual/claim.rules.ts';
import { PlanTabs } from './PlanTabs.tsx';
import { listActivePaymentConfig } from './pricing/public-config.contract.ts';
import type { MyApplications } from './useMyApplications.ts';

interface PaymentDialogProps {
  open: boolean;
  applicationId: string;
  mine: MyApplications;
  plans: PublicPlans;
  onEdit: () => void;
  onClose: () => void;
  /** A payment was claimed: the application is no longer a draft. */
  onClaimed: () => void;
  returnFocus: () => Element | null | undefined;
}

/** Complete Your Payment: what is bought, by whom, and the four ways to pay for it. */
export function PaymentDialog({ open, onClose, returnFocus, ...payment }: PaymentDialogProps) {
  const t = useWords();
  const [submitted, setSubmitted] = useState<Submitted>();
  const application = payment.mine.applications.find(({ id }) => id === payment.applicationId);

  function take(claim: Submitted) {
    setSubmitted(claim);
    payment.onClaimed();
    void payment.mine.reload();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t('Complete Your Payment')}
      size="3xl"
    >
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

type PaymentProps = Pick<PaymentDialogProps, 'mine' | 'plans' | 'onEdit'> & {
  application: MyApplication;
  onSubmitted: (submitted: Submitted) => void;
};

function Payment({ application, onEdit, ...payment }: PaymentProps) {
  return (
    <>
      <Summary application={application} onEdit={onEdit} />
      <KitNotice />
      <Methods application={application} {...payment} />
    </>
  );
}

function Summary({ application, onEdit }: Pick<PaymentProps, 'application' | 'onEdit'>) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { firstName, lastName, email, currentNationality, dateOfBirth } =
    application.applicationData;
  const day = birthDay(dateOfBirth);
  const rows = [
    [t('Reference'), application.reference],
    [t('Name'), `${firstName} ${lastName}`],
    [t('Nationality'), t(currentNationality)],
    [t('Date of birth'), day ? dayInWords(day) : dateOfBirth],
    [t('Email'), email],
  ];
  return (
    <section
      aria-label={t('Application')}
      className="grid grid-cols-1 gap-2 edged border-rule bg-raised px-4 py-3"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 [line-height:1.375]">
        {rows.map(([name, value]) => (
          <div key={name} className="last:col-span-full">
            <dt className="hint">{name}</dt>
            <dd className="bold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {isEditable(application) ? (
        <Button variant="quiet" className="-my-2 -ms-3 justify-self-start" onClick={onEdit}>
          {t('Edit Application Details')}
        </Button>
      ) : null}
      {application.masked && application.applicationStatus === 'draft' ? (
        <p className="hint">
          {t(
            'For your safety we hide your details after an hour. To change them, fill in the form: it starts again.',
          )}
        </p>
      ) : null}
    </section>
  );
}

function Methods({ plans, mine, application, onSubmitted }: Omit<PaymentProps, 'onEdit'>) {
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
  const manual = (rail: 'zelle' | 'bank') => {
    const config = configs.find((c) => c.configType === rail)?.configData;
    return config ? (
      <ManualPayment {...{ rail, config, plans, application, onSubmitted }} />
    ) : undefined;
  };
  const methods: Method[] = [
    {
      value: 'card',
      name: t('Card'),
      absence: t('Card payment is not configured yet. Please choose another way to pay.'),
    },
    { value: 'zelle', name: t('Zelle'), content: manual('zelle'), absence: t(RAIL_OFF.zelle) },
    {
      value: 'crypto',
      name: t('Crypto'),
      absence: t(
        'Crypto payments are not available: they are not configured yet. Please choose another way to pay.',
      ),
    },
    { value: 'bank', name: t('Bank'), content: manual('bank'), absence: t(RAIL_OFF.bank) },
  ];
  return (
    <Tabs
      label={t('Way to pay')}
      defaultValue={methods.find(({ content }) => content)?.value ?? 'card'}
      tabs={methods.map(({ value, name, content, absence }) => ({
        value,
        label: content ? name : <Unavailable>{name}</Unavailable>,
        content: (
          <PlanTabs application={application} mine={mine}>
            {content ?? (
              <Notice role="status">
                <p>{absence}</p>
              </Notice>
            )}
          </PlanTabs>
        ),
      }))}
    />
  );
}

interface Method {
  value: string;
  name: string;
  /** Absent while nobody can pay this way. */
  content?: ReactNode;
  /** Said then. */
  absence: string;
}

function Unavailable({ children }: { children: ReactNode }) {
  const t = useWords();
  return (
    <>
      {children} <span className="block text-[0.6875rem] plain">{t('not yet')}</span>
    </>
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
