import { useWords } from '../../../web/words.tsx';
import type { AccountMailProps } from '../account-mails.contract.ts';
import { Action } from './Action.tsx';
import { Deed } from './Deed.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function VerifyEmail({ name, verifyUrl }: AccountMailProps['verify-email']) {
  const t = useWords();
  return (
    <Layout
      preview={t('One tap, and other members can write to you.')}
      title={t('Confirm your email address')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Confirm that this is your address. From then on you can write to other members.')}
      </Paragraph>
      <Action href={verifyUrl}>{t('Confirm my address')}</Action>
      <Paragraph>{t('The link works once, for seven days.')}</Paragraph>
      <Paragraph>
        {t(
          'You did not join? Then somebody mistyped their address: answer this mail and we remove the account.',
        )}
      </Paragraph>
    </Layout>
  );
}

export function PasswordReset({
  name,
  resetUrl,
  when,
  device,
}: AccountMailProps['password-reset']) {
  const t = useWords();
  return (
    <Layout preview={t('The link works once, for an hour.')} title={t('Choose a new password')}>
      <Greeting name={name} />
      <Paragraph>{t('Somebody asked for a new password for your account.')}</Paragraph>
      <Deed when={when} device={device} />
      <Action href={resetUrl}>{t('Choose a new password')}</Action>
      <Paragraph>{t('The link works once, for an hour.')}</Paragraph>
      <Paragraph>
        {t(
          'It was not you? Then you need do nothing: your password stays as it is, and nobody but the reader of this mail has the link.',
        )}
      </Paragraph>
    </Layout>
  );
}

export function EmailChangeLink({ name, confirmUrl }: AccountMailProps['email-change-link']) {
  const t = useWords();
  return (
    <Layout
      preview={t('One tap, and this is your address with us.')}
      title={t('Confirm your new email address')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('You asked us to use this address for your account. Please confirm that it is yours.')}
      </Paragraph>
      <Action href={confirmUrl}>{t('Use this address')}</Action>
      <Paragraph>
        {t('The link works once, for 24 hours. Until then your old address stays in use.')}
      </Paragraph>
      <Paragraph>
        {t(
          'You did not ask for it? Then you need do nothing: nobody but the reader of this mail has the link.',
        )}
      </Paragraph>
    </Layout>
  );
}
