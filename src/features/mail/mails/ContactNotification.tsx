import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Notification } from './Notification.tsx';

export function ContactNotification(props: MailProps['contact-notification']) {
  const t = useWords();
  const { name, email, country, message } = props;
  return (
    <Notification
      title={t('Somebody asks for information')}
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
