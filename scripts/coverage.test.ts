import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ORGANIZATION_SIZES,
  ORGANIZATION_TYPES,
  PARTNERSHIP_TYPES,
} from '../src/features/partner/partner.rules.ts';
import { AVAILABILITY } from '../src/features/volunteer/volunteer.rules.ts';
import { AFRICAN_COUNTRIES, DIASPORA_COUNTRIES, DIASPORA_REGIONS } from '../src/shared/country.ts';
import { checkCoverage, columns, listsOf } from './coverage.ts';

const repository = resolve(import.meta.dirname, '..');

describe('the specification of the pages of visitors and members', () => {
  test('is there, row by row, and each row has a test', () => {
    const { faults, counts } = checkCoverage(repository);
    expect(faults).toEqual([]);
    // A page without rows would have no faults either.
    expect(counts.here).toBeGreaterThan(100);
    expect(counts.texts).toBeGreaterThan(200);
    expect(counts.later).toBeGreaterThan(0);
  });

  test('is offered in every select list, complete and in order', () => {
    const names = (countries: readonly (readonly [string, string])[]) =>
      countries.map(([, name]) => name);
    const offered = {
      'African countries': [54, names(AFRICAN_COUNTRIES)],
      'Diaspora regions of the public forms': [5, DIASPORA_REGIONS],
      'Diaspora countries of the application': [17, names(DIASPORA_COUNTRIES)],
      'Volunteer availability': [7, AVAILABILITY],
      'Organization type': [10, ORGANIZATION_TYPES],
      'Organization size': [6, ORGANIZATION_SIZES],
      'Partnership type': [9, PARTNERSHIP_TYPES],
    } as const;
    const written = listsOf(readFileSync(join(repository, 'docs/coverage.md'), 'utf8'));
    const expected = Object.entries(offered).map(([name, [count, items]]) => [
      name,
      { count, items },
    ]);
    expect(written).toEqual(Object.fromEntries(expected));
    for (const [name, { count, items }] of Object.entries(written))
      expect(new Set(items).size, name).toBe(count);
  });
});

/** A tree with one row, as it should be but for what is given. */
function faultsWith(changes: Partial<Record<'asked' | 'source' | 'proof' | 'later', string>>) {
  const {
    asked = 'A “Sign” button, the address `/sign`',
    source = '`src/Sign.tsx`',
    proof = '`src/Sign.test.tsx` › signing › says %s',
    later = '| 2 | “Messages” | not yet |',
  } = changes;
  const tree = mkdtempSync(join(tmpdir(), 'one-africa-coverage-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const files = {
    'docs/coverage.md': [
      row(...columns.here),
      row('---', '---', '---', '---'),
      row('2', asked, source, proof),
      '',
      row(...columns.later),
      row('---', '---', '---'),
      later,
    ].join('\n'),
    'src/Sign.tsx': `// Sent
      export const sign = <a href={href('/sign')} title={t('Sign {name}')}>Thanks</a>;
      export const write = t('Write');`,
    'src/Sign.test.tsx': `describe('signing', () => {
      test.each(['Sign Awa', '/sign'])('says %s', () => {});
      test('says Write', () => {});
      test.skip('says Thanks', () => {});
    });
    test('does not say Sent', () => expect(text).toMatch(/Thanks/));`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return checkCoverage(tree).faults;
}

describe('the check', () => {
  test('finds nothing wrong with a row that is right', () => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith({ asked: '“Thanks”, “Sign {name}”' })).toEqual([]);
  });

  test.for([
    [{ source: '' }, 'lives nowhere'],
    [{ source: '`src/Gone.tsx`' }, 'lives in src/Gone.tsx, which is not there'],
    [{ proof: '' }, 'is proved by nothing'],
    [{ proof: '`src/Sign.test.tsx`' }, 'is proved by nothing'],
    [
      { proof: '`src/Gone.test.tsx` › says %s' },
      'is proved in src/Gone.test.tsx, which is not there',
    ],
    [{ proof: '`src/Sign.test.tsx` › says %s' }, 'is proved by no “says %s”'],
    [{ proof: '`src/Sign.test.tsx` › signing' }, 'is proved by no “signing”'],
    [
      { proof: '`src/Sign.test.tsx` › signing › says Thanks' },
      'is proved by no “signing › says Thanks”',
    ],
    [{ asked: '“Sent”' }, 'is not said in its source: Sent'],
    [{ asked: '`/signed`' }, 'is not said in its source: /signed'],
    [
      { asked: '“Write”', proof: '`src/Sign.test.tsx` › signing › says Write' },
      'is not looked for',
    ],
    [{ asked: '“href”', proof: '`src/Sign.test.tsx` › does not say Sent' }, 'is not said'],
    [{ asked: '' }, 'is no whole row'],
    [{ later: '| 2 | “Write” | not yet |' }, '“Write” is there by now'],
    [{ later: '| 2 | “Messages” | |' }, '“Messages”” has no reason'],
  ] as const)('with %j says that it %s', ([changes, sentence]) => {
    expect(faultsWith(changes).join('\n')).toContain(sentence);
  });
});
