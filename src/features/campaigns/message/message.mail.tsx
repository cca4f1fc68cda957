import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { FormattedMessage, firstWords } from '../../mail/frame/FormattedMessage.tsx';
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
    /** What a mail program calls instead, of a mail that goes out alone. */
    oneClickUrl?: string;
  };
}

/** From the team to one person. */
function Letter({ subject, message }: CampaignMails['letter']) {
  const t = useWords();
  return (
    <Layout
      preview={firstWords(message)}
      title={subject}
      replies={t('Reply to this email: a person reads it.')}
    >
      <FormattedMessage>{message}</FormattedMessage>
    </Layout>
  );
}

/** From the campaign to many, with the way out at its end. */
function News({ subject, message, offUrl }: CampaignMails['news']) {
  const t = useWords();
  return (
    <Layout
      preview={firstWords(message)}
      title={subject}
      replies={t('Reply to this email: a person reads it.')}
      unsubscribe={{
        why: t(
          'You get this email because you signed, wrote to us, applied or have an account with us.',
        ),
        label: t('Unsubscribe'),
        href: offUrl,
      }}
    >
      <FormattedMessage>{message}</FormattedMessage>
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
