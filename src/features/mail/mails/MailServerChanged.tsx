import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** The last mail that leaves the old way: whoever reads it can trust what brought it. */
export function MailServerChanged(props: MailProps['mail-server-changed']) {
  const t = useWords();
  const { momentInWords } = useDates();
  const { changedBy, before, after, when } = props;
  return (
    <Layout
      preview={t('{changedBy} changes the server that our mail leaves through.', { changedBy })}
      title={t('The way our mail leaves is being changed')}
    >
      <Paragraph>
        {t(
          'Everybody who may see our mail servers gets this mail, through the one that was used until now, because every warning of ours leaves another way from now on.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Changed by'), changedBy],
          [t('When'), momentInWords(when)],
          [t('Before'), t('{sender} through {server}', before)],
          [t('Now'), t('{sender} through {server}', after)],
        ]}
      />
      <Paragraph>
        {t(
          'If you did not expect this, talk to the person named above at once, by some way other than email, and switch back under Email until you know.',
        )}
      </Paragraph>
    </Layout>
  );
}
