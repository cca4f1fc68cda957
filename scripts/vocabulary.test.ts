import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ALLOWED, WORDS } from './vocabulary/words.mjs';
import { findUses } from './vocabulary.mjs';

type Word = (typeof WORDS)[number];
type Allowance = (typeof ALLOWED)[number];

const anywhere = (word: string): Word => ({ word, where: 'anywhere', instead: 'a plain word' });
const names = (word: string): Word => ({ ...anywhere(word), where: 'names' });
const text = (word: string): Word => ({ ...anywhere(word), where: 'text' });

/** Where the words are used in these files: "path:line", with "allowed" behind it where it is. */
function usesIn(files: Record<string, string>, words: Word[], allowed: Allowance[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'one-africa-vocabulary-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  const paths = Object.keys(files).filter((path) => !path.endsWith('.json'));
  return findUses(root, paths, words, allowed).map(
    ({ path, line, allowance }) => `${path}:${line}${allowance ? ' allowed' : ''}`,
  );
}

const usesOf = (source: string, word: Word, path = 'a.tsx') => usesIn({ [path]: source }, [word]);

describe('a planted word', () => {
  test.for([
    ['a name', 'const desk = 1;'],
    ['a part of a name', 'const openDeskNow = 1;'],
    ['a type', 'interface DeskProps {}'],
    ['a constant', 'const OPEN_DESK = 1;'],
    ['a key', "const key = 'front-desk';"],
    ['a module', "import './desk.ts';"],
    ['a comment', '// Whoever sits at the desk.'],
    ['a comment of several lines', '/** Opens\n the desk. */'],
    ['a name in a comment', '// See `openDesk` for it.'],
    ['a title', "test('the Desk opens', run);"],
    ['a template', 'say(`the desk of ${name}`);'],
    ['the text of a page', 'const a = <p>The desk</p>;'],
    ['an expression', 'expect(/the desk opens/i);'],
  ] as const)('is found in %s', ([, source]) => {
    expect(usesOf(source, anywhere('desks?'))).toHaveLength(1);
  });

  test('is found in a path, a document and a sheet, on its line', () => {
    const files = {
      'src/desk.ts': 'export {};',
      'docs/a.md': '# Title\n\nA desk, and `deskOf`.\n\n```\nopenDesk();\n```\n',
      'src/a.css': '.desk {\n}\n/* A desk. */\n',
    };
    expect(usesIn(files, [anywhere('desk')])).toEqual([
      'src/desk.ts:0',
      'docs/a.md:3',
      'docs/a.md:3',
      'docs/a.md:6',
      'src/a.css:1',
      'src/a.css:3',
    ]);
  });

  test('of two parts is found however it is written', () => {
    const source = "keepBooks(KEEP_BOOKS, 'keep-books'); // It may keep books.";
    expect(usesOf(source, anywhere('keep books'))).toHaveLength(4);
  });

  test('is looked for in names or in text alone where the list says so', () => {
    const source = '// The line stands here.\nconst stands = 1;\n';
    expect(usesOf(source, names('stands'))).toEqual(['a.tsx:2']);
    expect(usesOf(source, text('stands'))).toEqual(['a.tsx:1']);
  });

  test('of file names is found at the beginning of one', () => {
    const files = { 'src/mine.service.ts': 'const mine = 1;', 'src/your-mine.service.ts': '' };
    expect(usesIn(files, [{ ...names('mine\\.service'), where: 'files' }])).toEqual([
      'src/mine.service.ts:0',
    ]);
  });
});

describe('what is no planted word', () => {
  test.for([
    ['a longer word', 'const desktop = deskew;'],
    ['an address', "send('desk@example.org');"],
  ] as const)('is %s', ([, source]) => {
    expect(usesOf(source, anywhere('desk'))).toEqual([]);
  });

  test('is a sentence of the catalogue, or the part of one that a test looks for', () => {
    const files = {
      'src/web/locales/fr.json': JSON.stringify({ 'Go to the desk now': 'Allez' }),
      'src/a.tsx': "t('Go to the desk now');\nexpect(/to the desk/i);\nsay('At the desk now');\n",
    };
    expect(usesIn(files, [anywhere('desk')])).toEqual(['src/a.tsx:3']);
  });

  test('is an allowed one, and no other use of the word beside it', () => {
    const files = {
      'src/a.store.ts': "const deed = table('triage_deeds');\n",
      'src/b.ts': "const all = 'triage_deeds';\nconst deed = 1;\n",
    };
    const allowed = { word: 'deeds?', line: /'triage_deeds'/, reason: 'a table' };
    expect(usesIn(files, [anywhere('deeds?')], [{ ...allowed, path: /\.store\.ts$/ }])).toEqual([
      'src/a.store.ts:1 allowed',
      'src/a.store.ts:1',
      'src/b.ts:1',
      'src/b.ts:2',
    ]);
  });
});

describe('the list', () => {
  test('names every word once, says what to write instead, and is made of patterns', () => {
    const keys = WORDS.map(({ word, where }) => `${where} ${word}`);
    expect(keys).toEqual([...new Set(keys)]);
    for (const { word, instead } of WORDS) {
      expect(() => new RegExp(word)).not.toThrow();
      expect(instead).not.toBe('');
    }
  });

  test('allows only words that it has, each for a reason and in a place', () => {
    for (const { word, path, line, reason } of ALLOWED) {
      expect(WORDS.map((entry) => entry.word)).toContain(word);
      expect(path ?? line).toBeDefined();
      expect(reason).not.toBe('');
    }
  });
});
