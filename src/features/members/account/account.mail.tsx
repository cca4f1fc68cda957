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
  /** An administrator’s app and passkeys stay when the account is locked. */
  isAdmin: boolean;
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
        {t('Your account is ready. Your profile shows what we store about you.')}
      </Paragraph>
      <Paragraph>{t('Confirm your email address, and you can write to other members.')}</Paragraph>
      <Action href={props.verifyUrl}>{t('Confirm my address')}</Action>
      <Paragraph>{t('The link works once and expires after seven days.')}</Paragraph>
      <Paragraph>
        {t(
          'If you didn’t register, someone used your address. Reply to this email and we’ll remove the account.',
        )}
      </Paragraph>
    </Layout>
  );
}

function VerifyEmail({ name, verifyUrl }: AccountMails['verify-email']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Then you can write to other members.')}
      title={t('Confirm your email address')}
    >
      <Greeting name={name} />
      <Paragraph>{t('Confirm your email address, and you can write to other members.')}</Paragraph>
      <Action href={verifyUrl}>{t('Confirm my address')}</Action>
      <Paragraph>{t('The link works once and expires after seven days.')}</Paragraph>
      <Paragraph>
        {t(
          'If you didn’t join, someone probably mistyped their address. Reply to this email and we’ll remove the account.',
        )}
      </Paragraph>
    </Layout>
  );
}

function PasswordReset({ name, resetUrl, when, device }: AccountMails['password-reset']) {
  const t = useWords();
  return (
    <Layout
      preview={t('The link works once and expires after one hour.')}
      title={t('Choose a new password')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Someone asked for a new password for your account. If it was you, choose one now.')}
      </Paragraph>
      <WhenAndDevice when={when} device={device} />
      <Action href={resetUrl}>{t('Choose the password')}</Action>
      <Paragraph>{t('The link works once and expires after one hour.')}</Paragraph>
      <Paragraph>
        {t(
          'If it wasn’t you, ignore this email. Your password stays the same, and nobody else has the link.',
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
      <NotMe {...props} />
    </Layout>
  );
}

function SignIn(props: AccountMails['sign-in']) {
  const t = useWords();
  const { name, when, device } = props;
  return (
    <Layout
      preview={t('If it was you, you don’t need to do anything.')}
      title={t('A new browser logged in to your account')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Someone logged in to your account with a browser we haven’t seen before. If it was you, you don’t need to do anything.',
        )}
      </Paragraph>
      <WhenAndDevice when={when} device={device} />
      <NotMe {...props} />
    </Layout>
  );
}

function AccountDeleted({ name, when, device }: AccountMails['account-deleted']) {
  const t = useWords();
  return (
    <Layout preview={t('Thank you for having been with us.')} title={t('Your account is deleted')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'As you asked, we have deleted your account, your profile and your conversations. What you wrote to others stays with them, without your name.',
        )}
      </Paragraph>
      <WhenAndDevice when={when} device={device} />
      <Paragraph>
        {t(
          'We keep applications and payments, because our accounts must be complete. You can join again at any time.',
        )}
      </Paragraph>
      <Paragraph>{t('If you didn’t ask for this, reply to this email right away.')}</Paragraph>
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
        [t('Device'), describeDevice(t, props.device)],
      ]}
    />
  );
}

/** The way out for who reads of a change that was not theirs. */
export function NotMe({ notMeUrl, isAdmin }: WithLockLink) {
  const t = useWords();
  return (
    <>
      <Paragraph>
        {isAdmin
          ? t(
              'If it wasn’t you, lock your account now. That logs everyone out and disables the password. We’ll also email you a link to choose a new password. The app and passkeys of an administrator stay: if one isn’t yours, reply to this email.',
            )
          : t(
              'If it wasn’t you, lock your account now. That logs everyone out, disables the password and removes any app or passkey added lately. We’ll also email you a link to choose a new password.',
            )}
      </Paragraph>
      <Action href={notMeUrl}>{t('It wasn’t me: lock my account')}</Action>
      <Paragraph>{t('The link works once and expires after three days.')}</Paragraph>
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
    example: { ...change, notMeUrl, isAdmin: false },
  },
  'sign-in': {
    subject: words('A new browser logged in to your account'),
    Mail: SignIn,
    example: { ...change, notMeUrl, isAdmin: false },
  },
  'account-deleted': {
    subject: words('Your account is deleted'),
    Mail: AccountDeleted,
    example: change,
  },
};
