import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Notification } from './Notification.tsx';

export function VolunteerNotification(props: MailProps['volunteer-notification']) {
  const t = useWords();
  return (
    <Notification
      title={t('Somebody wants to volunteer')}
      preview={props.motivation}
      name={props.name}
      facts={[
        [t('Name'), props.name],
        [t('Email'), props.email],
        [t('Phone'), props.phone],
        [t('Country'), t(props.country)],
        [t('Availability'), t(props.availability)],
      ]}
      texts={[
        [t('Skills'), props.skills],
        [t('Experience'), props.experience],
        [t('Motivation'), props.motivation],
      ]}
    />
  );
}
