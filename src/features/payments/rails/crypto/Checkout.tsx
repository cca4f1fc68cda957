import { WALLET_RELAY } from '../../../../shared/page.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { useWords } from '../../../../web/words.tsx';
import type { MyApplication } from '../../payer/my-applications.contract.ts';
import type { Due } from '../../payer/my-applications.rules.ts';
import { OutdatedPage, useBlocked } from '../../payer/OutdatedPage.tsx';
import type { SubmittedPayment } from '../../payer/PaymentTerms.tsx';
import { readable } from '../../pricing/pricing.rules.ts';
import { type MyApplications, useFollowed } from '../../payer/useMyApplications.ts';

import { AnyWallet } from './AnyWallet.tsx';
import { Confirmations } from './Confirmations.tsx';
import { type Token, TOKENS } from './crypto.rules.ts';
import { QuoteFacts } from './QuoteFacts.tsx';
import { useQuote } from './useQuote.ts';
import { useTransaction } from './useTransaction.ts';
import { tellServer } from './useVerification.ts';
import { useWallet } from './useWallet.ts';
import type { CryptoEnvironment } from './wallet.rules.ts';
import { WalletPanel } from './WalletPanel.tsx';

export interface CheckoutProps {
  application: MyApplication;
  due: Due;
  mine: MyApplications;
  onSubmitted: (submitted: SubmittedPayment) => void;
  environment: CryptoEnvironment;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffsetMs: number;
}

/** The three steps of a payment in crypto: a wallet, a currency with its price, and the payment itself. */
export function Checkout(props: CheckoutProps) {
  const { application, due, mine, environment, clockOffsetMs, onSubmitted } = props;
  const t = useWords();
  const wallet = useWallet(environment);
  const price = useQuote({ application, due, clockOffsetMs });
  const payment = useTransaction(wallet.config, environment, (sent) => {
    // Before anything else: the money is on its way, whatever becomes of this page.
    void tellServer(sent, sent.hash);
    onSubmitted({
      outcome: 'processing',
      due,
      progress: (onLost) => <Confirmations sent={sent} mine={mine} onLost={onLost} />,
    });
  });
  // Money from any other wallet shows in the books alone.
  useFollowed(mine, price.quote !== undefined);
  const { quote } = price;
  const { rpcUrl, walletConnect, testWalletUrl } = environment;
  const relayUrl = walletConnect ? (walletConnect.relayUrl ?? WALLET_RELAY) : null;
  const isBlocked = useBlocked([rpcUrl, relayUrl, testWalletUrl]);
  const isConnected = wallet.connection.address !== undefined;
  const amount = readable(due.rest);
  return (
    <div className="grid grid-cols-1 gap-6">
      {isBlocked ? <OutdatedPage /> : null}
      <WalletPanel wallet={wallet} environment={environment} />
      <section className="grid grid-cols-1 gap-3" aria-label={t('Price in crypto')}>
        <RadioGroup
          name={`token-${application.paymentPlan}`}
          label={t('Pay {amount} in', { amount })}
          value={price.token ?? ''}
          onChange={(token) => void price.choose(token as Token)}
          choices={TOKENS.map((token) => ({ value: token, label: token, hint: t(NAMES[token]) }))}
        />
        {price.token && !quote ? <Loading>{t('Loading the price...')}</Loading> : null}
        {price.failure ? (
          <Notice role="alert" tone="danger">
            <strong>{t('Quote Error')}</strong>
            <p>{price.failure}</p>
          </Notice>
        ) : null}
        {price.isExpired ? (
          <Notice role="alert" tone="ochre">
            <strong>{t('Quote Expired')}</strong>
            <p>
              {t(
                'The price is no longer valid. Please choose the currency again. If you have sent the money already, do nothing: we find it.',
              )}
            </p>
          </Notice>
        ) : null}
        {quote ? <QuoteFacts quote={quote} remaining={price.remaining} /> : null}
      </section>
      {isConnected ? (
        <section className="grid grid-cols-1 gap-3" aria-label={t('Payment')}>
          {payment.problem ? (
            <Notice role="alert" tone="danger">
              <strong>{t('Payment Failed')}</strong>
              <p>{t(payment.problem)}</p>
            </Notice>
          ) : null}
          <div className="actions">
            <Button
              variant="primary"
              disabled={!quote || !wallet.isOnChain}
              pending={payment.isPaying}
              pendingLabel={t('Please confirm in your wallet...')}
              onClick={() => void payment.pay(quote)}
            >
              {quote ? t('Pay {amount} in {token}', { amount, token: quote.token }) : t('Pay')}
            </Button>
          </div>
        </section>
      ) : null}
      {quote ? (
        <AnyWallet key={quote.id} quote={quote} environment={environment} isOpen={!isConnected} />
      ) : null}
    </div>
  );
}

const NAMES: Readonly<Record<Token, string>> = { ETH: 'Ethereum', USDT: 'Tether USD (ERC-20)' };
