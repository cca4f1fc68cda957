import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../frame/Layout.tsx';
import { Facts, Paragraph } from '../frame/MailText.tsx';
import type { Mails } from '../frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface ConfigurationMails {
  /** To everybody who may see the mail servers, through the one that mail leaves through until now. */
  'mail-server-changed': {
    changedBy: string;
    before: { sender: string; server: string };
    after: { sender: string; server: string };
    when: string;
  };
  /** To whom notifications went until now; null stands for every administrator. */
  'notification-email-changed': {
    changedBy: string;
    before: string | null;
    after: string | null;
    when: string;
  };
  /** To whom an administrator names: shows that the email configuration works. */
  'email-test': { server: string; sender: string; when: string };
}

/** The last mail that leaves the old way: whoever reads it can trust what brought it. */
function MailServerChanged(props: ConfigurationMails['mail-server-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { changedBy, before, after, when } = props;
  return (
    <Layout
      preview={t('{changedBy} is changing the server that sends our email.', { changedBy })}
      title={t('Our email server is being changed')}
    >
      <Paragraph>
        {t(
          'From now on a different server sends our email, security warnings included. Everyone who can see our email servers gets this message through the old one.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Changed by'), changedBy],
          [t('When'), dateTimeInWords(when)],
          [t('Before'), t('{sender} through {server}', before)],
          [t('Now'), t('{sender} through {server}', after)],
        ]}
      />
      <Paragraph>
        {t(
          'If you didn’t expect this, talk to the person named above now, but not by email. Until you know more, switch back under Email.',
        )}
      </Paragraph>
    </Layout>
  );
}

/** To whom the notifications went until now: what no longer comes is not noticed otherwise. */
function NotificationEmailChanged(props: ConfigurationMails['notification-email-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { changedBy, before, after, when } = props;
  const everyone = t('Every administrator');
  return (
    <Layout
      preview={t('{changedBy} changed where notifications go.', { changedBy })}
      title={t('Notifications now go to a different address')}
    >
      <Paragraph>
        {t(
          'Until now, our emails about submissions, payments and reports came to you. They contain personal data.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Changed by'), changedBy],
          [t('When'), dateTimeInWords(when)],
          [t('Before'), before ?? everyone],
          [t('Now'), after ?? everyone],
        ]}
      />
      <Paragraph>
        {t(
          'If you didn’t expect this, talk to the person named above now, but not by email. Until you know more, set the address back under Email.',
        )}
      </Paragraph>
    </Layout>
  );
}

/** To whom an administrator names, to see whether mail arrives. */
function EmailTest({ server, sender, when }: ConfigurationMails['email-test']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  return (
    <Layout preview={t('The email settings work.')} title={t('This is a test email')}>
      <Paragraph>
        {t(
          'An administrator sent this email to check the email settings. It reached you, so they work.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Mail server'), server],
          [t('Sender'), sender],
          [t('When'), dateTimeInWords(when)],
        ]}
      />
      <Paragraph>
        {t(
          'Did it land in spam? Add the records that the Email tab lists for the sender’s domain.',
        )}
      </Paragraph>
    </Layout>
  );
}

const when = '2026-11-21T09:30:00.000Z';

/** The mails about the configuration of mail itself. */
export const configurationMails: Mails<ConfigurationMails> = {
  'mail-server-changed': {
    subject: words('Our email server is being changed'),
    Mail: MailServerChanged,
    isInternal: true,
    example: {
      changedBy: 'amara@example.org',
      before: { sender: 'office@example.org', server: 'smtp.gmail.com:587' },
      after: { sender: 'team@example.org', server: 'smtp.example.org:465' },
      when,
    },
  },
  'notification-email-changed': {
    subject: words('Notifications now go to a different address'),
    Mail: NotificationEmailChanged,
    isInternal: true,
    example: {
      changedBy: 'amara@example.org',
      before: null,
      after: 'desk@example.org',
      when,
    },
  },
  'email-test': {
    subject: words('Test email from {sender}'),
    Mail: EmailTest,
    isInternal: true,
    example: { server: 'smtp.example.org:587', sender: 'team@example.org', when },
  },
};
