import { PAGES } from '../content.rules.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';

/** Texts that no page shows by itself: programs and other sites do. */
const NO_PAGE = ['card'];

/** The path of the page that shows a section; the start page where no other one does. */
export const pageOf = (section: string): string => PAGES[section] ?? '/';

/** LIST of the sections whose texts are on pages, in their order there: those of the start page first. */
export const SECTIONS: readonly string[] = [...new Set(KNOWN_TEXTS.map(({ section }) => section))]
  .filter((section) => !NO_PAGE.includes(section))
  .sort((a, b) => Number(pageOf(a) !== '/') - Number(pageOf(b) !== '/'));
