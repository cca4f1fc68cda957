import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/**
 * What search engines, and cards in other people's messages, say and show of the campaign's pages; the short notice
 * follows the words always, and the built-in picture is used as long as there is no other one.
 */
export const CARD = section('card', {
  summary: words(
    'A private campaign for the day when Africans can cross Africa freely. Sign the Unity Declaration, ask us anything, or apply for the campaign’s passport kit.',
  ),
  picture: '',
});
