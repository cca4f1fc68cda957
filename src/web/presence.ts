import { minutes } from '../shared/time.ts';
import { setAttendedCheck } from './api.ts';

/** Events that only a person causes: a page may scroll, take the focus or move under a resting mouse by itself. */
const ACTIVITY_EVENTS = [
  'pointerdown',
  'touchstart',
  'wheel',
  'keydown',
  'input',
  'click',
] as const;
const AWAY_AFTER_MS = minutes(1);

/** Looks from now on whether someone is at this page, so that what it sends by itself says so. */
export function watchActivity(): void {
  let lastActivityAt = Date.now();
  const recordActivity = () => {
    lastActivityAt = Date.now();
  };
  for (const event of ACTIVITY_EVENTS)
    addEventListener(event, recordActivity, { capture: true, passive: true });
  // Coming back to a tab counts as activity before anything is touched.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) recordActivity();
  });
  setAttendedCheck(() => Date.now() - lastActivityAt < AWAY_AFTER_MS);
}
