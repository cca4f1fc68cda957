import { HIDDEN, idOf, type Overrides, type Text } from '../../../shared/content.ts';
import { pictureIn } from '../../../shared/picture.ts';
import { isAddressOfLink, KNOWN_TEXTS, pictureUse } from '../texts/known-texts.rules.ts';
import { RATIFICATION } from '../texts/ratification.rules.ts';
import { SITE } from '../texts/site.rules.ts';
import { marked } from './marks.rules.ts';

/** Texts that the pages take apart, or use as an address. */
const UNMARKED = new Set(
  [SITE.contact_email, RATIFICATION.ratified, RATIFICATION.needed, RATIFICATION.source_address].map(
    idOf,
  ),
);

const isMarked = (text: Text) => !UNMARKED.has(idOf(text)) && !isAddressOfLink(text);

/** The number of a text in the marks of a page. */
export const textAt = (number: number): Text | undefined => KNOWN_TEXTS[number];

/**
 * The texts of a page with a mark around each that is shown. `builtIn` gives a built-in text in the language of the
 * page.
 */
export function markedTexts(content: Overrides, builtIn: (sentence: string) => string): Overrides {
  const shown = KNOWN_TEXTS.flatMap((text, number) => {
    const id = idOf(text);
    const value = content[id] ?? builtIn(text.fallback);
    // The built-in name is drawn.
    const isDrawn = id === idOf(SITE.name) && value === text.fallback;
    if (value === '' || value === HIDDEN || isDrawn || !isMarked(text)) return [];
    const picture = pictureUse(text) && pictureIn(value);
    const mark = picture ? `${picture.file} ${marked(number, picture.alt)}` : marked(number, value);
    return [[id, mark] as const];
  });
  return { ...content, ...Object.fromEntries(shown) };
}
