import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function DraftLink({ name, reference, statusUrl }: MailProps['draft-link']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Go on where you stopped, on any device.')}
      title={t('Your application waits for you')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'What you have filled in is kept. This link opens it on any device, and you go on where you stopped.',
        )}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} />
      <StatusLink href={statusUrl} label={t('Go on with your application')} />
      <NotMe />
    </Layout>
  );
}

export function ApplicationLink({ name, reference, statusUrl }: MailProps['application-link']) {
  const t = useWords();
  return (
    <Layout preview={t('It opens your application on any device.')} title={t('Here is your link')}>
      <Greeting name={name} />
      <Paragraph>
        {t('You asked for a link to your application. It opens on any device.')}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} />
      <StatusLink href={statusUrl} label={t('Open your application')} />
      <NotMe />
    </Layout>
  );
}

function NotMe() {
  const t = useWords();
  return (
    <Paragraph>
      {t(
        'You did not ask for it? Then you need do nothing: nobody but the reader of this mail has the link.',
      )}
    </Paragraph>
  );
}
