import type { ReactNode } from 'react';

export type Toast = {
  title: ReactNode;
  description?: ReactNode;
  /** `neutral`: nothing was done and nothing failed; in a dialog it is in the bar, over nothing that is needed. */
  variant?: 'default' | 'destructive' | 'neutral';
  /** One thing that can be done about it, such as taking it back; it is elsewhere on the page too. */
  action?: { label: string; press: () => void };
};
export type ShownToast = Toast & { id: number; open: boolean };

/** Specification §9. */
export const toastRules = {
  visible: 1,
  durationMs: 5000,
  /** Of a toast that offers to undo: as long as emails about it wait. */
  undoMs: 10_000,
  swipePx: 50,
  hotkey: 'F8',
  removalDelayMs: 1_000_000,
} as const;

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before; any code may call it. Answers its id. */
export function toast(words: Toast): number {
  const id = ++lastId;
  set([{ ...words, id, open: true }, ...toasts].slice(0, toastRules.visible));
  return id;
}

/** Hides a toast; it is forgotten after the removal delay. */
export function dismissToast(id: number) {
  if (!toasts.some((shown) => shown.id === id && shown.open)) return;
  set(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  const forget = () => set(toasts.filter((shown) => shown.id !== id));
  setTimeout(forget, toastRules.removalDelayMs);
}

/** Hides what went wrong before, once it is no longer true. */
export function dismissErrors() {
  for (const { id, variant } of toasts) if (variant === 'destructive') dismissToast(id);
}

export const currentToasts = () => toasts;

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
