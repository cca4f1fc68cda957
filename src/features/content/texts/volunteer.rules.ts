import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Above the questions of the volunteer application. */
export const VOLUNTEER = section(
  'volunteer',
  {
    intro: words(
      'This campaign is carried by people with an evening to give. Tell us what you are good at and when you have time. A person reads every application and answers it.',
    ),
  },
  ['intro'],
);
