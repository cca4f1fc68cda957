import { type ReactNode, useEffect, useState } from 'react';
import type { PayPlace } from '../../../shared/page.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useHref } from '../../../web/useHref.ts';
import { useWords } from '../../../web/words.tsx';
import { CardTab } from '../rails/card/CardTab.tsx';
import { APPLICATION_PATH, fragmentOf } from '../../application/link.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { CRYPTO_OFF, isPayable, nextDue, restAwaited } from '../payer/my-applications.rules.ts';
import { PlanTerms } from '../payer/PaymentTerms.tsx';
import { ShortfallNotice } from '../payer/ShortfallNotice.tsx';
import { CryptoTab } from '../rails/crypto/checkout/CryptoTab.tsx';
import { TransferPayment } from '../rails/transfer/TransferPayment.tsx';
import { RAIL_UNAVAILABLE } from '../rails/transfer/transfer.rules.ts';
import { PlanTabs } from './PlanTabs.tsx';
import type { Submitted } from './PaymentSubmitted.tsx';
import type { MyApplications } from '../payer/useMyApplications.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call, CallError } from '../../../web/api.ts';
import { type CardEnvironment, readCardEnvironment } from '../rails/card/card.contract.ts';
import { isUsOnly } from '../pricing/payment-config.rules.ts';
import { listActivePaymentConfig } from '../pricing/public-config.contract.ts';

export interface PaymentMethodsProps {
  application: MyApplication;
  mine: MyApplications;
  plans: PublicPlans;
  place: PayPlace;
  onSubmitted: (submitted: Submitted) => void;
}

/** The ways to pay, each at once or in instalments: a tab each where there is a choice. */
export function PaymentMethods(props: PaymentMethodsProps) {
  const { application, mine, place, plans, onSubmitted } = props;
  const t = useWords();
  const ways = useWaysToPay();
  if (ways.error) {
    return (
      <LoadError
        query={ways}
        fallback={t('The payment details could not be loaded. Please try again.')}
      />
    );
  }
  if (!ways.data) return <Loading>{t('Loading the payment details...')}</Loading>;
  const { configs, card } = ways.data;
  const configOf = (type: string) => configs.find((c) => c.configType === type)?.configData;
  const due = isPayable(application) ? nextDue(application) : undefined;
  const manual = (rail: 'zelle' | 'bank') => {
    const config = configOf(rail);
    return config ? (
      <TransferPayment
        {...{ rail, config, application }}
        onSubmitted={(claimed) => onSubmitted({ outcome: 'claimed', ...claimed })}
      />
    ) : undefined;
  };
  const elsewhere = place.isClosed ? (
    <Elsewhere application={application} mine={mine} />
  ) : undefined;
  const rest = restAwaited(application);
  // Another way to pay would ask for the whole price again.
  if (rest) {
    const { quoteId, rest: amount } = rest.shortfall;
    return elsewhere ?? <CryptoTab key={`${quoteId} ${amount}`} {...props} due={rest.due} />;
  }
  if (application.shortfall) return <ShortfallNotice shortfall={application.shortfall} />;
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
      absence: t('Card payments are not available yet. Please choose another way to pay.'),
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
  const open = methods.filter(({ content }) => content);
  const draw = ({ value, content }: Pick<Method, 'value' | 'content'>) => (
    <>
      {isUsOnly(value, configOf(value)) ? (
        <p className="bold mb-2">
          {value === 'zelle'
            ? t('Zelle needs a US bank account.')
            : t('Transfers from US banks only.')}
        </p>
      ) : null}
      <PlanTabs application={application} plans={plans} mine={mine}>
        {due ? <PlanTerms {...{ application, plans, due }} /> : null}
        {content}
      </PlanTabs>
    </>
  );
  return (
    <>
      {open.length === 0 ? (
        <Notice>
          <strong>{t('Payment is not open yet')}</strong>
          <p>{t('Your application is saved. You cannot pay for it yet.')}</p>
        </Notice>
      ) : null}
      {open.length > 1 ? (
        <Tabs
          label={t('Payment method')}
          tabs={open.map(({ value, name, content }) => ({
            value,
            label: name,
            content: draw({ value, content }),
          }))}
        />
      ) : (
        draw(open[0] ?? { value: '' })
      )}
      <NotSetUp methods={methods.filter(({ content }) => !content)} />
    </>
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

const namesOf = (methods: readonly Method[]) => methods.map(({ name }) => name).join(', ');

/** The rails that are off, in one line; who has sent money before reads on. */
function NotSetUp({ methods }: { methods: readonly Method[] }) {
  const t = useWords();
  if (methods.length === 0) return null;
  return (
    <details className="fold hint mt-4">
      <summary>
        {t('Not set up yet: {ways}', { ways: namesOf(methods) })} <u>{t('More')}</u>
      </summary>
      {methods.map(({ value, absence }) => (
        <p key={value}>{absence}</p>
      ))}
    </details>
  );
}

export function NothingDue() {
  const t = useWords();
  return (
    <Notice role="status" tone="leaf">
      <p>{t('Nothing is due at the moment.')}</p>
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
        {t('For your safety, this payment method has its own page. Your application is saved.')}
      </p>
      <Button variant="primary" href={href(APPLICATION_PATH + fragmentOf(named))}>
        {t('Open the payment page')}
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

/** The available rails, fetched each time the dialog opens, and again after a failure. */
function useWaysToPay() {
  const [data, setData] = useState<WaysToPay>();
  const [error, setError] = useState<Error>();
  const [isFetching, setFetching] = useState(true);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const card = call(readCardEnvironment, { signal }).catch(
      (failed: unknown): 'off' | 'unknown' =>
        failed instanceof CallError && failed.status === 503 ? 'off' : 'unknown',
    );
    Promise.all([call(listActivePaymentConfig, { signal }), card]).then(
      ([configs, asked]) => {
        if (signal.aborted) return;
        setData({ configs, card: asked });
        setError(undefined);
        setFetching(false);
      },
      (failed: unknown) => {
        if (signal.aborted) return;
        setError(failed instanceof Error ? failed : new Error(String(failed)));
        setFetching(false);
      },
    );
    return () => abort.abort();
  }, [round]);
  return {
    data,
    error,
    isFetching,
    refetch() {
      setFetching(true);
      setRound(round + 1);
    },
  };
}
