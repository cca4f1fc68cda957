import { useEffect, useState } from 'react';
import { call, isAnotherAccount } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { useWords } from '../../../web/words.tsx';
import { whoAmI } from './session.contract.ts';
import type { User } from './useAccount.ts';
import { useSession } from './useSession.ts';

/** The news that a session is over may come before the answer that logs the next one in. */
const SETTLING_MS = 500;

/**
 * Two people take turns in one browser: whoever comes back to a tab is warned when it is still that of the one before.
 * The server refuses what such a tab sends (`Acting-For`), so nothing is done under another name meanwhile.
 */
export function AccountWatch() {
  const t = useWords();
  const { data: user } = useSession();
  // Still theirs when their session is over: what they typed may still be here.
  const [owner, setOwner] = useState<User>();
  const [replacedId, setReplacedId] = useState<string>();
  if (user && user.id !== owner?.id) setOwner(user);
  const ownerId = owner?.id;
  const isOver = user === null;

  useEffect(() => {
    if (!ownerId) return;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      call(whoAmI).catch((error: unknown) => {
        // An ended session is met by the next action, which asks to log in again and keeps the words.
        if (isAnotherAccount(error)) setReplacedId(ownerId);
      });
    };
    const timer = isOver ? window.setTimeout(look, SETTLING_MS) : undefined;
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ownerId, isOver]);

  return (
    <Dialog
      open={replacedId !== undefined && replacedId === ownerId}
      onClose={() => setReplacedId(undefined)}
      title={t('This browser is now logged in to another account')}
      size="sm"
      role="alertdialog"
    >
      <p>
        {t(
          'Someone has logged in to another account in this browser. This page still belongs to {email}. Nothing is sent from it under another name, and what you typed is still here.',
          { email: owner?.email ?? '' },
        )}
      </p>
      <div className="actions">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('Show the logged-in account')}
        </Button>
        <Button onClick={() => setReplacedId(undefined)}>{t('Stay on this page')}</Button>
      </div>
    </Dialog>
  );
}
