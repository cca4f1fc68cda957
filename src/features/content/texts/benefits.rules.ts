import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What a person gets, and what the campaign wants for everybody: two lists that nobody may take for one. */
export const BENEFITS = section(
  'benefits',
  {
    title: words('The kit and the cause'),
    intro: words('A booklet in your name, a card and a letter, sent to your door.'),
    kit_alt: words('The open booklet, with a card and a letter in front of it'),
    kit_title: words('In the envelope'),
    kit1: words(
      'A booklet in your name. Show it to friends, never at a border: it is ours, not a state’s.',
    ),
    kit2: words('A card with the words of the Unity Declaration, for a wall or a shelf.'),
    kit3: words('A letter that explains what the kit is and what it is not.'),
    kit4: '',
    cause_title: words('What the kit cannot give you'),
    cause1: words('Free movement across Africa. For that, governments must ratify the protocol.'),
    cause2: words('The end of visas between African countries.'),
    cause3: words('The African passport that states had planned for every citizen by 2018.'),
    cause4: words('An open door for the diaspora.'),
    cause_note: words('This is what our signatures ask governments for.'),
  },
  ['intro', 'kit1', 'kit2', 'kit3', 'cause1', 'cause2', 'cause3', 'cause4'],
);
