import { verifyEmail } from '../../../features/members/account.contract.ts';
import { NewVerification } from '../../../features/members/NewVerification.tsx';
import { call } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words.tsx';
import { LinkPage } from './LinkPage.tsx';

/** Proves an address with the link that was mailed to it. */
export function VerifyPage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  return (
    <LinkPage
      title={t('Confirm your email address')}
      text={t(
        'One press, and we know that mails to you arrive. Then you can write to other members.',
      )}
      label={t('Confirm my address')}
      pendingLabel={t('Confirming...')}
      linkKey={linkKey}
      deed={(key) => call(verifyEmail, { body: { token: linkKey }, key })}
      next={
        <>
          <Button variant="primary" href="/messages">
            {t('Write to members')}
          </Button>
          <Button href="/profile">{t('Go to your profile')}</Button>
        </>
      }
      renew={<NewVerification />}
    />
  );
}
