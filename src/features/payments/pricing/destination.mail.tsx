import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Facts, Paragraph } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface DestinationMails {
  /** To the administrators: security.md §1.8. */
  'payment-destination-changed': {
    changedBy: string;
    configType: string;
    before: string;
    after: string;
    when: string;
    /** A link by which visitors give money. */
    isDonation?: boolean;
  };
}

function PaymentDestinationChanged(props: DestinationMails['payment-destination-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { changedBy, configType, before, after, when, isDonation = false } = props;
  return (
    <Layout
      preview={t('{changedBy} changed: {configType}', { changedBy, configType })}
      title={t('Our payment details have changed')}
    >
      <Paragraph>
        {t(
          'From now on, money goes to a different place. That is why every administrator gets this email.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('What'), configType],
          [t('Changed by'), changedBy],
          [t('When'), dateTimeInWords(when)],
          [t('Before'), before],
          [t('Now'), after],
        ]}
      />
      <Paragraph>
        {isDonation
          ? t(
              'If you didn’t expect this, talk to the person named above now, but not by email. Until you know more, take the link off the page under Donations.',
            )
          : t(
              'If you didn’t expect this, talk to the person named above now, but not by email. Until you know more, switch the entry off under Payments.',
            )}
      </Paragraph>
    </Layout>
  );
}

/** The warning that money arrives elsewhere from now on. */
export const destinationMails: Mails<DestinationMails> = {
  'payment-destination-changed': {
    subject: words('Our payment details have changed: {configType}'),
    Mail: PaymentDestinationChanged,
    isInternal: true,
    example: {
      changedBy: 'amara@example.org',
      configType: 'Zelle',
      before: 'old@example.org',
      after: 'pay@example.org',
      when: '2026-11-21T09:30:00.000Z',
    },
  },
};
