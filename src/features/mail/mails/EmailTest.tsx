import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** To whom an administrator names, to see whether mail arrives. */
export function EmailTest({ server, sender, when }: MailProps['email-test']) {
  const t = useWords();
  const { momentInWords } = useDates();
  return (
    <Layout preview={t('The email configuration works.')} title={t('This is a test email')}>
      <Paragraph>
        {t(
          'An administrator sent it to see whether mail arrives. It did: the email configuration works.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Mail server'), server],
          [t('Sender'), sender],
          [t('When'), momentInWords(when)],
        ]}
      />
      <Paragraph>
        {t('Is it among the junk? Then set what the Email tab names for the domain of the sender.')}
      </Paragraph>
    </Layout>
  );
}
