import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { NotMe } from './account.mail.tsx';
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
  };
  /** `left` are open still. */
  'recovery-code-used': { name: string; left: number; when: string; notMeUrl: string };
}

const SENTENCES: Record<SecondFactorChange, string> = {
  'totp-added': words(
    'An authenticator app has been set up. From now on we ask for its code when you log in.',
  ),
  'totp-removed': words(
    'The authenticator app has been removed. We no longer ask for its code when you log in.',
  ),
  'passkey-added': words('A passkey has been added. From now on it opens your account.'),
  'passkey-removed': words('A passkey has been removed. It no longer opens your account.'),
  'recovery-codes-renewed': words(
    'New recovery codes have been made. The old ones open nothing any more.',
  ),
  'all-removed': words(
    'We have taken the second step off your account: authenticator app, passkeys and recovery codes. You are logged out everywhere, and from now on your password alone opens the account.',
  ),
};

function SecondFactorChanged(props: SecondFactorMails['second-factor-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { name, change, passkey, when, notMeUrl } = props;
  return (
    <Layout
      preview={
        change === 'all-removed'
          ? t('Your password alone opens your account now.')
          : t('If it was you, there is nothing to do.')
      }
      title={t('How you log in has changed')}
    >
      <Greeting name={name} />
      <Paragraph>{t(SENTENCES[change])}</Paragraph>
      <Facts
        facts={[
          ...(passkey ? [[t('Passkey'), passkey] as const] : []),
          [t('When'), dateTimeInWords(when)],
        ]}
      />
      {change === 'all-removed' ? <NotAsked /> : <NotYou href={notMeUrl} />}
    </Layout>
  );
}

function RecoveryCodeUsed({ name, left, when, notMeUrl }: SecondFactorMails['recovery-code-used']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  return (
    <Layout
      preview={t('If it was you, there is nothing to do.')}
      title={t('A recovery code has been used')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'One of your recovery codes has just been given for your account. It opens nothing any more.',
        )}
      </Paragraph>
      <Facts facts={[[t('When'), dateTimeInWords(when)]]} />
      <Paragraph>
        {left === 0
          ? t('It was the last one. Please make new ones in your profile now.')
          : t(
              '{left, plural, one {# code is} other {# codes are}} left. You can make new ones in your profile.',
              { left },
            )}
      </Paragraph>
      <NotYou href={notMeUrl} />
    </Layout>
  );
}

/** What who was robbed can do by themself, and for how long, and what they need us for. */
function NotYou({ href }: { href: string }) {
  const t = useWords();
  return (
    <>
      <NotMe href={href} />
      <Paragraph>
        {t(
          'If we ask you for an app or a passkey that is not yours later on, answer this mail: a person makes sure that it is you, and takes it off.',
        )}
      </Paragraph>
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
          'In your profile you can set up a new one. You did not ask us for this? Then choose a new password, and answer this mail at once.',
        )}
      </Paragraph>
      <Action href={hrefTo('/account/reset')}>{t('Choose a new password')}</Action>
    </>
  );
}

const awa = { name: 'Awa Diop' };
const when = '2026-11-21T09:30:00.000Z';
const notMeUrl = 'https://one.example/account/not-me#key=k';

/** The mails about the second factors of an account. */
export const secondFactorMails: Mails<SecondFactorMails> = {
  'second-factor-changed': {
    subject: words('How you log in has changed'),
    Mail: SecondFactorChanged,
    example: { ...awa, change: 'passkey-added', passkey: 'Phone', when, notMeUrl },
  },
  'recovery-code-used': {
    subject: words('A recovery code of yours has been used'),
    Mail: RecoveryCodeUsed,
    example: { ...awa, left: 9, when, notMeUrl },
  },
};
