import { useWords } from '../../../web/words.tsx';
import type { AccountMailProps } from '../account-mails.contract.ts';
import { Deed } from './Deed.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { NotMe } from './NotMe.tsx';
import { Paragraph } from './Paragraph.tsx';

export function PasswordChanged(props: AccountMailProps['password-changed']) {
  const t = useWords();
  const { name, when, device } = props;
  return (
    <Layout
      preview={t('Every other browser has been logged out.')}
      title={t('Your password has been changed')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Your account has a new password. Every other browser has been logged out.')}
      </Paragraph>
      <Deed when={when} device={device} />
      <NotMe href={props.notMeUrl} />
    </Layout>
  );
}

export function SignIn({ name, when, device, notMeUrl }: AccountMailProps['sign-in']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Was it you? Then all is well.')}
      title={t('A new browser has logged in to your account')}
    >
      <Greeting name={name} />
      <Paragraph>{t('We have not seen this browser in your account before.')}</Paragraph>
      <Deed when={when} device={device} />
      <NotMe href={notMeUrl} />
    </Layout>
  );
}

export function AccountDeleted({ name, when, device }: AccountMailProps['account-deleted']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Thank you for the way we went together.')}
      title={t('Your account is deleted')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'As you asked, your account, your profile and your conversations are gone. What you wrote to others stays with them, without your name.',
        )}
      </Paragraph>
      <Deed when={when} device={device} />
      <Paragraph>
        {t(
          'Applications and payments are kept, because our books have to be complete. You can join again at any time.',
        )}
      </Paragraph>
      <Paragraph>{t('You did not ask for this? Please answer this mail at once.')}</Paragraph>
    </Layout>
  );
}
