import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** To whom the notifications went until now: what no longer comes is not noticed otherwise. */
export function NotificationEmailChanged(props: MailProps['notification-email-changed']) {
  const t = useWords();
  const { momentInWords } = useDates();
  const { changedBy, before, after, when } = props;
  const everyone = t('Every administrator');
  return (
    <Layout
      preview={t('{changedBy} changed where notifications go.', { changedBy })}
      title={t('Notifications go elsewhere from now on')}
    >
      <Paragraph>
        {t(
          'The mails about submissions, payments and reports came to you until now. They hold personal data.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Changed by'), changedBy],
          [t('When'), momentInWords(when)],
          [t('Before'), before ?? everyone],
          [t('Now'), after ?? everyone],
        ]}
      />
      <Paragraph>
        {t(
          'If you did not expect this, talk to the person named above at once, by some way other than email, and set the address back under Email until you know.',
        )}
      </Paragraph>
    </Layout>
  );
}
