import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';
import { StatusLink } from './StatusLink.tsx';
import { useHref } from './useMailOptions.ts';

export function ClaimRejected(props: MailProps['claim-rejected']) {
  const { name, reference, amount, reason, statusUrl } = props;
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('Please look at the reason and tell us more.')}
      title={t('We could not find your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We looked for the transfer that you told us about and could not confirm it. The reason:',
        )}
      </Paragraph>
      <Quotation>{reason}</Quotation>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
        ]}
      />
      <Paragraph>
        {t(
          'If you have sent the money, it is not lost: answer this mail with the receipt of your bank, or give us the right number on the site. If you have not sent it, you need do nothing.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl ?? hrefTo('/application')} label={t('Give the right number')} />
    </Layout>
  );
}
