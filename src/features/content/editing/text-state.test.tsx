import { describe, expect, test } from 'vitest';
import { isBehind, stateOf } from './text-state.rules.ts';
import { unwritten, type PageText } from './useContentTexts.ts';

const row = (value: string, day: number, status: 'published' | 'draft') => ({
  id: crypto.randomUUID(),
  section: 'hero',
  key: 'description',
  language: 'en' as const,
  version: status === 'draft' ? 0 : 1,
  status,
  value,
  updatedBy: null,
  updatedAt: `2026-11-0${day}T10:00:00.000Z`,
});
const text = (language: 'en' | 'fr', more: Partial<PageText> = {}): PageText => ({
  ...unwritten({ language, section: 'hero', key: 'description' }),
  isKnown: true,
  builtIn: `Built in ${language}`,
  ...more,
});
const published = (value: string, day: number) => ({ published: row(value, day, 'published') });
const draft = (value: string, day: number) => ({ draft: row(value, day, 'draft') });

describe('a text is behind another language', () => {
  test.each([
    ['when only the other was changed', {}, published('New', 2), true],
    ['when the other was changed later', published('Nouveau', 1), published('New', 2), true],
    ['when the other has a later draft', published('Nouveau', 1), draft('New', 2), true],
    ['not when it was changed later itself', published('Nouveau', 3), published('New', 2), false],
    ['not when it has a later draft', draft('Nouveau', 3), published('New', 2), false],
    ['not when nobody changed anything', {}, {}, false],
    ['not when the other says what is built in', {}, published('Built in en', 2), false],
    ['not when the other is hidden', {}, published('-', 2), false],
  ])('%s', (_, french, english, expected) => {
    expect(isBehind(text('fr', french), text('en', english))).toBe(expected);
  });

  test('not in a section whose English text holds for all, unless it has one of its own', () => {
    const english = { ...text('en', published('New', 2)), section: 'site' };
    const french = { ...text('fr'), section: 'site' };
    expect(isBehind(french, english)).toBe(false);
    expect(isBehind({ ...french, ...published('Nom', 1) }, english)).toBe(true);
  });
});

test.each([
  ['draft', { ...draft('New', 2), ...published('Old', 1) }],
  ['hidden', published('-', 1)],
  ['published', published('New', 1)],
  ['builtIn', published('Built in en', 1)],
  ['builtIn', {}],
  ['inherited', { inherited: row('English', 1, 'published') }],
  ['none', { builtIn: '' }],
] as const)('is %s where it is written so', (state, more) => {
  expect(stateOf(text('en', more))).toBe(state);
});
