import { describe, expect, test } from 'vitest';
import { idOf } from '../../../shared/content.ts';
import { translate } from '../../../shared/words.ts';
import { localeOf } from '../../../web/locales.ts';
import { KNOWN_TEXTS } from './known-texts.rules.ts';
import { sectionName, textName, wholeName } from './text-names.rules.ts';

describe.each(['en', 'fr'])('in %s', (language) => {
  const locale = localeOf(language);
  const t = (sentence: string, values?: Record<string, string>) =>
    translate(sentence, values, locale);

  test('every text of the pages has a name of its own, in words', () => {
    const names = new Map<string, string>();
    for (const text of KNOWN_TEXTS) {
      const name = wholeName(text, t);
      expect(names.get(name), `${idOf(text)} and ${names.get(name)}`).toBeUndefined();
      names.set(name, idOf(text));
      expect(textName(text, t), idOf(text)).not.toMatch(/[_{]/);
      expect(sectionName(text.section, t), idOf(text)).not.toMatch(/_/);
    }
  });
});

test('a text that no page knows is called as it was typed', () => {
  expect(wholeName({ section: 'spring', key: 'greeting2' }, (sentence) => sentence)).toBe(
    'spring › greeting2',
  );
});
