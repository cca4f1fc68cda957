import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Notification } from './Notification.tsx';

export function PartnerNotification(props: MailProps['partner-notification']) {
  const t = useWords();
  return (
    <Notification
      title={t('An organization proposes a partnership')}
      preview={props.contribution}
      name={props.name}
      facts={[
        [t('Organization'), props.organization],
        [t('Organization type'), t(props.type)],
        [t('Organization size'), props.size && t(props.size)],
        [t('Country'), t(props.country)],
        [t('Website'), props.website],
        [t('Contact person'), props.name],
        [t('Email'), props.email],
        [t('Partnership type'), t(props.partnership)],
      ]}
      texts={[
        [t('Proposed contribution'), props.contribution],
        [t('Message'), props.message],
      ]}
    />
  );
}
