import { CONTACT_ADDRESS } from '../../../shared/email-address.ts';
import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What the whole site is called and where it is reached; an English text holds for every language that has none. */
export const SITE = section('site', {
  name: words('One Africa Passport'),
  tagline: words('Fifty-four threads. One cloth.'),
  contact_email: CONTACT_ADDRESS,
  /** Links to the campaign's own pages elsewhere; only https addresses are shown. */
  social_facebook: '',
  social_x: '',
  social_instagram: '',
  social_youtube: '',
  copyright_holder: words('One Africa Passport'),
});
