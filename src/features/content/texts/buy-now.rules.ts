import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Around the application form. */
export const BUY_NOW = section('buy_now', {
  title: words('Buy Now'),
  intro: words('A booklet with your name in it, a card and a letter, sent to your door.'),
  details_text: words(
    'We use these details to make your kit, deliver it and write to you about it. Our team reads them. The courier gets only your name, address and telephone number.',
  ),
});
