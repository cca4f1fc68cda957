import { describe, expect, test } from 'vitest';
import { type Locale, translate, words } from './words.ts';

const days = '{count, plural, one {# day} other {# days}}';

describe('words', () => {
  test('marks a sentence without changing it', () => {
    expect(words('Sign the Declaration')).toBe('Sign the Declaration');
  });
});

describe('a sentence', () => {
  const french: Locale = {
    tag: 'fr',
    catalogue: {
      Close: 'Fermer',
      'Hello {name}': 'Bonjour {name}',
      Empty: '',
      [days]: '{count, plural, one {# jour} other {# jours}}',
    },
  };

  test('without a locale is shown in English', () => {
    expect(translate('Close')).toBe('Close');
  });

  test('is shown in the language of the locale', () => {
    expect(translate('Close', {}, french)).toBe('Fermer');
    expect(translate('Hello {name}', { name: 'Awa' }, french)).toBe('Bonjour Awa');
  });

  test('that nobody translated yet, or translated to nothing, is shown in English', () => {
    expect(translate('Sign', {}, french)).toBe('Sign');
    expect(translate('Empty', {}, french)).toBe('Empty');
  });

  test('named like a property that every object has is still a sentence', () => {
    expect(translate('constructor', {}, french)).toBe('constructor');
    expect(translate('{toString}', {})).toBe('{toString}');
  });

  test('follows the plural rules of the language it is shown in', () => {
    expect(translate(days, { count: 0 })).toBe('0 days');
    expect(translate(days, { count: 0 }, french)).toBe('0 jour');
  });
});

describe('a placeholder', () => {
  test('is filled as often as it occurs, with text or number', () => {
    expect(translate('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
  });

  test('takes an empty text and a zero as values', () => {
    expect(translate('[{a}] [{b}]', { a: '', b: 0 })).toBe('[] [0]');
  });

  test('does not group the digits of a year', () => {
    expect(translate('Since {year}', { year: 1963 })).toBe('Since 1963');
  });

  test('without a value stays visible', () => {
    expect(translate('Hello {name}')).toBe('Hello {name}');
    expect(translate(days, {})).toBe(days);
  });

  test('is not looked for inside a value', () => {
    expect(translate('Hello {name}', { name: '{secret} #', secret: 'x' })).toBe('Hello {secret} #');
  });

  test('that is not one stays as it was written', () => {
    expect(translate('f(x) = {x + 1} and {', { x: 1 })).toBe('f(x) = {x + 1} and {');
    expect(translate('}{', {})).toBe('}{');
    expect(translate("Don't #1 {", {})).toBe("Don't #1 {");
  });
});

describe('a plural', () => {
  test('chooses one or other in English', () => {
    expect(translate(days, { count: 1 })).toBe('1 day');
    expect(translate(days, { count: 2 })).toBe('2 days');
  });

  test('prefers an exact number', () => {
    const sentence = '{n, plural, =0 {nobody} =1 {only you} one {# person} other {# people}}';
    expect([0, 1, 2].map((n) => translate(sentence, { n }))).toEqual([
      'nobody',
      'only you',
      '2 people',
    ]);
  });

  test('groups large numbers as the language does', () => {
    expect(translate(days, { count: 1234567 })).toBe('1,234,567 days');
    expect(translate(days, { count: 1234567 }, { tag: 'pt-PT', catalogue: {} })).toMatch(
      /^1.234.567 days$/,
    );
  });

  test('parts the groups of a French number with a space that headlines show', () => {
    expect(translate(days, { count: 12_345 }, { tag: 'fr', catalogue: {} })).toBe(
      '12\u00a0345 days',
    );
  });

  test('takes a number that came as text', () => {
    expect(translate(days, { count: '1' })).toBe('1 day');
  });

  test('knows all six forms of Arabic', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const catalogue = {
      [days]: `{count, plural, ${forms.map((form) => `${form} {${form}}`).join(' ')}}`,
    };
    const shown = [0, 1, 2, 3, 11, 100].map((count) =>
      translate(days, { count }, { tag: 'ar', catalogue }),
    );
    expect(shown).toEqual(forms);
  });

  test('fills names and further plurals inside its forms', () => {
    const sentence =
      '{n, plural, one {{name} has # letter} other {{name} has # letters in {m, plural, one {# box} other {# boxes}}}}.';
    expect(translate(sentence, { n: 1, name: 'Awa', m: 1 })).toBe('Awa has 1 letter.');
    expect(translate(sentence, { n: 5, name: 'Awa', m: 1 })).toBe('Awa has 5 letters in 1 box.');
  });

  test('is found in the middle of a sentence, over several lines', () => {
    const sentence = `You have {n, plural,
      one {# message}
      other {# messages}
    } today`;
    expect(translate(sentence, { n: 3 })).toBe('You have 3 messages today');
  });

  test('without a fitting form stays as it was written', () => {
    const sentence = '{n, plural, one {# day}}';
    expect(translate(sentence, { n: 2 })).toBe(sentence);
  });
});

test('a sentence without a translation is English, and in brackets where somebody develops', () => {
  const french = { tag: 'fr', catalogue: { Yes: 'Oui' } };
  expect(translate('No {name}', { name: 'Awa' }, french)).toBe('No Awa');
  expect(translate('No {name}', { name: 'Awa' }, { ...french, marksMissing: true })).toBe(
    '⟦No Awa⟧',
  );
  expect(translate('Yes', {}, { ...french, marksMissing: true })).toBe('Oui');
});

test.each(['{', '{{}', '{a', '{count, plural, '])(
  'a long text of “%s” is read a few times, however many braces it has',
  (piece) => {
    const { text, steps } = counted(piece.repeat(60_000 / piece.length));
    translate(text, { count: 1 });
    // A look from each brace to the end would take thousands of steps for each character.
    expect(steps() / 60_000).toBeLessThan(12);
  },
);

/** A text that counts how many of its characters are looked at: work does not depend on how busy the machine is. */
function counted(text: string) {
  let steps = 0;
  const methods = {
    slice(from?: number, to?: number) {
      const part = text.slice(from, to);
      steps += part.length;
      return part;
    },
    indexOf(piece: string, from = 0) {
      const at = text.indexOf(piece, from);
      steps += (at < 0 ? text.length : at) - from + 1;
      return at;
    },
    toString: () => text,
  };
  const proxy = new Proxy(methods, {
    get(target, key) {
      if (Object.hasOwn(target, key)) return Reflect.get(target, key);
      if (key !== 'length' && !/^\d+$/.test(String(key))) return undefined;
      steps++;
      return key === 'length' ? text.length : text[Number(String(key))];
    },
  });
  return { text: proxy as unknown as string, steps: () => steps };
}
