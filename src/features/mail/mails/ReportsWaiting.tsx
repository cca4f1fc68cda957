import { useWords } from '../../../web/words.tsx';
import type { MessageMailProps } from '../message-mails.contract.ts';
import { Action } from './Action.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** To the administrators: members have reported messages. */
export function ReportsWaiting({ count, adminUrl }: MessageMailProps['reports-waiting']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Somebody may be waiting for our protection.')}
      title={t('Reported messages wait for you')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {A member has reported a message.} other {Members have reported # messages.}} Please look at what was written and decide: somebody may be waiting for our protection.',
          { count },
        )}
      </Paragraph>
      <Action href={adminUrl}>{t('Look at the reports')}</Action>
      <Paragraph>
        {t('We write of this four times an hour at most, and only when something new waits.')}
      </Paragraph>
    </Layout>
  );
}
