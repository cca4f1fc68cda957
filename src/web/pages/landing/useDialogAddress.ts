import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DialogPath, isDialog, loadDialog } from './dialogs.ts';

/** Which dialog is open, kept in step with the address, and which were opened before in this visit. */
export function useDialogAddress() {
  const [open, setOpen] = useState<DialogPath>();
  const [seen, setSeen] = useState<readonly DialogPath[]>([]);
  /** The dialog that was requested last: one whose code comes late must not open over another. */
  const wish = useRef<DialogPath | undefined>(undefined);

  /** Resolves once it is open; a dialog whose code cannot be had is a page of its own. */
  async function enter(path: DialogPath) {
    try {
      await loadDialog(path);
    } catch (error) {
      console.warn(error);
      if (location.pathname === path) location.assign(path + location.search);
      return;
    }
    if (location.pathname !== path) return;
    setSeen((before) => (before.includes(path) ? before : [...before, path]));
    setOpen(path);
  }

  const follow = useEffectEvent(() => {
    const path = location.pathname;
    wish.current = undefined;
    if (isDialog(path)) return void enter(path);
    // The one that the bootstrap has opened is not ours yet: Back may come while its code does.
    if (!open) document.querySelector<HTMLDialogElement>('dialog[data-address][open]')?.close();
    setOpen(undefined);
  });
  useEffect(() => {
    const step = () => follow();
    // The bootstrap has opened one before React was there.
    if (isDialog(location.pathname)) step();
    addEventListener('popstate', step);
    return () => removeEventListener('popstate', step);
  }, []);

  async function show(path: DialogPath, opener?: Element) {
    wish.current = path;
    opener?.setAttribute('aria-busy', 'true');
    await loadDialog(path).catch(() => undefined);
    opener?.removeAttribute('aria-busy');
    if (wish.current !== path) return;
    // Tapped twice.
    if (location.pathname === path) {
      document.querySelector<HTMLElement>('dialog[open] h2')?.focus();
      return;
    }
    // The language that the address carries stays. One that follows another takes its place: Back leads to the page.
    const enters = isDialog(location.pathname) ? 'replaceState' : 'pushState';
    history[enters]({ dialog: true }, '', path + location.search);
    await enter(path);
  }

  function close() {
    setOpen(undefined);
    // Back to where it was opened; an entry of the history that a person made has nothing to go back to.
    if ((history.state as { dialog?: boolean } | null)?.dialog) history.back();
    else history.replaceState(null, '', `/${location.search}`);
    // One that was opened by going forward has no opener.
    setTimeout(() => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    });
  }

  return { open, seen, show, close };
}
