import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The requirements of each level of OWASP ASVS 5.0.0, by section. */
const LEVELS = {
  1:
    '1.2:1-5 1.3:1-2 1.5:1 2.1:1 2.2:1-2 2.3:1 3.2:1-2 3.3:1 3.4:1-2 3.5:1-3 4.1:1 4.4:1 5.2:1-2 5.3:1-2 6.1:1 ' +
    '6.2:1-8 6.3:1-2 6.4:1-2 7.2:1-4 7.4:1-2 8.1:1 8.2:1-2 8.3:1 9.1:1-3 9.2:1 10.4:1-5 11.3:1-2 11.4:1 12.1:1 ' +
    '12.2:1-2 13.4:1 14.2:1 14.3:1 15.1:1 15.2:1 15.3:1',
  2:
    '1.1:1-2 1.2:6-9 1.3:3-11 1.4:1-3 1.5:2 2.1:2-3 2.2:3 2.3:2-4 2.4:1 3.3:2-4 3.4:3-6 3.5:4-5 3.7:1-2 4.1:2-3 ' +
    '4.2:1 4.3:1-2 4.4:2-4 5.1:1 5.2:3 5.4:1-3 6.1:2-3 6.2:9-12 6.3:3-4 6.4:3-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 ' +
    '7.3:1-2 7.4:3-5 7.5:1-2 7.6:1-2 8.1:2 8.2:3 8.4:1 9.2:2-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:6-11 10.5:1-5 ' +
    '10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:3 11.4:2-4 11.5:1 11.6:1 12.1:2-3 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 ' +
    '13.4:2-5 14.1:1-2 14.2:2-4 14.3:2-3 15.1:2-3 15.2:2-3 15.3:2-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 ' +
    '17.1:1 17.2:1-4 17.3:1-2',
} as const;
type Level = keyof typeof LEVELS;

const numbersOf = (level: Level) =>
  LEVELS[level].split(' ').flatMap((section) => {
    const [name = '', range = ''] = section.split(':');
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => `V${name}.${first + n}`);
  });

const byNumber = new Intl.Collator('en', { numeric: true }).compare;
const numbers = [...numbersOf(1), ...numbersOf(2)].sort(byNumber);

/** "V10.1.2" or "V10.1.2–V10.7.3" as each number of both levels in it. */
function expanded(range: string): string[] {
  const [first = '', last = first] = range.split('–');
  expect(numbers, range).toEqual(expect.arrayContaining([first, last]));
  return numbers.slice(numbers.indexOf(first), numbers.indexOf(last) + 1);
}

const VERDICTS = ['Met', 'Not met', 'Not applicable'] as const;
const page = readFileSync('docs/security.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [requirement = '', answer = '', proof = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const [range = '', ...name] = requirement.split(' ');
    const [, verdict = '', how = ''] = /^\*\*(.+?)\.\*\* (.+)$/.exec(answer) ?? [];
    return { range, requirements: expanded(range), name, verdict, how, proof };
  });

/** The requirements with this answer, in the order of the standard. */
const answered = (verdict: string) =>
  rows
    .filter((row) => row.verdict === verdict)
    .flatMap(({ requirements }) => requirements)
    .sort(byNumber);

/** The files of the repository that a cell names. */
const filesIn = (cell: string) =>
  [...cell.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|Dockerfile|\.?[\w.-]+\.(?:json|yaml)|\.\w+ignore)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('application/'));

test('has every requirement of levels 1 and 2 once', () => {
  expect(numbers).toHaveLength(253);
  expect(rows.flatMap(({ requirements }) => requirements).sort(byNumber)).toEqual(numbers);
  expect(VERDICTS.flatMap(answered).sort(byNumber)).toEqual(numbers);
});

test('names each requirement in three to nine words', () => {
  for (const { range, name } of rows) {
    expect(name.length, range).toBeGreaterThanOrEqual(3);
    expect(name.length, range).toBeLessThanOrEqual(9);
  }
});

test('says where what is met is met, and which test shows it or that none does', () => {
  for (const { range, how, proof } of rows.filter(({ verdict }) => verdict === 'Met')) {
    expect(filesIn(how), range).not.toEqual([]);
    if (proof === 'no test') continue;
    expect(filesIn(proof), range).not.toEqual([]);
    for (const file of filesIn(proof))
      expect(file, range).toMatch(/\.test\.tsx?$|\.spec\.ts$|^prove\//);
  }
});

test('names files that exist', () => {
  const files = rows.flatMap(({ how, proof }) => filesIn(how + proof));
  expect(files.length).toBeGreaterThan(250);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});

test('counts what is in its tables', () => {
  const counts = (answers: readonly string[]) => {
    const at = (level: Level) => numbersOf(level).filter((one) => answers.includes(one)).length;
    return [at(1), at(2), answers.length];
  };
  for (const [name, answers] of [
    ...VERDICTS.map((verdict) => [verdict, answered(verdict)] as const),
    ['All', numbers] as const,
  ]) {
    const cells = new RegExp(`^\\| ${name} *\\|(.+)\\|$`, 'm').exec(page)?.[1];
    expect(cells?.split('|').map(Number), name).toEqual(counts(answers));
  }
});

test('lists first all that is not met', () => {
  const items = [...page.matchAll(/^\d+\. \*\*(V.+?)\.\*\* .+$/gm)];
  const listed = items.flatMap(([, ranges = '']) => ranges.split(', ').flatMap(expanded));
  expect(listed.sort(byNumber)).toEqual(answered('Not met'));
});

describe('the inventory of keys', () => {
  const inventory = readFileSync('docs/protection.md', 'utf8');

  test('has every file that uses a key of APP_SECRET, by name', () => {
    const using = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
      .map((name) => join('src', name))
      .filter((file) =>
        /\bsecrets\s*\.(digests?|sign|verify|seal|unseal)\(/.test(readFileSync(file, 'utf8')),
      );
    expect(using.length).toBeGreaterThan(15);
    expect(using.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([]);
  });

  test('names files that exist', () => {
    expect(filesIn(inventory).length).toBeGreaterThan(30);
    expect(filesIn(inventory).filter((path) => !existsSync(path))).toEqual([]);
  });
});
