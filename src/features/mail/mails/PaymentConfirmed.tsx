import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';
import { useHref } from './useMailOptions.ts';

export function PaymentConfirmed({
  name,
  reference,
  amount,
  receivedOn,
  paymentsLeft,
  charge,
  difference,
  receipt,
  statusUrl,
}: MailProps['payment-confirmed']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { rest, over, due } = difference ?? {};
  const facts: [string, string | undefined][] = [
    [t('Receipt'), receipt.name],
    [t('Reference'), reference],
    [t('Amount received'), amount],
    [t('Amount due'), due],
    [t('More than due'), over],
    [t('Still to be paid of it'), rest],
    [t('Received on'), dayInWords(receivedOn)],
  ];
  return (
    <Layout preview={t('{amount} has arrived.', { amount })} title={t('Your payment has arrived')}>
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          'We have received your payment. Your receipt can be opened and printed; please keep it.',
        )}
      </Paragraph>
      <Facts facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
      <Action href={receipt.url}>{t('Open the receipt')}</Action>
      {over ? (
        <Paragraph>
          {t(
            'You have paid {over} more than was due. Please answer this mail, so that we put it right with you.',
            {
              over,
            },
          )}
        </Paragraph>
      ) : null}
      {rest ? <RestToPay rest={rest} statusUrl={statusUrl} /> : null}
      {charge ? (
        <Paragraph>
          {t(
            '{paymentsLeft, plural, one {One payment is left. PayPal takes it, {amount}, by itself on {day}.} other {# payments are left. PayPal takes the next one, {amount}, by itself on {day}.}}',
            { paymentsLeft, amount: charge.amount, day: dayInWords(charge.dueOn) },
          )}
        </Paragraph>
      ) : rest && paymentsLeft === 0 ? null : (
        <Paragraph>
          {t(
            '{paymentsLeft, plural, =0 {Everything is paid. Nothing more is due.} one {One payment is left. We write to you when it is due.} other {# payments are left. We write to you when the next one is due.}}',
            {
              paymentsLeft,
            },
          )}
        </Paragraph>
      )}
      {statusUrl && !rest ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

function RestToPay({ rest, statusUrl }: { rest: string; statusUrl: string | undefined }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <>
      <Paragraph>
        {t(
          '{rest} of this payment is still to be paid. Please send it with the memo that the site shows.',
          {
            rest,
          },
        )}
      </Paragraph>
      <Action href={statusUrl ?? hrefTo('/application')}>{t('Pay the rest')}</Action>
    </>
  );
}
