import { Link } from 'react-email';
import { useWords } from '../../../web/words.tsx';
import { presentableName } from '../email.rules.ts';
import type { MessageMailProps } from '../message-mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { colour } from './pigment.rules.ts';
import { useHref } from './useMailOptions.ts';

/** Who has written, and how often; what they wrote is read where only its reader comes. */
export function MessagesWaiting(props: MessageMailProps['messages-waiting']) {
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
