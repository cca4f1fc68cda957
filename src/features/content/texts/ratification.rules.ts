import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** How far the protocol on free movement has come, and what a name does for it. */
export const RATIFICATION = section(
  'ratification',
  {
    title: words('Four of fifteen'),
    intro: words(
      'In January 2018 the African Union adopted a protocol on free movement. It takes effect when fifteen states have ratified it.',
    ),
    /** Names as the list of countries has them, with commas between; the page counts them. */
    ratified: words('Rwanda, Niger, Mali, São Tomé and Príncipe'),
    needed: words('15'),
    as_of: words('July 2025'),
    /** Where newer names were found; the built-in ones have a row on the page of sources. */
    source_address: '',
    step1_title: words('You sign.'),
    step1_text: words('Your name counts for your country.'),
    step2_title: words('Your country’s count grows.'),
    step2_text: words('We publish it where everyone can see it.'),
    step3_title: words('The fifteenth state ratifies.'),
    step3_text: words('Then the protocol takes effect.'),
    recipients_title: words('Who receives the signatures'),
    /** Empty until the owners have decided: nobody may be named who was not asked. */
    recipients_text: '',
    check_title: words('Has your country ratified?'),
    check_text: words('Ask your member of parliament when your country will ratify.'),
  },
  ['step1_text', 'step2_text', 'step3_text', 'check_text'],
);

/** The states of a published list, which may have a line for each. */
export const statesIn = (list: string): string[] =>
  list
    .split(/[,،;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
