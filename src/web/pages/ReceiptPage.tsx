import { APPLICATION_PATH, fragmentOf } from '../../features/application/link.rules.ts';
import { paymentDetailAddress } from '../../features/payments/core/paths.rules.ts';
import { nextPayment, paidSoFar } from '../../features/payments/core/receipts/balance.rules.ts';
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../shared/language.ts';
import { amountIn, cents, dollars } from '../../shared/money.ts';
import type { ShownReceipt } from '../../shared/page.ts';
import { Button } from '../ui/Button.tsx';
import { KitNotice } from '../ui/KitNotice.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDates } from '../useDates.ts';
import { WovenBand } from '../ui/WovenBand.tsx';
import { useHref } from '../useHref.ts';
import { useLanguage, useWords } from '../words.tsx';
import { SiteName } from './header/SiteName.tsx';

/** All the script of the page, which is static otherwise. */
export const PRINTING =
  "addEventListener('click',({target})=>{if(target.closest('[data-print]'))print()})";

/** A receipt to keep and to print. Drawn by the server alone, in the language of the applicant. */
export function ReceiptPage({ receipt }: { receipt: ShownReceipt }) {
  const t = useWords();
  const href = useHref();
  const { dayInWords } = useDates();
  const language = useLanguage();
  const money = (amount: string) =>
    `${amountIn(dollars(cents(amount)), language)} ${receipt.currency}`;
  const { received, due, refunded, isVoid, balance } = receipt;
  const payment: Facts = [
    [t('Received on'), dayInWords(receipt.receivedOn)],
    [t('Method'), t(receipt.method)],
    [receipt.isOnChain ? t('Transaction hash') : t('Payment number'), receipt.railReference],
    [t('Amount due'), received === due ? null : money(due)],
    [t('Refunded since'), refunded && money(refunded)],
  ];
  const application: Facts = [
    [t('Plan'), t(receipt.plan)],
    [t('Paid by'), receipt.payer],
    [t('Email'), receipt.email],
    [t('Application'), receipt.reference],
    [t('Issued on'), dayInWords(receipt.issuedAt.slice(0, 10))],
  ];
  return (
    <article className="receipt">
      <WovenBand />
      <header>
        <p className="receipt-name">
          <SiteName />
        </p>
        <h1>{t('Receipt {name}', { name: receipt.name })}</h1>
        <p>
          {[t('One Africa Passport campaign kit'), placeInPlan(t, receipt)]
            .filter(Boolean)
            .join(', ')}
        </p>
      </header>
      {isVoid ? (
        <Notice tone="danger">
          <p>
            <strong>{t('This receipt is void.')}</strong>{' '}
            {t('The payment was recorded by mistake and has been corrected.')}{' '}
            {receipt.successor
              ? t('Receipt {name} replaces it.', { name: receipt.successor })
              : null}
          </p>
        </Notice>
      ) : null}
      {receipt.isTest ? (
        <Notice tone="danger">
          <p>
            <strong>{t('Sandbox: no real money moved')}</strong>
          </p>
        </Notice>
      ) : null}
      <FactList facts={payment} />
      <p className="receipt-sum">
        <span className="bold">{t('Received')}</span>{' '}
        <span className="display">{isVoid ? <s>{money(received)}</s> : money(received)}</span>
      </p>
      {balance ? (
        <section className="receipt-balance" aria-labelledby="balance">
          <h2 id="balance">{t('Balance on {day}', { day: dayInWords(receipt.today) })}</h2>
          <p className="bold">{paidSoFar(t, balance)}</p>
          <p>{nextPayment(t, dayInWords, balance) ?? t('Nothing more is due.')}</p>
        </section>
      ) : null}
      <FactList facts={application} />
      <div className="actions">
        <Button variant="primary" className="needs-script" data-print="">
          {t('Print')}
        </Button>
        {receipt.applicationId ? (
          // In the reader's own language, which need not be the applicant's.
          <Button href={paymentDetailAddress(receipt.applicationId)}>
            {t('Back to the payments')}
          </Button>
        ) : (
          <Button href={href(APPLICATION_PATH + fragmentOf({ reference: receipt.reference }))}>
            {t('Back to your application')}
          </Button>
        )}
        {LANGUAGES.filter((tag) => tag !== language).map((tag) => (
          <Button
            key={tag}
            variant="quiet"
            href={receiptIn(tag, receipt)}
            lang={tag}
            hrefLang={tag}
          >
            {LANGUAGE_NAMES[tag]}
          </Button>
        ))}
      </div>
      <p className="hint">
        {t('To save this receipt as a file, choose PDF in your browser’s print window.')}
      </p>
      <footer className="bg-indigo">
        <KitNotice />
      </footer>
    </article>
  );
}

type Facts = readonly (readonly [label: string, value: string | null])[];

function FactList({ facts }: { facts: Facts }) {
  return (
    <dl>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** "payment 3 of 12"; null where there is only one. */
function placeInPlan(
  t: ReturnType<typeof useWords>,
  { instalment, instalments, lastInstalment }: ShownReceipt,
): string | null {
  if (instalments === 1) return null;
  const values = { number: instalment, count: instalments };
  return lastInstalment
    ? t('payments {number} to {count} of {count}', values)
    : t('payment {number} of {count}', values);
}

const receiptIn = (language: Language, { name, key }: ShownReceipt) =>
  `/receipt/${name}?lang=${language}${key ? `&key=${key}` : ''}`;
