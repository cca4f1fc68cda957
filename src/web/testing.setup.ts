import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { currentToasts, dismissToast } from './ui/toasts.ts';

// How long a screen may take is measured elsewhere: on a busy machine a second is not a verdict,
// least of all for a sentence that waits for the French catalogue to be read.
configure({ asyncUtilTimeout: 10_000 });

// Files share a window: a test begins at no address of the one before.
beforeEach(() => history.replaceState(null, '', '/'));

afterEach(() => {
  cleanup();
  // Toasts outlive a page; no test may find those of the one before.
  for (const { id } of currentToasts()) dismissToast(id);
});

// Polyfills for jsdom.
const modal = new WeakSet<HTMLDialogElement>();
HTMLDialogElement.prototype.showModal = function showModal() {
  if (this.open && modal.has(this)) return;
  if (this.open) throw new DOMException('It is open already', 'InvalidStateError');
  this.open = true;
  modal.add(this);
  this.querySelector<HTMLElement>('button, input')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  modal.delete(this);
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};
Element.prototype.scrollIntoView = () => {};
Element.prototype.setPointerCapture = () => {};
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
