import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Above the questions of the volunteer application. */
export const VOLUNTEER = section(
  'volunteer',
  {
    intro: words(
      'This campaign runs on people with an evening to spare. Tell us what you are good at and when you have time. One of us reads and answers every application.',
    ),
  },
  ['intro'],
);
