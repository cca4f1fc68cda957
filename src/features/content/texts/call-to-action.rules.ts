import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

export const CALL_TO_ACTION = section('call_to_action', {
  title: words('Weave your name in'),
  text: words('The cloth grows with every name. Signing is free and takes a minute.'),
  sign_button: words('Sign the Unity Declaration'),
  share_link: words('Share the campaign'),
  countries_title: words('By country'),
  map_alt: words(
    'A map of Africa, darker where more people have signed. The table gives the numbers.',
  ),
  countries_link: words('All countries'),
  donate_text: words('To donate without buying anything, on other sites:'),
});
