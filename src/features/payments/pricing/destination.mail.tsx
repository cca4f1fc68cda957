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
      title={t('The place where money arrives has been changed')}
    >
      <Paragraph>
        {t('Every administrator gets this mail, because money would go elsewhere from now on.')}
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
              'If you did not expect this, talk to the person named above at once, by some way other than email, and take the link off the page under Donations until you know.',
            )
          : t(
              'If you did not expect this, talk to the person named above at once, by some way other than email, and switch the entry off under Payments until you know.',
            )}
      </Paragraph>
    </Layout>
  );
}

/** The warning that money arrives elsewhere from now on. */
export const destinationMails: Mails<DestinationMails> = {
  'payment-destination-changed': {
    subject: words('The place where money arrives has been changed: {configType}'),
    Mail: PaymentDestinationChanged,
    example: {
      changedBy: 'amara@example.org',
      configType: 'zelle',
      before: 'old@example.org',
      after: 'pay@example.org',
      when: '2026-11-21T09:30:00.000Z',
    },
  },
};
