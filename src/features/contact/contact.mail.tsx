import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { Notification, Receipt } from '../mail/frame/Notification.tsx';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface ContactMails {
  'contact-received': { name: string };
  /** To the administrators. */
  'contact-notification': { name: string; email: string; country: string; message: string };
}

function ContactReceived({ name }: ContactMails['contact-received']) {
  const t = useWords();
  return (
    <Receipt
      preview={t('One of us will reply by email.')}
      title={t('We have your message')}
      name={name}
    >
      {t(
        'Thank you for writing to us. One of us will read your message and reply to this address.',
      )}
    </Receipt>
  );
}

function ContactNotification(props: ContactMails['contact-notification']) {
  const t = useWords();
  const { name, email, country, message } = props;
  return (
    <Notification
      title={t('New request for information')}
      preview={message}
      name={name}
      facts={[
        [t('Name'), name],
        [t('Email'), email],
        [t('Country'), t(country)],
      ]}
      texts={[[t('Message'), message]]}
    />
  );
}

/** That a message has arrived: to its author and to the administrators. */
export const contactMails: Mails<ContactMails> = {
  'contact-received': {
    subject: words('We have your message'),
    Mail: ContactReceived,
    example: { name: 'Awa Diop' },
  },
  'contact-notification': {
    subject: words('Request for information from {name}'),
    Mail: ContactNotification,
    isInternal: true,
    example: {
      name: 'Kofi Mensah',
      email: 'kofi.mensah@example.org',
      country: 'Ghana',
      message: 'When will you be in Accra?',
    },
  },
};
