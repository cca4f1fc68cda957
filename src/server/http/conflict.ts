import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';

/**
 * 409 for a change of what the caller has not seen: someone else changed it meanwhile. `now`, where it is given, is
 * the saved state; the page shows it beside the caller's entries.
 */
export const conflict = (now?: unknown): Fault =>
  new Fault(
    409,
    words('Someone else has changed this in the meantime. Please check it before you change it.'),
    now === undefined ? {} : { detail: { now } },
  );
