import { useWords } from '../../../web/words.tsx';
import { presentableName } from '../email.rules.ts';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Layout } from './Layout.tsx';
import { useHref } from './useMailOptions.ts';
import { Paragraph } from './Paragraph.tsx';

export function Welcome(props: MailProps['welcome']) {
  const t = useWords();
  const firstName = presentableName(props.firstName);
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('Your account is ready.')}
      title={firstName ? t('Welcome, {firstName}', { firstName }) : t('Welcome')}
    >
      <Paragraph>
        {t('Your account is ready. Your profile shows what we keep about you.')}
      </Paragraph>
      <Action href={hrefTo('/profile')}>{t('Open your profile')}</Action>
      <Paragraph>
        {t(
          'You did not register? Then somebody used your address: answer this mail and we remove the account.',
        )}
      </Paragraph>
    </Layout>
  );
}
