import { useEffect, useState } from 'react';
import { call, CallError } from '../../../../../web/api.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { Copyable } from '../../../payer/Copyable.tsx';
import type { Shortfall } from '../../../payer/my-applications.contract.ts';
import { ShortfallNotice } from '../../../payer/ShortfallNotice.tsx';
import { CRYPTO_OFF, restAwaited } from '../../../payer/my-applications.rules.ts';
import { DueNow } from '../../../payer/DueNow.tsx';
import { Checkout, type CheckoutProps } from './Checkout.tsx';
import { readCryptoEnvironment } from './crypto.contract.ts';
import './CryptoPayment.css';

export type CryptoPaymentProps = Omit<CheckoutProps, keyof Known>;

/** Payment in ETH or USDT, with a wallet of this browser, of another device, or by hand. */
export function CryptoPayment(props: CryptoPaymentProps) {
  const { application, due } = props;
  return (
    <div className="way">
      {restAwaited(application) ? null : <DueNow {...{ application, due }} />}
      <OnceKnown {...props} />
    </div>
  );
}

/** Shows the checkout once the chain is known. */
function OnceKnown(props: CryptoPaymentProps) {
  const t = useWords();
  const { state, retry } = useEnvironment();
  const rest = restAwaited(props.application);
  if (state === 'coming') {
    return (
      <div className="way way-coming">
        <Loading>{t('Loading the crypto payment...')}</Loading>
      </div>
    );
  }
  // What an open quote asks for still arrives.
  if (state === 'off' && rest) return <RestByHand shortfall={rest.shortfall} />;
  if (state === 'off') {
    return (
      <Notice role="status">
        <p>{t(CRYPTO_OFF)}</p>
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice role="alert" tone="danger">
        <p>{t('The crypto payment could not be loaded. Please check your connection.')}</p>
        <Button onClick={retry}>{t('Try again')}</Button>
      </Notice>
    );
  }
  return <Checkout {...props} {...state} />;
}

/** What is missing of a payment, for any wallet: crypto is off for everything else. */
function RestByHand({ shortfall }: { shortfall: Shortfall }) {
  const t = useWords();
  const { token, rest, address } = shortfall;
  return (
    <>
      <ShortfallNotice shortfall={shortfall} />
      <Copyable
        label={t('Exact amount in {token}', { token })}
        value={`${rest} ${token}`}
        copied={rest}
      />
      <Copyable label={t('Address')} value={address} />
    </>
  );
}

type Known = Pick<CheckoutProps, 'environment' | 'clockOffsetMs'>;

function useEnvironment() {
  const [state, setState] = useState<Known | 'coming' | 'off' | 'failed'>('coming');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    call(readCryptoEnvironment, { signal: abort.signal }).then(
      (environment) => setState({ environment, clockOffsetMs: environment.now - Date.now() }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState(error instanceof CallError && error.status === 503 ? 'off' : 'failed');
      },
    );
    return () => abort.abort();
  }, [attempt]);
  return {
    state,
    retry() {
      setState('coming');
      setAttempt(attempt + 1);
    },
  };
}
