import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What is written beside the link when somebody shares the campaign; theirs to change before they send it. */
export const SHARE = section(
  'share',
  {
    text: words(
      'Fifty-four threads, one cloth. I support the campaign for free movement in Africa. Will you sign too?',
    ),
  },
  ['text'],
);
