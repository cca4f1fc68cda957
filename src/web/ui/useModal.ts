import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { enterModal, leaveModal } from './modals.ts';

/**
 * Shows a `<dialog>` over the page while `isModal`, focuses its title (or what carries
 * `data-autofocus`), and gives the focus back to the opener.
 * `onLeave` hears Escape and the phone's back gesture; the dialog stays until `isModal` turns.
 */
export function useModal(
  isModal: boolean,
  onLeave: () => void,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(onLeave);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isModal) return;
    const opener = document.activeElement;
    dialog.showModal();
    enterModal(dialog);
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? dialog.querySelector('h2'))?.focus();
    return () => {
      leaveModal(dialog);
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
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
      if (event.target !== dialog) return;
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
