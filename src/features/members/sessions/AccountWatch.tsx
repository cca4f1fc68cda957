import { useEffect, useRef, useState } from 'react';
import { call, isAnotherAccount } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { subscribeToModals, topModal } from '../../../web/ui/modals.ts';
import { useWords } from '../../../web/words.tsx';
import { whoAmI } from './session.contract.ts';
import type { User } from './useAccount.ts';
import { useSession } from './useSession.ts';

/** The news that a session is over may come before the answer that logs the next one in. */
const SETTLING_MS = 500;

/**
 * Two people take turns in one browser: whoever comes back to a tab is warned when it is still that of the one before.
 * The server refuses what such a tab sends (`Acting-For`), so nothing is done under another name meanwhile.
 * The warning waits for an open dialog, which keeps its words, and is asked for again then: a login may have ended it.
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
  const text = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!ownerId) return;
    let isWaiting = false;
    const hasOtherDialog = () => topModal()?.contains(text.current) === false;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      isWaiting = hasOtherDialog();
      if (isWaiting) return;
      call(whoAmI).catch((error: unknown) => {
        // An ended session is met by the next action, which asks to log in again and keeps the words.
        if (!isAnotherAccount(error)) return;
        isWaiting = hasOtherDialog();
        if (!isWaiting) setReplacedId(ownerId);
      });
    };
    const giveWay = () => {
      if (!hasOtherDialog()) {
        if (isWaiting) look();
      } else if (text.current) {
        isWaiting = true;
        setReplacedId(undefined);
      }
    };
    const timer = isOver ? window.setTimeout(look, SETTLING_MS) : undefined;
    const unsubscribe = subscribeToModals(giveWay);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      unsubscribe();
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
      <p ref={text}>
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
