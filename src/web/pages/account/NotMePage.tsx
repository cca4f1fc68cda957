import { disownChange } from '../../../features/members/account/account.contract.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words.tsx';
import { LinkPage } from './LinkPage.tsx';

/** Locks an account for who read in a mail of a change that was not theirs. */
export function NotMePage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  return (
    <LinkPage
      title={t('Was this not you?')}
      text={t(
        'Then lock your account. This logs everyone out and stops the password from working. Unless you are an administrator, it also removes any app, passkey or email address added in recent days. We will email you a link to choose a new password. If it was you after all, close this page.',
      )}
      label={t('Lock my account')}
      pendingLabel={t('Locking...')}
      linkKey={linkKey}
      action={(key) => call(disownChange, { body: { token: linkKey }, key })}
      next={<Button href="/account/reset">{t('Ask for the link again')}</Button>}
      renew={
        <>
          <p>
            {t(
              'Choose a new password instead. It logs everyone out. If you cannot log in, reply to one of our emails and we will help you.',
            )}
          </p>
          <div className="actions">
            <Button variant="primary" href="/account/reset">
              {t('Choose a new password')}
            </Button>
          </div>
        </>
      }
    />
  );
}
