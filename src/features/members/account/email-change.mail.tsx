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
      preview={t('Until then, your old address stays in use.')}
      title={t('Confirm your new email address')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('You asked us to use this address for your account. Please confirm that it’s yours.')}
      </Paragraph>
      <Action href={confirmUrl}>{t('Use this address')}</Action>
      <Paragraph>
        {t('The link works once, for 24 hours. Until you use it, your old address stays in use.')}
      </Paragraph>
      <Paragraph>
        {t('If you didn’t ask for this, ignore this email. Nobody else has the link.')}
      </Paragraph>
    </Layout>
  );
}

function EmailChangeAsked(props: EmailChangeMails['email-change-asked']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Someone asked to use a different address for your account.')}
      title={t('Did you ask for your email address to be changed?')}
    >
      <Greeting name={props.name} />
      <Paragraph>
        {t(
          'Someone who knows your password asked us to use a different email address for your account. The change takes effect once that address is confirmed.',
        )}
      </Paragraph>
      <WhenAndDevice
        when={props.when}
        device={props.device}
        more={[[t('New address'), props.newEmail]]}
      />
      <NotMe {...props} />
    </Layout>
  );
}

function EmailChangedFrom(props: EmailChangeMails['email-changed-from']) {
  const t = useWords();
  return (
    <Layout
      preview={t('From now on we’ll write to your new address.')}
      title={t('Your email address has been changed')}
    >
      <Greeting name={props.name} />
      <Paragraph>
        {t(
          'Your account has a new email address, and it has been confirmed. This is our last email to the old one.',
        )}
      </Paragraph>
      <WhenAndDevice
        when={props.when}
        device={props.device}
        more={[[t('New address'), props.newEmail]]}
      />
      {props.notMeUrl ? (
        <>
          <NotMe {...props} />
          <Paragraph>{t('Your account then goes back to this address.')}</Paragraph>
        </>
      ) : (
        <Paragraph>
          {t(
            'If it wasn’t you, reply to this email right away and we’ll give you your account back.',
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
      preview={t('From now on, log in with it.')}
      title={t('Your new email address is confirmed')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('You have confirmed this address. From now on, log in with it; we’ll write to it, too.')}
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
    subject: words('Did you ask for your email address to be changed?'),
    Mail: EmailChangeAsked,
    example: { ...change, newEmail, notMeUrl, isAdmin: false },
  },
  'email-changed-from': {
    subject: words('Your email address has been changed'),
    Mail: EmailChangedFrom,
    example: { ...change, newEmail, notMeUrl, isAdmin: false },
  },
  'email-changed-to': {
    subject: words('Your new email address is confirmed'),
    Mail: EmailChangedTo,
    example: change,
  },
};
