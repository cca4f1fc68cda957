import { useCallback, useEffect, useState } from 'react';

/** Dialogs that are addresses too: a link opens them with and without scripts, Back closes them. */
export type DialogPath = '/sign' | '/join';
const DIALOGS: readonly string[] = ['/sign', '/join'] satisfies DialogPath[];

/** Which dialog is open, kept in step with the address. */
export function useDialogAddress(initial: string) {
  const [open, setOpen] = useState<string | undefined>(
    DIALOGS.includes(initial) ? initial : undefined,
  );

  useEffect(() => {
    const follow = () =>
      setOpen(DIALOGS.includes(location.pathname) ? location.pathname : undefined);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  const show = useCallback((path: DialogPath) => {
    history.pushState({ dialog: true }, '', path);
    setOpen(path);
  }, []);

  const close = useCallback(() => {
    setOpen(undefined);
    // Back when we came from the page; from a link to the dialog itself there is nothing to go back to.
    if ((history.state as { dialog?: boolean } | null)?.dialog) history.back();
    else history.replaceState(null, '', '/');
    // A dialog that stood in the page has no opener.
    setTimeout(() => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    });
  }, []);

  return { open, show, close };
}
