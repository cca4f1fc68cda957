const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Notes a dialog that now lies over the page. */
export function enterModal(dialog: HTMLDialogElement) {
  open.push(dialog);
  for (const listener of listeners) listener();
}

/** Notes that it is gone. */
export function leaveModal(dialog: HTMLDialogElement) {
  open.splice(open.indexOf(dialog), 1);
  for (const listener of listeners) listener();
}

/** The topmost modal dialog: whatever must be seen and reached now has to be inside it. */
export const topModal = () => open.at(-1);

export function subscribeToModals(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
