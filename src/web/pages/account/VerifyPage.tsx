import { verifyEmail } from '../../../features/members/registration/verification.contract.ts';
import { NewVerification } from '../../../features/members/registration/NewVerification.tsx';
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
        'Press the button to confirm that our emails reach you. Then you can write to other members.',
      )}
      label={t('Confirm my address')}
      pendingLabel={t('Confirming...')}
      linkKey={linkKey}
      action={(key) => call(verifyEmail, { body: { token: linkKey }, key })}
      guarded={{ endpoint: verifyEmail, stranger: <NotRegistered /> }}
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

/** For who reads the mail about an account that someone else has made with the address. */
function NotRegistered() {
  const t = useWords();
  return (
    <div className="grid gap-3 edged-t border-rule pt-5">
      <p>
        {t(
          'Someone else may have registered with your address. Choose your own password: it logs them out for good, and the account is yours.',
        )}
      </p>
      <div className="actions">
        <Button href="/account/reset">{t('Choose my own password')}</Button>
      </div>
    </div>
  );
}
