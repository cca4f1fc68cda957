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
      preview={t('{changedBy} changes the server that our mail leaves through.', { changedBy })}
      title={t('The way our mail leaves is being changed')}
    >
      <Paragraph>
        {t(
          'Everybody who may see our mail servers gets this mail, through the one that was used until now, because every warning of ours leaves another way from now on.',
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
          'If you did not expect this, talk to the person named above at once, by some way other than email, and switch back under Email until you know.',
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
      title={t('Notifications go elsewhere from now on')}
    >
      <Paragraph>
        {t(
          'The mails about submissions, payments and reports came to you until now. They hold personal data.',
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
          'If you did not expect this, talk to the person named above at once, by some way other than email, and set the address back under Email until you know.',
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
          [t('When'), dateTimeInWords(when)],
        ]}
      />
      <Paragraph>
        {t('Is it among the junk? Then set what the Email tab names for the domain of the sender.')}
      </Paragraph>
    </Layout>
  );
}

const when = '2026-11-21T09:30:00.000Z';

/** The mails about the configuration of mail itself. */
export const configurationMails: Mails<ConfigurationMails> = {
  'mail-server-changed': {
    subject: words('The way our mail leaves is being changed'),
    Mail: MailServerChanged,
    example: {
      changedBy: 'amara@example.org',
      before: { sender: 'office@example.org', server: 'smtp.gmail.com:587' },
      after: { sender: 'team@example.org', server: 'smtp.example.org:465' },
      when,
    },
  },
  'notification-email-changed': {
    subject: words('Notifications go elsewhere from now on'),
    Mail: NotificationEmailChanged,
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
    example: { server: 'smtp.example.org:587', sender: 'team@example.org', when },
  },
};
