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
      title={t('It was not you?')}
      text={t(
        'Then lock your account: everybody is logged out, the password opens nothing any more, and an app or a passkey that was added in these days is taken off, also a new email address. We mail you a link for a new password. If it was you after all, close this page.',
      )}
      label={t('Lock my account')}
      pendingLabel={t('Locking...')}
      linkKey={linkKey}
      action={(key) => call(disownChange, { body: { token: linkKey }, key })}
      next={<Button href="/account/reset">{t('No mail came? Ask for the link again')}</Button>}
      renew={
        <>
          <p>
            {t(
              'Choose a new password instead, which logs everybody out. If you cannot get in, answer one of our mails: a person helps you.',
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
