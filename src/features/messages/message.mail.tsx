import { Link } from 'react-email';
import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { presentableName } from '../mail/mail.rules.ts';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph, Quotation } from '../mail/frame/MailText.tsx';
import { colour } from '../mail/frame/mail-theme.rules.ts';
import { useHref } from '../mail/frame/useMailOptions.ts';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface MessageMails {
  'messages-waiting': {
    name: string;
    /** Unread messages in all. */
    count: number;
    people: { name: string; count: number }[];
    /** People who are not named. */
    others: number;
    /** The page that asks whether these mails shall stop. */
    offUrl: string;
    /** The address that a mail program posts to for the same (RFC 8058). */
    oneClickUrl: string;
  };
  /** To the administrators. */
  'reports-waiting': { count: number; adminUrl: string };
  /** Says nothing of the message or of who reported it: nobody is to suffer for a report. */
  'member-warned': { name: string; words: string };
}

/** The senders and how many messages each sent; the texts are shown only on the site, after a login. */
function MessagesWaiting(props: MessageMails['messages-waiting']) {
  const t = useWords();
  const hrefTo = useHref();
  const people = props.people.map(({ name, count }): [string, string] => [
    presentableName(name) || t('A member'),
    t('{count, plural, one {# unread message} other {# unread messages}}', { count }),
  ]);
  return (
    <Layout preview={t('Members have written to you.')} title={t('Messages wait for you')}>
      <Greeting name={props.name} />
      <Paragraph>{t('While you were away members have written to you:')}</Paragraph>
      <Facts facts={people} />
      {props.others > 0 ? (
        <Paragraph>
          {t('{count, plural, one {And # more person.} other {And # more people.}}', {
            count: props.others,
          })}
        </Paragraph>
      ) : null}
      <Action href={hrefTo('/messages')}>{t('Read your messages')}</Action>
      <Paragraph>
        {t(
          'We write of unread messages once an hour at most, and once a day while you do not come.',
        )}{' '}
        <Link href={props.offUrl} style={{ color: colour.indigo }}>
          {t('Send me no more of these mails')}
        </Link>
      </Paragraph>
    </Layout>
  );
}

function MemberWarned({ name, words: warning }: MessageMails['member-warned']) {
  const t = useWords();
  return (
    <Layout
      preview={t('It is about how you write to other members.')}
      title={t('Please take care how you write to others')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We have looked at a message of yours, and ask you to write otherwise to others:')}
      </Paragraph>
      <Quotation>{warning}</Quotation>
      <Paragraph>{t('Your account stays open. If it happens again, we may suspend it.')}</Paragraph>
      <Paragraph>
        {t(
          'You think that this is a mistake? Please answer this mail: a person reads it and looks at the decision again.',
        )}
      </Paragraph>
    </Layout>
  );
}

/** To the administrators: members have reported messages. */
function ReportsWaiting({ count, adminUrl }: MessageMails['reports-waiting']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Somebody may be waiting for our protection.')}
      title={t('Reported messages wait for you')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {A member has reported a message.} other {Members have reported # messages.}} Please look at what was written and decide: somebody may be waiting for our protection.',
          { count },
        )}
      </Paragraph>
      <Action href={adminUrl}>{t('Look at the reports')}</Action>
      <Paragraph>
        {t('We write of this four times an hour at most, and only when something new waits.')}
      </Paragraph>
    </Layout>
  );
}

const awa = { name: 'Awa Diop' };

/** The mails about messages between members. */
export const messageMails: Mails<MessageMails> = {
  'messages-waiting': {
    subject: words(
      '{count, plural, one {You have # unread message} other {You have # unread messages}}',
    ),
    Mail: MessagesWaiting,
    example: {
      ...awa,
      count: 3,
      people: [{ name: 'Kofi Mensah', count: 3 }],
      others: 0,
      offUrl: 'https://one.example/account/mail-off#key=k',
      oneClickUrl: 'https://one.example/api/messages/mail-off?key=k',
    },
  },
  'reports-waiting': {
    subject: words(
      '{count, plural, one {# reported message waits for you} other {# reported messages wait for you}}',
    ),
    Mail: ReportsWaiting,
    example: { count: 2, adminUrl: 'https://one.example/admin' },
  },
  'member-warned': {
    subject: words('Please take care how you write to others'),
    Mail: MemberWarned,
    example: { ...awa, words: 'Please be polite to others.' },
  },
};
