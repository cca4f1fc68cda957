import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';

export function ContactNotification({
  name,
  email,
  country,
  message,
}: MailProps['contact-notification']) {
  const t = useWords();
  return (
    <Layout preview={message.slice(0, 120)} title={t('Somebody asks for information')}>
      <Facts
        facts={[
          [t('Name'), name],
          [t('Email'), email],
          [t('Country'), country],
        ]}
      />
      <Quotation>{message}</Quotation>
      <Paragraph>{t('An answer to this mail goes to {name}.', { name })}</Paragraph>
    </Layout>
  );
}
