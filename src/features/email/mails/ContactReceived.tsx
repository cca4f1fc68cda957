import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';

export function ContactReceived({ name, message }: MailProps['contact-received']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We have your message and will answer by email.')}
      title={t('We have your message')}
    >
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          'Thank you for writing. One of us will read your message and answer to this address. This is what you wrote:',
        )}
      </Paragraph>
      <Quotation>{message}</Quotation>
    </Layout>
  );
}
