import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { words } from '../../../shared/words.ts';
import type { SecondFactorChange, SecondFactorMailProps } from '../second-factor-mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { NotMe } from './NotMe.tsx';
import { useHref } from './useMailOptions.ts';
import { Paragraph } from './Paragraph.tsx';

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

export function SecondFactorChanged(props: SecondFactorMailProps['second-factor-changed']) {
  const t = useWords();
  const { momentInWords } = useDates();
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
          [t('When'), momentInWords(when)],
        ]}
      />
      {change === 'all-removed' ? <NotAsked /> : <NotYou href={notMeUrl} />}
    </Layout>
  );
}

export function RecoveryCodeUsed({
  name,
  left,
  when,
  notMeUrl,
}: SecondFactorMailProps['recovery-code-used']) {
  const t = useWords();
  const { momentInWords } = useDates();
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
      <Facts facts={[[t('When'), momentInWords(when)]]} />
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
