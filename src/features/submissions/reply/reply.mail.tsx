import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Paragraph, Quotation } from '../../mail/frame/MailText.tsx';
import { FormattedMessage, firstWords } from '../../mail/frame/FormattedMessage.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface ReplyMails {
  /** `subject` and `text` are an administrator’s words; `message` is what the person had written. */
  'submission-reply': { subject: string; text: string; message: string };
}

/** An administrator’s own words, with what they answer below. */
function SubmissionReply({ subject, text, message }: ReplyMails['submission-reply']) {
  const t = useWords();
  return (
    <Layout
      preview={firstWords(text)}
      title={subject}
      replies={t('Reply to this email to write to us again.')}
    >
      <FormattedMessage>{text}</FormattedMessage>
      <Paragraph>{t('You wrote to us:')}</Paragraph>
      <Quotation>{message}</Quotation>
    </Layout>
  );
}

/** The mail in which an administrator answers somebody. */
export const replyMails: Mails<ReplyMails> = {
  'submission-reply': { subject: words('{subject}'), Mail: SubmissionReply },
};
