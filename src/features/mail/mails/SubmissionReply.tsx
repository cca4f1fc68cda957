import { useWords } from '../../../web/words.tsx';
import type { ReplyMailProps } from '../reply-mails.contract.ts';
import { Layout } from './Layout.tsx';
import { firstWords } from './Letter.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';
import { Written } from './Written.tsx';

/** An administrator’s own words, with what they answer below. */
export function SubmissionReply({ subject, text, message }: ReplyMailProps['submission-reply']) {
  const t = useWords();
  return (
    <Layout preview={firstWords(text)} title={subject}>
      <Written>{text}</Written>
      <Paragraph>{t('You had written to us:')}</Paragraph>
      <Quotation>{message}</Quotation>
      <Paragraph>{t('Answer this mail to write to us again.')}</Paragraph>
    </Layout>
  );
}
