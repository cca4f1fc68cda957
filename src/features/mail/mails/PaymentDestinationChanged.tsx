import { useWords } from '../../../web/words.tsx';
import { useDates } from '../../../web/useDates.ts';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function PaymentDestinationChanged(props: MailProps['payment-destination-changed']) {
  const t = useWords();
  const { momentInWords } = useDates();
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
          [t('When'), momentInWords(when)],
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
