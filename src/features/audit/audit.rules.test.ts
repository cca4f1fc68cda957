import { expect, test } from 'vitest';
import { ACT_SENTENCES, AREA_NOUNS, changesOf } from './audit.rules.ts';

test('every known act belongs to an area, so that narrowing the log loses none', () => {
  const nouns = new Set(Object.values(AREA_NOUNS).flat());
  const known = Object.keys(ACT_SENTENCES).map((action) => action.split('.')[0] ?? '');
  expect(known.length).toBeGreaterThan(40);
  expect(known.filter((noun) => !nouns.has(noun))).toEqual([]);
});

test('the values before and after are listed side by side, by their path', () => {
  expect(
    changesOf(
      { isActive: true, configData: { email: 'old@example.org', note: null } },
      { isActive: false, configData: { email: 'new@example.org' }, reason: 'moved' },
    ),
  ).toEqual([
    { name: 'isActive', before: 'true', after: 'false' },
    { name: 'configData.email', before: 'old@example.org', after: 'new@example.org' },
    { name: 'configData.note', before: '–', after: undefined },
    { name: 'reason', before: undefined, after: 'moved' },
  ]);
});

test.each([
  [null, null, []],
  [undefined, null, []],
  [null, { references: ['OA-1', 'OA-2'] }, [['references', 'OA-1, OA-2']]],
  [
    null,
    { lines: [{ n: 1 }, null], many: 3 },
    [
      ['lines', '{"n":1}, null'],
      ['many', '3'],
    ],
  ],
  [null, 'a word', [['', 'a word']]],
] as const)('%j and %j are listed without a hole', (before, after, expected) => {
  expect(changesOf(before, after).map((change) => [change.name, change.after])).toEqual(expected);
});
