import { confirmEmailChange } from '../../../features/members/account/account.contract.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words.tsx';
import { LinkPage } from './LinkPage.tsx';

/** Takes a new address with the link that was mailed to it. */
export function EmailPage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  return (
    <LinkPage
      title={t('Confirm your new email address')}
      text={t(
        'You then log in with the new address, and we write to you there. We also tell the old address.',
      )}
      label={t('Use the new address')}
      pendingLabel={t('Changing...')}
      linkKey={linkKey}
      action={(key) => call(confirmEmailChange, { body: { token: linkKey }, key })}
      guarded={{
        endpoint: confirmEmailChange,
        stranger: (
          <p className="hint">
            {t(
              'If you did not ask for this change, close this page. Nothing happens without the password.',
            )}
          </p>
        ),
      }}
      next={
        <Button variant="primary" href="/profile">
          {t('Go to your profile')}
        </Button>
      }
      renew={
        <>
          <p>{t('Your address has not changed. You can ask for a new link in your profile.')}</p>
          <div className="actions">
            <Button variant="primary" href="/profile#security">
              {t('Go to your profile')}
            </Button>
          </div>
        </>
      }
    />
  );
}
