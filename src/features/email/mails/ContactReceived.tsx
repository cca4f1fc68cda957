import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** Quotes nothing of the message: whoever wrote it may have typed somebody else's address. */
export function ContactReceived({ name }: MailProps['contact-received']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We have your message and will answer by email.')}
      title={t('We have your message')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Thank you for writing. One of us will read your message and answer to this address.')}
      </Paragraph>
      <Paragraph>
        {t(
          'You did not write to us? Then somebody typed your address by mistake, and you need not do anything.',
        )}
      </Paragraph>
    </Layout>
  );
}
