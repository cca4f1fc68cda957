import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { presentableName } from '../mail/mail.rules.ts';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph, Quotation } from '../mail/frame/MailText.tsx';
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
    <Layout
      preview={t('Log in to read them.')}
      title={t('You have unread messages')}
      unsubscribe={{
        why: t(
          'We email you about unread messages at most once an hour, or once a day while you’re away.',
        ),
        label: t('Stop these emails'),
        href: props.offUrl,
      }}
    >
      <Greeting name={props.name} />
      <Paragraph>{t('Other members wrote to you while you were away:')}</Paragraph>
      <Facts facts={people} />
      {props.others > 0 ? (
        <Paragraph>
          {t('{count, plural, one {And # more person.} other {And # more people.}}', {
            count: props.others,
          })}
        </Paragraph>
      ) : null}
      <Action href={hrefTo('/messages')}>{t('Read your messages')}</Action>
    </Layout>
  );
}

function MemberWarned({ name, words: warning }: MessageMails['member-warned']) {
  const t = useWords();
  return (
    <Layout
      preview={t('It’s about how you write to other members.')}
      title={t('Please take care how you write to others')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We looked at one of your messages and ask you to change how you write to others:')}
      </Paragraph>
      <Quotation>{warning}</Quotation>
      <Paragraph>{t('Your account stays open. If it happens again, we may suspend it.')}</Paragraph>
      <Paragraph>
        {t(
          'Think this is a mistake? Reply to this email: a person will read it and look at the decision again.',
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
      preview={t('Someone may need our protection.')}
      title={t('Reported messages need a decision')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {A member has reported a message.} other {Members have reported # messages.}} Read what was written and decide: someone may need our protection.',
          { count },
        )}
      </Paragraph>
      <Action href={adminUrl}>{t('Review the reports')}</Action>
      <Paragraph>
        {t('We send this email at most four times an hour, and only when there’s something new.')}
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
      '{count, plural, one {# reported message needs a decision} other {# reported messages need a decision}}',
    ),
    Mail: ReportsWaiting,
    isInternal: true,
    example: { count: 2, adminUrl: 'https://one.example/admin' },
  },
  'member-warned': {
    subject: words('Please take care how you write to others'),
    Mail: MemberWarned,
    example: { ...awa, words: 'Please be polite to others.' },
  },
};
