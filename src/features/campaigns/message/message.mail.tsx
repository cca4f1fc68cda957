import { Hr, Link, Text } from 'react-email';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { FormattedMessage, firstWords } from '../../mail/frame/FormattedMessage.tsx';
import { colour } from '../../mail/frame/mail-theme.rules.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface CampaignMails {
  /** To one person. */
  letter: { subject: string; message: string };
  /** To many. */
  news: {
    subject: string;
    message: string;
    /** The page that asks whether to unsubscribe. */
    offUrl: string;
  };
}

/** From the team to one person. */
function Letter({ subject, message }: CampaignMails['letter']) {
  return (
    <Layout preview={firstWords(message)} title={subject}>
      <FormattedMessage>{message}</FormattedMessage>
    </Layout>
  );
}

/** From the campaign to many, with the way out at its end. */
function News({ subject, message, offUrl }: CampaignMails['news']) {
  const t = useWords();
  return (
    <Layout preview={firstWords(message)} title={subject}>
      <FormattedMessage>{message}</FormattedMessage>
      <Hr style={{ borderColor: colour.rule, margin: '24px 0 14px' }} />
      <Text style={{ margin: 0, color: colour.muted, fontSize: 14, lineHeight: '20px' }}>
        {t(
          'You get this mail because you signed, wrote or applied to us, or have an account with us.',
        )}{' '}
        <Link href={offUrl} style={{ color: colour.indigo }}>
          {t('Unsubscribe')}
        </Link>
      </Text>
    </Layout>
  );
}

/** The subject is the administrator's too. */
const AS_WRITTEN = words('{subject}');

/** The mails in an administrator’s own words. */
export const campaignMails: Mails<CampaignMails> = {
  letter: { subject: AS_WRITTEN, Mail: Letter },
  news: { subject: AS_WRITTEN, Mail: News },
};
