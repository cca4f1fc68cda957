import { type Translate, translate } from '../shared/words.ts';
import { localeOf } from './locales.ts';

/** For the server, which knows no catalogue of its own: it gets this beside what draws the pages. */
export const translateInto: Translate = (sentence, language, values) =>
  translate(sentence, values, localeOf(language));
