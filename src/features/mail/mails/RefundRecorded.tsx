import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';

/** Money of a payment has gone back, by us or by the payer's bank. */
export function RefundRecorded({
  name,
  reference,
  amount,
  refundedOn,
  reason,
  receipt,
}: MailProps['refund-recorded']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const facts: [string, string | undefined][] = [
    [t('Reference'), reference],
    [t('Amount given back'), amount],
    [t('Given back on'), dayInWords(refundedOn)],
    [t('Receipt of the payment'), receipt],
  ];
  return (
    <Layout
      preview={t('{amount} has gone back to you.', { amount })}
      title={t('Your money has gone back to you')}
    >
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          '{amount} of your payment has gone back to you, the way it came. Until it shows in your account it can take some days.',
          { amount },
        )}
      </Paragraph>
      <Facts facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
      {reason ? <Quotation>{reason}</Quotation> : null}
      <Paragraph>
        {t('If you did not expect this, please answer this mail: a person reads it.')}
      </Paragraph>
    </Layout>
  );
}
