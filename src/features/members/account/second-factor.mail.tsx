import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { NotMe, type WithLockLink } from './account.mail.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph } from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What may change about how a member logs in. */
export type SecondFactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  /** By an administrator, every one of them. */
  | 'all-removed';

/** What each of these mails says, by the name of its template. */
interface SecondFactorMails {
  'second-factor-changed': {
    name: string;
    change: SecondFactorChange;
    /** What its owner calls it; empty when it is not about one. */
    passkey: string;
    when: string;
    /** The link that locks the account, for an owner who did not do it; empty where an administrator did. */
    notMeUrl: string;
    isAdmin: boolean;
  };
  /** `left` are open still. */
  'recovery-code-used': WithLockLink & { name: string; left: number; when: string };
}

const SENTENCES: Record<SecondFactorChange, string> = {
  'totp-added': words(
    'An authenticator app was added to your account. From now on, we’ll ask for its code when you log in.',
  ),
  'totp-removed': words(
    'The authenticator app was removed from your account. We no longer ask for its code when you log in.',
  ),
  'passkey-added': words(
    'A passkey was added to your account. From now on, it can be used to log in.',
  ),
  'passkey-removed': words('A passkey was removed from your account. It no longer works.'),
  'recovery-codes-renewed': words('New recovery codes were created. The old ones no longer work.'),
  'all-removed': words(
    'We have turned off two-step verification for your account and removed your authenticator app, passkeys and recovery codes. You are logged out everywhere, and from now on your password alone opens the account.',
  ),
};

function SecondFactorChanged(props: SecondFactorMails['second-factor-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { name, change, passkey, when } = props;
  return (
    <Layout
      preview={
        change === 'all-removed'
          ? t('Your password alone is now enough to log in.')
          : t('If it was you, you don’t need to do anything.')
      }
      title={t('Your login settings have changed')}
    >
      <Greeting name={name} />
      <Paragraph>{t(SENTENCES[change])}</Paragraph>
      <Facts
        facts={[
          ...(passkey ? [[t('Passkey'), passkey] as const] : []),
          [t('When'), dateTimeInWords(when)],
        ]}
      />
      {change === 'all-removed' ? <NotAsked /> : <NotYou {...props} />}
    </Layout>
  );
}

function RecoveryCodeUsed(props: SecondFactorMails['recovery-code-used']) {
  const t = useWords();
  const { name, left, when } = props;
  const { dateTimeInWords } = useDates();
  return (
    <Layout
      preview={t('If it was you, you don’t need to do anything.')}
      title={t('One of your recovery codes was used')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('One of your recovery codes was just used on your account. It won’t work again.')}
      </Paragraph>
      <Facts facts={[[t('When'), dateTimeInWords(when)]]} />
      <Paragraph>
        {left === 0
          ? t('It was the last one. Create new ones in your profile now.')
          : t(
              '{left, plural, one {# code is} other {# codes are}} left. You can create new ones in your profile.',
              { left },
            )}
      </Paragraph>
      <NotYou {...props} />
    </Layout>
  );
}

/** What who was robbed can do by themself, and for how long, and what they need us for. */
function NotYou(link: WithLockLink) {
  const t = useWords();
  return (
    <>
      <NotMe notMeUrl={link.notMeUrl} isAdmin={link.isAdmin} />
      {link.isAdmin ? null : (
        <Paragraph>
          {t(
            'If we later ask for an app or a passkey that isn’t yours, reply to this email. A person will make sure that it’s you and remove it.',
          )}
        </Paragraph>
      )}
    </>
  );
}

function NotAsked() {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <>
      <Paragraph>
        {t(
          'You can set it up again in your profile. If you didn’t ask us for this, choose a new password and reply to this email right away.',
        )}
      </Paragraph>
      <Action href={hrefTo('/account/reset')}>{t('Choose the password')}</Action>
    </>
  );
}

const awa = { name: 'Awa Diop' };
const when = '2026-11-21T09:30:00.000Z';
const notMeUrl = 'https://one.example/account/not-me#key=k';

/** The mails about the second factors of an account. */
export const secondFactorMails: Mails<SecondFactorMails> = {
  'second-factor-changed': {
    subject: words('Your login settings have changed'),
    Mail: SecondFactorChanged,
    example: { ...awa, change: 'passkey-added', passkey: 'Phone', when, notMeUrl, isAdmin: false },
  },
  'recovery-code-used': {
    subject: words('One of your recovery codes was used'),
    Mail: RecoveryCodeUsed,
    example: { ...awa, left: 9, when, notMeUrl, isAdmin: false },
  },
};
