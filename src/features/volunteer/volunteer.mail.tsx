import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { Notification, Receipt } from '../mail/frame/Notification.tsx';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface VolunteerMails {
  'volunteer-received': { name: string };
  /** To the administrators. */
  'volunteer-notification': {
    name: string;
    email: string;
    country: string;
    phone: string | null;
    availability: string;
    skills: string;
    experience: string | null;
    motivation: string;
  };
}

function VolunteerReceived({ name }: VolunteerMails['volunteer-received']) {
  const t = useWords();
  return (
    <Receipt
      preview={t('One of us will reply by email.')}
      title={t('Thank you for offering your time')}
      name={name}
    >
      {t(
        'Your volunteer application has arrived. One of us will read it and reply to this address.',
      )}
    </Receipt>
  );
}

function VolunteerNotification(props: VolunteerMails['volunteer-notification']) {
  const t = useWords();
  return (
    <Notification
      title={t('New volunteer application')}
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

/** That somebody volunteers: to them and to the administrators. */
export const volunteerMails: Mails<VolunteerMails> = {
  'volunteer-received': {
    subject: words('We have your volunteer application'),
    Mail: VolunteerReceived,
    example: { name: 'Awa Diop' },
  },
  'volunteer-notification': {
    subject: words('Volunteer application from {name}'),
    Mail: VolunteerNotification,
    isInternal: true,
    example: {
      name: 'Kofi Mensah',
      email: 'kofi.mensah@example.org',
      country: 'Ghana',
      phone: '+233 24 555 0143',
      availability: 'Flexible as needed',
      skills: 'Translation, photography',
      experience: null,
      motivation: 'I want my daughters to travel more easily than I did.',
    },
  },
};
