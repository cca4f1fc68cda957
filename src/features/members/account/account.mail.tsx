import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type Device, describeDevice } from '../device.rules.ts';
import { presentableName } from '../../mail/mail.rules.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** When something was done to an account, as ISO 8601, and with what. */
export interface AccountChange {
  name: string;
  when: string;
  device: Device;
}

export interface WithLockLink {
  /** The link that locks the account, for an owner who did not do it. */
  notMeUrl: string;
}

/** What each of these mails says, by the name of its template. */
interface AccountMails {
  welcome: { name: string; firstName: string; verifyUrl: string };
  'verify-email': { name: string; verifyUrl: string };
  'password-reset': AccountChange & { resetUrl: string };
  'password-changed': AccountChange & WithLockLink;
  'sign-in': AccountChange & WithLockLink;
  'account-deleted': AccountChange;
}

function Welcome(props: AccountMails['welcome']) {
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

function VerifyEmail({ name, verifyUrl }: AccountMails['verify-email']) {
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

function PasswordReset({ name, resetUrl, when, device }: AccountMails['password-reset']) {
  const t = useWords();
  return (
    <Layout preview={t('The link works once, for an hour.')} title={t('Choose a new password')}>
      <Greeting name={name} />
      <Paragraph>{t('Somebody asked for a new password for your account.')}</Paragraph>
      <WhenAndDevice when={when} device={device} />
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

function PasswordChanged(props: AccountMails['password-changed']) {
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
      <WhenAndDevice when={when} device={device} />
      <NotMe href={props.notMeUrl} />
    </Layout>
  );
}

function SignIn({ name, when, device, notMeUrl }: AccountMails['sign-in']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Was it you? Then all is well.')}
      title={t('A new browser has logged in to your account')}
    >
      <Greeting name={name} />
      <Paragraph>{t('We have not seen this browser in your account before.')}</Paragraph>
      <WhenAndDevice when={when} device={device} />
      <NotMe href={notMeUrl} />
    </Layout>
  );
}

function AccountDeleted({ name, when, device }: AccountMails['account-deleted']) {
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
      <WhenAndDevice when={when} device={device} />
      <Paragraph>
        {t(
          'Applications and payments are kept, because our books have to be complete. You can join again at any time.',
        )}
      </Paragraph>
      <Paragraph>{t('You did not ask for this? Please answer this mail at once.')}</Paragraph>
    </Layout>
  );
}

/** When and with which device something was done, so that the owner can recognize it. */
export function WhenAndDevice(props: {
  when: string;
  device: Device;
  more?: readonly (readonly [name: string, value: string])[];
}) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  return (
    <Facts
      facts={[
        ...(props.more ?? []),
        [t('When'), dateTimeInWords(props.when)],
        [t('With'), describeDevice(t, props.device)],
      ]}
    />
  );
}

/** The way out for who reads of a change that was not theirs. */
export function NotMe({ href }: { href: string }) {
  const t = useWords();
  return (
    <>
      <Paragraph>
        {t(
          'It was not you? Then lock your account at once: everybody is logged out, the password opens nothing any more, what was added lately is taken off, and we mail you a link for a new password.',
        )}
      </Paragraph>
      <Action href={href}>{t('It was not me')}</Action>
      <Paragraph>{t('The link works once, for three days.')}</Paragraph>
    </>
  );
}

const change = {
  name: 'Awa Diop',
  when: '2026-11-21T03:42:00.000Z',
  device: { browser: 'Chrome', system: 'Android' },
};
const notMeUrl = 'https://one.example/account/not-me#key=k';

/** The mails about a member’s account. */
export const accountMails: Mails<AccountMails> = {
  welcome: {
    subject: words('Welcome to One Africa Passport'),
    Mail: Welcome,
    example: {
      name: 'Awa Diop',
      firstName: 'Awa Diop',
      verifyUrl: 'https://one.example/account/verify#key=k',
    },
  },
  'verify-email': {
    subject: words('Confirm your email address'),
    Mail: VerifyEmail,
    example: { name: 'Awa Diop', verifyUrl: 'https://one.example/account/verify#key=k' },
  },
  'password-reset': {
    subject: words('Choose a new password'),
    Mail: PasswordReset,
    example: { ...change, resetUrl: 'https://one.example/account/reset#key=k' },
  },
  'password-changed': {
    subject: words('Your password has been changed'),
    Mail: PasswordChanged,
    example: { ...change, notMeUrl },
  },
  'sign-in': {
    subject: words('A new browser has logged in to your account'),
    Mail: SignIn,
    example: { ...change, notMeUrl },
  },
  'account-deleted': {
    subject: words('Your account is deleted'),
    Mail: AccountDeleted,
    example: change,
  },
};
