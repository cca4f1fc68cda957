import { cents, dollars } from '../../shared/money.ts';
import type { ShownReceipt } from '../../shared/page.ts';
import { KitNotice } from '../ui/KitNotice.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDates } from '../useDates.ts';
import { useWords } from '../words.tsx';

/** A receipt to keep and to print. Drawn by the server alone, in the language of the applicant. */
export function ReceiptPage({ receipt }: { receipt: ShownReceipt }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const money = (amount: string) => `${dollars(cents(amount))} ${receipt.currency}`;
  const { received, due, refunded, instalment, instalments } = receipt;
  const facts: [label: string, value: string | null][] = [
    [t('Issued on'), dayInWords(receipt.issuedAt.slice(0, 10))],
    [t('Paid by'), receipt.payer],
    [t('Email'), receipt.email],
    [t('Application'), receipt.reference],
    [t('For'), t('The campaign kit of One Africa Passport')],
    [t('Plan'), t(receipt.plan)],
    [
      t('Payment'),
      instalments > 1 ? t('{number} of {all}', { number: instalment, all: instalments }) : null,
    ],
    [t('Method'), t(receipt.method)],
    [t('Number at the bank, PayPal or the network'), receipt.railReference],
    [t('Received on'), dayInWords(receipt.receivedOn)],
    [t('Amount due'), received === due ? null : money(due)],
    [t('Given back since'), refunded && money(refunded)],
  ];
  return (
    <article className="receipt">
      <header>
        <h1>{t('Receipt {name}', { name: receipt.name })}</h1>
        <p className="receipt-sum figures">
          {t('We have received {amount}.', { amount: money(received) })}
        </p>
      </header>
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
        {t('To print this receipt or keep it as a file, use your browser’s Print.')}
      </p>
    </article>
  );
}
