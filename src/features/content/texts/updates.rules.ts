import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What has happened, newest first; empty until somebody writes it. */
export const UPDATES = section(
  'updates',
  {
    title: words('Progress Updates'),
    intro: words('We report what has happened, not what we hope for.'),
    empty_title: words('Nothing to report yet'),
    empty_text: words(
      'When we hand over signatures, get an answer or send out kits, you will read it here first.',
    ),
    item1_title: '',
    item1_date: '',
    item1_text: '',
    item1_picture: '',
    item2_title: '',
    item2_date: '',
    item2_text: '',
    item2_picture: '',
    item3_title: '',
    item3_date: '',
    item3_text: '',
    item3_picture: '',
    item4_title: '',
    item4_date: '',
    item4_text: '',
    item4_picture: '',
    item5_title: '',
    item5_date: '',
    item5_text: '',
    item5_picture: '',
    item6_title: '',
    item6_date: '',
    item6_text: '',
    item6_picture: '',
  },
  ['intro'],
);

export const UPDATE_PICTURES = [
  UPDATES.item1_picture,
  UPDATES.item2_picture,
  UPDATES.item3_picture,
  UPDATES.item4_picture,
  UPDATES.item5_picture,
  UPDATES.item6_picture,
];
