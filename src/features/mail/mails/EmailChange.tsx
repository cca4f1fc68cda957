import { useWords } from '../../../web/words.tsx';
import type { AccountMailProps } from '../account-mails.contract.ts';
import { Action } from './Action.tsx';
import { Deed } from './Deed.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { NotMe } from './NotMe.tsx';
import { Paragraph } from './Paragraph.tsx';
import { useHref } from './useMailOptions.ts';

export function EmailChangeAsked(props: AccountMailProps['email-change-asked']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Your account is to get another address.')}
      title={t('Is your email address to be changed?')}
    >
      <Greeting name={props.name} />
      <Paragraph>
        {t(
          'Somebody who knows your password asked us to use another address for your account. It is used once that address has been confirmed.',
        )}
      </Paragraph>
      <Deed when={props.when} device={props.device} more={[[t('New address'), props.newEmail]]} />
      <NotMe href={props.notMeUrl} />
    </Layout>
  );
}

export function EmailChangedFrom(props: AccountMailProps['email-changed-from']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We write to your new address from now on.')}
      title={t('Your email address has been changed')}
    >
      <Greeting name={props.name} />
      <Paragraph>
        {t(
          'Your account has another address, which has been confirmed. This is our last mail to the old one.',
        )}
      </Paragraph>
      <Deed when={props.when} device={props.device} more={[[t('New address'), props.newEmail]]} />
      {props.notMeUrl ? (
        <>
          <NotMe href={props.notMeUrl} />
          <Paragraph>{t('Your account then has this address again.')}</Paragraph>
        </>
      ) : (
        <Paragraph>
          {t(
            'It was not you? Then please answer this mail at once: we give you your account back.',
          )}
        </Paragraph>
      )}
    </Layout>
  );
}

export function EmailChangedTo({ name, when, device }: AccountMailProps['email-changed-to']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('From now on you log in with it.')}
      title={t('This is your email address with us now')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('You have confirmed this address. From now on you log in with it, and we write to it.')}
      </Paragraph>
      <Deed when={when} device={device} />
      <Action href={hrefTo('/profile')}>{t('Open your profile')}</Action>
    </Layout>
  );
}
