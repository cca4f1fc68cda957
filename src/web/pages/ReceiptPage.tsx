import { APPLICATION_PATH, fragmentOf } from '../../features/application/link.rules.ts';
import { paymentDetailAddress } from '../../features/payments/core/paths.rules.ts';
import { amountIn, cents, dollars } from '../../shared/money.ts';
import type { ShownReceipt } from '../../shared/page.ts';
import { Button } from '../ui/Button.tsx';
import { KitNotice } from '../ui/KitNotice.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDates } from '../useDates.ts';
import { useHref } from '../useHref.ts';
import { useLanguage, useWords } from '../words.tsx';

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
  const { received, due, refunded, instalment, instalments } = receipt;
  const facts: [label: string, value: string | null][] = [
    [t('Issued on'), dayInWords(receipt.issuedAt.slice(0, 10))],
    [t('Paid by'), receipt.payer],
    [t('Email'), receipt.email],
    [t('Application'), receipt.reference],
    [t('For'), t('One Africa Passport campaign kit')],
    [t('Plan'), t(receipt.plan)],
    [
      t('Payment'),
      instalments > 1 ? t('{number} of {all}', { number: instalment, all: instalments }) : null,
    ],
    [t('Method'), t(receipt.method)],
    [t('Payment reference number'), receipt.railReference],
    [t('Received on'), dayInWords(receipt.receivedOn)],
    [t('Amount due'), received === due ? null : money(due)],
    [t('Refunded since'), refunded && money(refunded)],
  ];
  return (
    <article className="receipt">
      <header>
        <h1>{t('Receipt {name}', { name: receipt.name })}</h1>
        {receipt.isVoid ? null : (
          <p className="receipt-sum figures">
            {t('We have received {amount}.', { amount: money(received) })}
          </p>
        )}
      </header>
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
          <Button href={href(APPLICATION_PATH + fragmentOf(receipt))}>
            {t('Back to your application')}
          </Button>
        )}
      </div>
      {receipt.isVoid ? (
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
      <KitNotice />
      <p className="hint">
        {t('To save this receipt as a file, choose PDF in your browser’s print window.')}
      </p>
    </article>
  );
}
