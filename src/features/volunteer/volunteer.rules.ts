import { words } from '../../shared/words.ts';

/** When a volunteer has time (specification §3). */
export const AVAILABILITY: readonly string[] = [
  words('Part-time (1-5 hours/week)'),
  words('Part-time (6-10 hours/week)'),
  words('Part-time (11-20 hours/week)'),
  words('Full-time (20+ hours/week)'),
  words('Project-based'),
  words('Event-based only'),
  words('Flexible as needed'),
];
