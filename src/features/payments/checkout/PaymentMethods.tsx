import { type ReactNode, useEffect, useState } from 'react';
import type { PayPlace } from '../../../shared/page.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useHref } from '../../../web/useHref.ts';
import { useWords } from '../../../web/words.tsx';
import { CardTab } from '../rails/card/CardTab.tsx';
import { APPLICATION_PATH, fragmentOf } from '../../application/link.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { CRYPTO_OFF, isPayable, nextDue } from '../payer/my-applications.rules.ts';
import { CryptoTab } from '../rails/crypto/checkout/CryptoTab.tsx';
import { TransferPayment } from '../rails/transfer/TransferPayment.tsx';
import { RAIL_UNAVAILABLE } from '../rails/transfer/transfer.rules.ts';
import { PlanTabs } from './PlanTabs.tsx';
import type { Submitted } from './PaymentSubmitted.tsx';
import type { MyApplications } from '../payer/useMyApplications.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call, CallError } from '../../../web/api.ts';
import { type CardEnvironment, readCardEnvironment } from '../rails/card/card.contract.ts';
import { listActivePaymentConfig } from '../pricing/public-config.contract.ts';

export interface PaymentMethodsProps {
  application: MyApplication;
  mine: MyApplications;
  plans: PublicPlans;
  place: PayPlace;
  onSubmitted: (submitted: Submitted) => void;
}

/** The four ways to pay, each at once or in instalments. */
export function PaymentMethods(props: PaymentMethodsProps) {
  const { application, mine, place, plans, onSubmitted } = props;
  const t = useWords();
  const ways = useWaysToPay();
  if (ways === undefined) return <Loading>{t('Loading the payment details...')}</Loading>;
  if (ways === 'failed') {
    return (
      <Notice role="alert" tone="danger">
        <p>{t('The payment details could not be loaded. Please close this and try again.')}</p>
      </Notice>
    );
  }
  const { configs, card } = ways;
  const configOf = (type: string) => configs.find((c) => c.configType === type)?.configData;
  const due = isPayable(application) ? nextDue(application) : undefined;
  const manual = (rail: 'zelle' | 'bank') => {
    const config = configOf(rail);
    return config ? (
      <TransferPayment
        {...{ rail, config, plans, application }}
        onSubmitted={(claimed) => onSubmitted({ outcome: 'claimed', ...claimed })}
      />
    ) : undefined;
  };
  const elsewhere = place.isClosed ? (
    <Elsewhere application={application} mine={mine} />
  ) : undefined;
  const methods: Method[] = [
    {
      value: 'card',
      name: t('Card'),
      content:
        card === 'off'
          ? undefined
          : (elsewhere ??
            (due ? (
              <CardTab {...props} due={due} environment={card === 'unknown' ? undefined : card} />
            ) : (
              <NothingDue />
            ))),
      absence: t('Card payment is not configured yet. Please choose another way to pay.'),
    },
    {
      value: 'zelle',
      name: t('Zelle'),
      content: manual('zelle'),
      absence: t(RAIL_UNAVAILABLE.zelle),
    },
    {
      value: 'crypto',
      name: t('Crypto'),
      content: configOf('crypto')
        ? (elsewhere ??
          (due ? (
            <CryptoTab key={`${due.number} ${due.rest}`} {...props} due={due} />
          ) : (
            <NothingDue />
          )))
        : undefined,
      absence: t(CRYPTO_OFF),
    },
    { value: 'bank', name: t('Bank'), content: manual('bank'), absence: t(RAIL_UNAVAILABLE.bank) },
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
  /** Absent while this rail is off. */
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

export function NothingDue() {
  const t = useWords();
  return (
    <Notice role="status" tone="leaf">
      <p>{t('Nothing is to be paid at the moment.')}</p>
    </Notice>
  );
}

/** Documents at other addresses may not load what PayPal and wallets need (security.md §1.9). */
function Elsewhere({ application, mine }: Pick<PaymentMethodsProps, 'application' | 'mine'>) {
  const t = useWords();
  const href = useHref();
  // The only one is opened with its payment; of several the right one is.
  const pay = nextDue(application)?.number;
  const named = mine.applications.length === 1 && pay ? { pay } : application;
  return (
    <Notice>
      <p>
        {t('This way to pay has a page of its own, for your safety. Your application is kept.')}
      </p>
      <Button variant="primary" href={href(APPLICATION_PATH + fragmentOf(named))}>
        {t('Go to that page')}
      </Button>
    </Notice>
  );
}

interface WaysToPay {
  /** The destinations of the rails that an administrator sets up. */
  configs: AnswerOf<typeof listActivePaymentConfig>;
  /** `unknown`: the request failed; the Card tab repeats it. */
  card: CardEnvironment | 'off' | 'unknown';
}

/** The available rails, fetched each time the dialog opens. */
function useWaysToPay(): WaysToPay | 'failed' | undefined {
  const [ways, setWays] = useState<WaysToPay | 'failed'>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const card = call(readCardEnvironment, { signal }).catch((error: unknown): 'off' | 'unknown' =>
      error instanceof CallError && error.status === 503 ? 'off' : 'unknown',
    );
    Promise.all([call(listActivePaymentConfig, { signal }), card]).then(
      ([configs, asked]) => {
        if (!signal.aborted) setWays({ configs, card: asked });
      },
      () => {
        if (!signal.aborted) setWays('failed');
      },
    );
    return () => abort.abort();
  }, []);
  return ways;
}
