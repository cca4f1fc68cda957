import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Beside the contact form. */
export const CONTACT = section('contact', {
  title: words('Request Information'),
  write_title: words('Write to us'),
  write_text: words('One of us reads and answers every message.'),
  help_title: words('What we can help with'),
  help_text: words('The declaration, the kit, a payment, or how to take part where you live.'),
  cannot_title: words('What we cannot do'),
  cannot_text: words(
    'We issue no travel documents and give no advice on visas. Please ask your country’s passport office or the embassy of the country you want to visit.',
  ),
});
