import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What a person gets, and what the campaign wants for everybody: two lists that nobody may take for one. */
export const BENEFITS = section(
  'benefits',
  {
    title: words('The kit and the cause'),
    intro: words('A booklet in your name, a card and a letter, sent to your door.'),
    kit_alt: words('The booklet open, with a card and a letter before it'),
    kit_title: words('In the envelope'),
    kit1: words(
      'A booklet in your name. Show it to friends, never at a border: it is ours, not a state’s.',
    ),
    kit2: words('A card with the words of the Unity Declaration, for a wall or a shelf.'),
    kit3: words('A letter that says what the kit is and what it is not.'),
    kit4: '',
    cause_title: words('Not in the envelope'),
    cause1: words('That our governments ratify the protocol on free movement.'),
    cause2: words('That nobody needs a visa between two African countries.'),
    cause3: words(
      'That every citizen gets the passport which African states had planned for 2018.',
    ),
    cause4: words('That the diaspora finds the door open.'),
    cause_note: words('This is what our names ask for.'),
  },
  ['intro', 'kit1', 'kit2', 'kit3', 'cause1', 'cause2', 'cause3', 'cause4'],
);
