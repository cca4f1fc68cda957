import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** To the administrators: what of the money needs a person, counted. */
export function MoneyWaits({ count, kinds, adminUrl }: MailProps['money-waits']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Somebody may be waiting for an answer from us.')}
      title={t('Money waits for you')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {# case needs a person, as our books cannot decide it by themselves.} other {# cases need a person, as our books cannot decide them by themselves.}} Nothing is lost, but somebody may be waiting for an answer from us.',
          { count },
        )}
      </Paragraph>
      <Facts
        facts={kinds.map((one) => [
          t(one.kind),
          t('{count, plural, one {# case} other {# cases}}', { count: one.count }),
        ])}
      />
      <Action href={adminUrl}>{t('Look at what waits')}</Action>
      <Paragraph>
        {t('We write of this once an hour at most, and only when something new waits.')}
      </Paragraph>
    </Layout>
  );
}
