import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { Notification, Receipt } from '../mail/frame/Notification.tsx';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface PartnerMails {
  'partner-received': { name: string };
  /** To the administrators; `name` is the contact person's. */
  'partner-notification': {
    name: string;
    email: string;
    organization: string;
    type: string;
    size: string | null;
    country: string;
    website: string | null;
    partnership: string;
    contribution: string;
    message: string;
  };
}

function PartnerReceived({ name }: PartnerMails['partner-received']) {
  const t = useWords();
  return (
    <Receipt
      preview={t('One of us will reply by email.')}
      title={t('Thank you for your proposal')}
      name={name}
    >
      {t(
        'Your partnership application has arrived. One of us will read it and reply to this address.',
      )}
    </Receipt>
  );
}

function PartnerNotification(props: PartnerMails['partner-notification']) {
  const t = useWords();
  return (
    <Notification
      title={t('New partnership application')}
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

/** That an organization proposes a partnership: to its contact person and to the administrators. */
export const partnerMails: Mails<PartnerMails> = {
  'partner-received': {
    subject: words('We have your partnership application'),
    Mail: PartnerReceived,
    example: { name: 'Awa Diop' },
  },
  'partner-notification': {
    subject: words('Partnership application from {organization}'),
    Mail: PartnerNotification,
    isInternal: true,
    example: {
      name: 'Kofi Mensah',
      email: 'kofi.mensah@example.org',
      country: 'Ghana',
      organization: 'Loom & Letters',
      type: 'Educational Institution',
      size: '11-50 employees',
      website: 'https://example.org',
      partnership: 'Educational & Training',
      contribution: 'Rooms for lessons about the declaration.',
      message: 'We would like to begin in spring.',
    },
  },
};
