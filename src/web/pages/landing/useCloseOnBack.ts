import { useEffect, useEffectEvent } from 'react';

/** Gives an open dialog a step in the history, so that Back and the phone's gesture close it instead of leaving. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen) return;
    // The focus decides where the page is scrolled to when it closes, not the way back.
    history.scrollRestoration = 'manual';
    history.pushState({ dialogOver: true }, '');
    const closeDialog = () => close();
    addEventListener('popstate', closeDialog);
    return () => {
      removeEventListener('popstate', closeDialog);
      // Closed by its own button: the step goes too.
      if (isOverDialog()) history.back();
      setTimeout(restoreScroll, afterStepMs);
    };
  }, [isOpen]);
}

const isOverDialog = () => (history.state as { dialogOver?: boolean } | null)?.dialogOver === true;

/** The browser has taken the step by then. */
const afterStepMs = 300;

function restoreScroll() {
  if (!isOverDialog()) history.scrollRestoration = 'auto';
}
