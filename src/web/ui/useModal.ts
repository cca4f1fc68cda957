import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { enterModal, leaveModal, topModal } from './modals.ts';

/**
 * Shows a `<dialog>` over the page while `isModal`, focuses its title (or what carries
 * `data-autofocus`), and gives the focus to what `returnFocus` answers, else back to the opener.
 * `onLeave` hears Escape and the phone's back gesture; the dialog stays until `isModal` turns.
 */
export function useModal(
  isModal: boolean,
  onLeave: () => void,
  returnFocus?: () => Element | null | undefined,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(onLeave);
  const chosen = useEffectEvent(() => returnFocus?.());

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isModal) return;
    const opener = document.activeElement;
    // The bootstrap may have shown it already: whoever types in it keeps the focus.
    if (!dialog.open) {
      dialog.showModal();
      const first = dialog.querySelector<HTMLElement>('[data-autofocus]');
      (first ?? dialog.querySelector('h2'))?.focus();
    }
    enterModal(dialog);
    return () => {
      leaveModal(dialog);
      dialog.close();
      const given = document.activeElement;
      // Once the page is what it will be without the dialog: the opener may be gone with it.
      queueMicrotask(() => {
        // What was opened by an answer in it may have the focus by now.
        if (document.activeElement === given || document.activeElement === document.body)
          focusFirst([chosen(), opener, opener?.closest('details')?.querySelector('summary')]);
      });
    };
  }, [isModal]);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isModal) return;
    const cancel = (event: Event) => {
      if (event.target !== dialog) return; // A file input's cancel bubbles.
      event.preventDefault();
      leave();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    // Chrome closes on a second Escape or back gesture without asking; the state decides, not it.
    const close = (event: Event) => {
      // On a busy machine the event of the last closing comes when it is open again.
      if (event.target !== dialog || dialog.open) return;
      dialog.showModal();
      leave();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('keydown', escape);
    dialog.addEventListener('close', close);
    return () => {
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('keydown', escape);
      dialog.removeEventListener('close', close);
    };
  }, [isModal]);

  return ref;
}

/** The first that takes the focus gets it, unless another dialog lies over it by now. */
export function focusFirst(candidates: readonly (Element | null | undefined)[]) {
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement)) continue;
    if (topModal()?.contains(candidate) === false) continue;
    candidate.focus();
    if (candidate === document.activeElement) return;
  }
}
