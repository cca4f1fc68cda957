import { useWords } from '../../../web/words.tsx';
import type { AccountMailProps } from '../account-mails.contract.ts';
import { presentableName } from '../email.rules.ts';
import { Action } from './Action.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function Welcome(props: AccountMailProps['welcome']) {
  const t = useWords();
  const firstName = presentableName(props.firstName);
  return (
    <Layout
      preview={t('Your account is ready.')}
      title={firstName ? t('Welcome, {firstName}', { firstName }) : t('Welcome')}
    >
      <Paragraph>
        {t('Your account is ready. Your profile shows what we keep about you.')}
      </Paragraph>
      <Paragraph>
        {t('Confirm that this is your address. From then on you can write to other members.')}
      </Paragraph>
      <Action href={props.verifyUrl}>{t('Confirm my address')}</Action>
      <Paragraph>{t('The link works once, for seven days.')}</Paragraph>
      <Paragraph>
        {t(
          'You did not register? Then somebody used your address: answer this mail and we remove the account.',
        )}
      </Paragraph>
    </Layout>
  );
}
