import { parseUnits } from 'viem';
import { dollars } from '../../../../../shared/money.ts';
import { WALLET_RELAY } from '../../../../../shared/page.ts';
import { RadioGroup } from '../../../../../web/forms/RadioGroup.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { QrCode } from '../../../../../web/ui/QrCode.tsx';
import { toast } from '../../../../../web/ui/toasts.ts';
import { type Values, words } from '../../../../../shared/words.ts';
import { useWords } from '../../../../../web/words.tsx';
import { Copyable } from '../../../payer/Copyable.tsx';
import { OutdatedPage, useBlocked } from '../../../payer/OutdatedPage.tsx';
import type { SubmittedPayment } from '../../../payer/PaymentTerms.tsx';
import type { MyApplication, Shortfall } from '../../../payer/my-applications.contract.ts';
import { type PayableInstalment, restAwaited } from '../../../payer/my-applications.rules.ts';
import { ShortfallNotice } from '../../../payer/ShortfallNotice.tsx';
import type { MyApplications } from '../../../payer/useMyApplications.ts';
import { usePolledApplications } from '../../../payer/usePolledApplications.ts';
import { readable } from '../../../pricing/pricing.rules.ts';
import { DECIMALS, isToken, shortAddress, type Token, TOKENS } from '../crypto.rules.ts';
import { Confirmations, submitTransaction } from './Confirmations.tsx';
import { WalletPanel } from './WalletPanel.tsx';
import { type TokenQuote, useQuote } from './useQuote.ts';
import { useTransaction } from './useTransaction.ts';
import { useWallet } from './useWallet.ts';
import {
  type CryptoEnvironment,
  groupedDigits,
  networkName,
  paymentUri,
  readableAmount,
} from './wallet.rules.ts';

export interface CheckoutProps {
  application: MyApplication;
  due: PayableInstalment;
  mine: MyApplications;
  onSubmitted: (submitted: SubmittedPayment) => void;
  environment: CryptoEnvironment;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffsetMs: number;
}

/** A payment in crypto: a currency, its amount and where to send it, or a wallet that sends it. */
export function Checkout(props: CheckoutProps) {
  const { application, due, mine, environment, clockOffsetMs, onSubmitted } = props;
  const t = useWords();
  const wallet = useWallet(environment);
  const shortfall = restAwaited(application)?.shortfall;
  const rest = shortfall && restQuoteOf(shortfall);
  const price = useQuote({ application, due, clockOffsetMs, rest });
  const payment = useTransaction(wallet.config, environment, (sent) => {
    // First of all: the money is on its way even if this page is closed.
    void submitTransaction(sent, sent.hash);
    onSubmitted({
      outcome: 'processing',
      due,
      progress: (onLost) => <Confirmations sent={sent} mine={mine} onLost={onLost} />,
    });
  });
  // Money from another wallet is only noticed by the server.
  usePolledApplications(mine, price.quote !== undefined || rest !== undefined);
  const { quote } = price;
  // The earlier amount stays in its place until the new one is there.
  const shown = quote ?? price.earlier;
  const { rpcUrl, walletConnect, testWalletUrl } = environment;
  const relayUrl = walletConnect ? (walletConnect.relayUrl ?? WALLET_RELAY) : null;
  const isBlocked = useBlocked([rpcUrl, relayUrl, testWalletUrl]);
  const isConnected = wallet.connection.address !== undefined;
  const amount = readable(due.rest);
  const byHand = shown ? (
    <div key={shown.id} inert={!quote} aria-busy={!quote}>
      <AnyWallet
        quote={shown}
        environment={environment}
        isOpen={!isConnected}
        step={isConnected || shortfall ? '' : '2. '}
        advice={shortfall ? restAdvice(shortfall) : EXACT_AMOUNT}
      />
    </div>
  ) : null;
  return (
    <div className="way">
      {isBlocked ? <OutdatedPage /> : null}
      {testWalletUrl ? <p className="bold">{t('Sandbox: no real money moves')}.</p> : null}
      {shortfall ? <ShortfallNotice shortfall={shortfall} /> : null}
      <section className="grid grid-cols-1 gap-3" aria-label={t('Price in crypto')}>
        {rest ? null : (
          <RadioGroup
            name={`token-${application.paymentPlan}`}
            label={`1. ${t('Pay {amount} in', { amount })}`}
            value={price.token ?? ''}
            onChange={(token) => isToken(token) && void price.choose(token)}
            choices={TOKENS.map((token) => ({ value: token, label: token, hint: t(NAMES[token]) }))}
          />
        )}
        {price.token && !shown ? <Loading>{t('Loading the price...')}</Loading> : null}
        {price.failure ? (
          <Notice role="alert" tone="danger">
            <strong>{t('Quote Error')}</strong>
            <p>{price.failure}</p>
          </Notice>
        ) : null}
        {price.isExpired && !rest ? (
          <Notice role="alert" tone="ochre">
            <strong>{t('Quote Expired')}</strong>
            <p>
              {t(
                'The price is no longer valid. Please choose the currency again. If you have already sent the money, do nothing. We will find it.',
              )}
            </p>
          </Notice>
        ) : null}
        {shown ? (
          <QuoteFacts quote={shown} {...(quote ? { remaining: price.remaining } : {})} />
        ) : null}
      </section>
      {isConnected ? null : byHand}
      <WalletPanel wallet={wallet} environment={environment} isSecond={price.token !== undefined} />
      {isConnected ? (
        <section className="grid grid-cols-1 gap-3" aria-label={t('Payment')}>
          {payment.problem ? (
            <Notice role="alert" tone="danger">
              <strong>{t('Payment Failed')}</strong>
              <p>{t(payment.problem)}</p>
            </Notice>
          ) : null}
          <p className="hint">
            {t(
              'Your wallet first asks you to sign, so that we recognise your payment even if the amount differs. You can pay without signing.',
            )}
          </p>
          <div className="actions">
            <Button
              variant="primary"
              disabled={!quote || !wallet.isOnChain}
              pending={payment.isPaying}
              pendingLabel={t('Please confirm in your wallet...')}
              onClick={() => void payment.pay(quote)}
            >
              {rest
                ? t('Send {amount}', { amount: `${rest.amount} ${rest.token}` })
                : quote
                  ? t('Pay {amount} in {token}', { amount, token: quote.token })
                  : t('Pay')}
            </Button>
          </div>
        </section>
      ) : null}
      {isConnected ? byHand : null}
    </div>
  );
}

const NAMES: Readonly<Record<Token, string>> = { ETH: 'Ethereum', USDT: 'Tether USD (ERC-20)' };

interface QuoteFactsProps {
  quote: TokenQuote;
  /** Seconds; absent while another price is fetched. */
  remaining?: number;
}

/** The remaining time is announced at these seconds only. */
const ANNOUNCED_AT = [600, 300, 120, 60, 30, 10];
const announcedForSeconds = 5;

/** The price in a currency, and how long it is valid. */
function QuoteFacts({ quote, remaining }: QuoteFactsProps) {
  const t = useWords();
  const isComing = remaining === undefined;
  const left = remaining ?? 0;
  // Of one width, so that nothing moves with each second.
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')];
  const said = ANNOUNCED_AT.find((at) => left <= at && left > at - announcedForSeconds);
  return (
    <div className="quote">
      <p className="display" aria-busy={isComing}>
        {readableAmount(quote.amount)} {quote.token}
      </p>
      <p className="hint">
        {t('1 {token} = {rate}', { token: quote.token, rate: rateOf(quote.rate) })}
      </p>
      {isComing ? (
        <p role="status">{t('Loading the price...')}</p>
      ) : (
        <p role="timer" aria-label={t('Time left for this price')} className="figures">
          {t('This price is valid for another {minutes} min {seconds} s.', { minutes, seconds })}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {said === undefined
          ? ''
          : said < 60
            ? t('{seconds} seconds left at this price.', { seconds: said })
            : t('{minutes, plural, one {# minute} other {# minutes}} left at this price.', {
                minutes: said / 60,
              })}
      </p>
    </div>
  );
}

/** The rest of a quote that was paid in part, as the price to pay now. */
const restQuoteOf = ({ quoteId, token, rest, rate, address, until }: Shortfall) =>
  isToken(token)
    ? { id: quoteId, token, amount: rest, rate, address, expires: Date.parse(until) }
    : undefined;

const EXACT_AMOUNT = {
  title: words('Send from any wallet'),
  sentence: words(
    'Use {network} only: money sent on another network is lost. Send exactly this amount in one payment: we recognise it by its last digits. If your exchange takes a fee, add it on top.',
  ),
};

const SEND_YOURSELF = words('Send it yourself');

/** The rest has no amount of its own: only its wallet tells whose it is (decision 0027). */
const restAdvice = ({ sender }: Shortfall) =>
  sender
    ? {
        title: SEND_YOURSELF,
        sentence: words(
          'Send this amount in one payment on {network}, from the same wallet: {wallet}. We recognise your payment by that wallet.',
        ),
        values: { wallet: shortAddress(sender) },
      }
    : {
        title: SEND_YOURSELF,
        sentence: words(
          'Send this amount in one payment on {network}. A person matches it to your payment, which can take two business days. If you connect a wallet above and sign, we recognise it at once.',
        ),
      };

/** Dollars with at most two decimals; a rate may have more. */
function rateOf(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  return dollars(BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')));
}

/** Spaced by style alone: selected and copied, it is the plain number. */
const Digits = ({ of, token }: { of: string; token: Token }) => (
  <>
    {groupedDigits(of).map((digits, at) => (
      // The same three digits can come twice, always in the same order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className="digits">
        {digits}
        <wbr />
      </span>
    ))}{' '}
    {token}
  </>
);

interface AnyWalletProps {
  quote: TokenQuote;
  environment: CryptoEnvironment;
  /** Open at first: no payer without a wallet has to look for it. */
  isOpen: boolean;
  /** Its number, where it is the next step. */
  step: string;
  /** How its sender is recognised. */
  advice: { title: string; sentence: string; values?: Values };
}

/** The payment for a wallet that this page cannot reach: its amount identifies the payer. */
function AnyWallet({ quote, environment, isOpen, step, advice }: AnyWalletProps) {
  const t = useWords();
  const { token, amount, address } = quote;
  const uri = paymentUri({
    ...environment,
    token,
    address,
    units: parseUnits(amount, DECIMALS[token]),
  });
  return (
    <details open={isOpen} className="edged border-rule px-4 py-2">
      <summary className="bold min-h-11 content-center">
        {step}
        <span>{t(advice.title)}</span>
      </summary>
      <div className="by-hand">
        <p>{t(advice.sentence, { ...advice.values, network: networkName(environment) })}</p>
        <div className="by-hand-values">
          <Copyable
            label={t('Exact amount in {token}', { token })}
            value={<Digits of={amount} token={token} />}
            copied={amount}
          />
          <Copyable
            label={t('Address')}
            value={address}
            onCopied={() =>
              toast({
                title: t('Address Copied'),
                description: t('Compare the first and last characters after pasting it.'),
              })
            }
          />
        </div>
        <figure>
          <QrCode text={uri} label={t('QR code of the address and the amount')} />
          <figcaption className="hint">{t('Scan to pay this amount')}</figcaption>
        </figure>
        <Button href={uri} className="only-touch">
          {t('Open a wallet on this device')}
        </Button>
        <p className="hint">
          {t('This page updates when your payment is on the network. You do not need to tell us.')}
        </p>
      </div>
    </details>
  );
}
