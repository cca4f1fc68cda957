import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Above the questions of the partnership application. */
export const PARTNER = section(
  'partner',
  {
    intro: words(
      'Schools, businesses, newsrooms, congregations, associations: tell us what you can offer and how we could work together. As a partner, you work with a private campaign, not with a state or the African Union.',
    ),
  },
  ['intro'],
);
