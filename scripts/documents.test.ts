import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

/** Every first group that `pattern` finds in a file. */
const namesIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, name]) => name).sort();

describe('the settings', () => {
  const settings = namesIn('src/server/settings.ts', /^ {2}([A-Z][A-Z0-9_]+): /gm);

  test('have a row each in docs/settings.md', () => {
    expect(settings.length).toBeGreaterThan(30);
    const rows = read('docs/settings.md').match(/^\| `[A-Z].*?\|/gm) ?? [];
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual(settings);
  });

  test('have a line each in .env.example', () => {
    expect(namesIn('.env.example', /^# ([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
  });

  test.each(['compose.yaml', 'Dockerfile'])('are the only ones that %s sets', (file) => {
    const used = namesIn(
      file,
      /\b((?:PAYPAL|ETH|WALLETCONNECT|ADMIN|PUBLIC|APP|TRUST|METRICS|DATA)_[A-Z_]+)/g,
    );
    expect(used.length).toBeGreaterThan(0);
    expect(settings).toEqual(expect.arrayContaining(used));
  });
});

const documents = ['README.md', 'CONTRIBUTING.md', ...listDocuments('docs')];

function listDocuments(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** As GitHub makes them: lower case, without punctuation, hyphens for spaces. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('the links of %s lead to files and headings that exist', (file) => {
  const links = read(file).matchAll(
    /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)|src="(?!https?:)([^"]+)"/g,
  );
  for (const [link, path = '', anchor, source] of links) {
    const to = source ?? path;
    const target = to ? join(dirname(file), to) : file;
    expect(existsSync(target), link).toBe(true);
    if (anchor) expect(anchorsOf(target), link).toContain(anchor);
  }
});

test('the pictures of the README weigh 150 KB at most', () => {
  const pictures = namesIn('README.md', /src="([^"]+)"/g).map((path) => readFileSync(path ?? ''));
  expect(pictures).toHaveLength(4);
  expect(pictures.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(150_000);
});

describe('the files that documents name exist', () => {
  test('in the walks of docs/architecture.md', () => {
    const flows =
      read('docs/architecture.md')
        .split(/^## Five walks$/m)[1]
        ?.split(/^## /m)[0] ?? '';
    const named = flows.split(/^\*\*/m).flatMap((flow) => {
      const [, below = 'features'] = /\(below `([^`]+)`\)/.exec(flow) ?? [];
      return [...flow.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) =>
        join('src', below, path ?? ''),
      );
    });
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each(documents)('in %s, by their whole path', (file) => {
    const paths = read(file).matchAll(
      /`((?:src|scripts|prove|bench|e2e|sandbox|testing|docs)\/[\w./-]+)`/g,
    );
    expect([...paths].map(([, path]) => path ?? '').filter((path) => !existsSync(path))).toEqual(
      [],
    );
  });
});
