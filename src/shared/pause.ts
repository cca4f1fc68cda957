import { words } from './words.ts';

/** LIST of what the site can stop taking for a while. */
export const PAUSES = ['signing', 'applying', 'registering'] as const;
export type Pause = (typeof PAUSES)[number];

/** What is paused now, with the words for visitors; empty ones stand for `PAUSED`. */
export type Paused = Partial<Record<Pause, string>>;

/** What visitors read where an administrator wrote nothing else. */
export const PAUSED = words(
  'This is closed for a while. Please come back later: what you have typed stays in the form.',
);
