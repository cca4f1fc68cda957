import { Fault } from './fault.ts';
import { words } from './words.ts';

/**
 * 409 for whoever would overwrite what they have not seen: somebody else changed it meanwhile. `now`, where it is
 * given, is what stands there; the page shows it beside what was to be saved.
 */
export const overtaken = (now?: unknown): Fault =>
  new Fault(
    409,
    words('Somebody else has changed this meanwhile. Please look at it before you change it.'),
    now === undefined ? {} : { detail: { now } },
  );
