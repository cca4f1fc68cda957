import { useEffect, useState } from 'react';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { whoAmI } from './member.contract.ts';
import { isAnotherAccount, useSession } from './useSession.ts';

/**
 * Two people take turns in one browser: whoever comes back to a tab is told when it still shows the one before.
 * The server refuses what such a tab sends (`Acting-For`), so nothing is done under another name meanwhile.
 */
export function AccountWatch() {
  const t = useWords();
  const { data: user } = useSession();
  const [isAnother, setAnother] = useState(false);
  const userId = user?.id;

  useEffect(() => {
    if (!userId) return;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      call(whoAmI).catch((error: unknown) => {
        // An ended session is met by the next deed, which asks to log in again and keeps the words.
        if (isAnotherAccount(error)) setAnother(true);
      });
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId]);

  return (
    <Dialog
      open={isAnother && user !== null}
      onClose={() => setAnother(false)}
      title={t('Another account is logged in now')}
      size="sm"
      role="alertdialog"
    >
      <p>
        {t(
          'Somebody has logged in with another account in this browser. This page is still that of {email}. Nothing is sent from it under another name, and what you have typed is still here.',
          { email: user?.email ?? '' },
        )}
      </p>
      <div className="actions">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('Show the account that is logged in')}
        </Button>
        <Button onClick={() => setAnother(false)}>{t('Stay on this page')}</Button>
      </div>
    </Dialog>
  );
}
