import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { type AccountChange, NotMe, type WithLockLink, WhenAndDevice } from './account.mail.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Greeting, Paragraph } from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface EmailChangeMails {
  /** To the new address. */
  'email-change-link': { name: string; confirmUrl: string };
  /** To the old address. */
  'email-change-asked': AccountChange & WithLockLink & { newEmail: string };
  /** To the old address; without the link where that was never proved. */
  'email-changed-from': AccountChange & WithLockLink & { newEmail: string };
  /** To the new address. */
  'email-changed-to': AccountChange;
}

function EmailChangeLink({ name, confirmUrl }: EmailChangeMails['email-change-link']) {
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

function EmailChangeAsked(props: EmailChangeMails['email-change-asked']) {
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
      <WhenAndDevice
        when={props.when}
        device={props.device}
        more={[[t('New address'), props.newEmail]]}
      />
      <NotMe href={props.notMeUrl} />
    </Layout>
  );
}

function EmailChangedFrom(props: EmailChangeMails['email-changed-from']) {
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
      <WhenAndDevice
        when={props.when}
        device={props.device}
        more={[[t('New address'), props.newEmail]]}
      />
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

function EmailChangedTo({ name, when, device }: EmailChangeMails['email-changed-to']) {
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
      <WhenAndDevice when={when} device={device} />
      <Action href={hrefTo('/profile')}>{t('Open your profile')}</Action>
    </Layout>
  );
}

const change = {
  name: 'Awa Diop',
  when: '2026-11-21T03:42:00.000Z',
  device: { browser: 'Chrome', system: 'Android' },
};
const notMeUrl = 'https://one.example/account/not-me#key=k';
const newEmail = 'awa@example.sn';

/** The mails about a new email address of a member. */
export const emailChangeMails: Mails<EmailChangeMails> = {
  'email-change-link': {
    subject: words('Confirm your new email address'),
    Mail: EmailChangeLink,
    example: { name: 'Awa Diop', confirmUrl: 'https://one.example/account/email#key=k' },
  },
  'email-change-asked': {
    subject: words('Is your email address to be changed?'),
    Mail: EmailChangeAsked,
    example: { ...change, newEmail, notMeUrl },
  },
  'email-changed-from': {
    subject: words('Your email address has been changed'),
    Mail: EmailChangedFrom,
    example: { ...change, newEmail, notMeUrl },
  },
  'email-changed-to': {
    subject: words('This is your email address with us now'),
    Mail: EmailChangedTo,
    example: change,
  },
};
