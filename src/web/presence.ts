import { minutes } from '../shared/time.ts';
import { attendedWhile } from './api.ts';

/** What only a person does: a page may scroll, take the focus or move under a resting mouse by itself. */
const SIGNS = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'input', 'click'] as const;
const AWAY_AFTER_MS = minutes(1);

/** Looks from now on whether somebody is at this page, so that what it sends by itself says so. */
export function watchPresence(): void {
  let lastSignAt = Date.now();
  const note = () => {
    lastSignAt = Date.now();
  };
  for (const sign of SIGNS) addEventListener(sign, note, { capture: true, passive: true });
  // Who comes back to a tab is here before they touch it.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) note();
  });
  attendedWhile(() => Date.now() - lastSignAt < AWAY_AFTER_MS);
}
