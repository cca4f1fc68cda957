import { words } from './words.ts';

/** LIST of what the site can stop taking for a while. */
export const PAUSES = ['signing', 'applying', 'registering'] as const;
export type Pause = (typeof PAUSES)[number];

/** Current pauses with their words for visitors; empty ones stand for `PAUSED`. */
export type Paused = Partial<Record<Pause, string>>;

/** The words for visitors where an administrator wrote none. */
export const PAUSED = words(
  'This is closed for now. Please come back later. What you typed stays in the form.',
);
