import { minutes } from '../../../shared/time.ts';

/**
 * What became of an imported statement. `open`: it is looked at and nothing has changed. `applied`: lines were
 * confirmed and can be taken back until they are booked. `booking`: they become payments, one after the other,
 * and then it is open again for what is left.
 */
export const IMPORT_STATES = ['open', 'applied', 'booking'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What became of a line: `used` proved a payment with another statement, `failed` could not be booked. */
export const LINE_STATES = ['proposed', 'ticked', 'booked', 'failed', 'used', 'unmatched'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** How long confirmed lines can be taken back: long enough to see a slip, short enough for who waits for a receipt. */
export const undoMs = minutes(10);

/** Beyond the usual 64 KiB: a year of a busy account. */
export const statementLimitBytes = 2 * 1024 * 1024;
/** Of the file, which grows when its quotes and line ends are written as JSON. */
export const largestFileBytes = 1.5 * 1024 * 1024;
/** Lines that one confirmation may tick. */
export const mostTicked = 1000;
