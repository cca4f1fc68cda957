import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  catalogues,
  importsWithoutPart,
  LATE_PARTS,
  MEMBER_PARTS,
  memberSentences,
  publicSentences,
  sentencesOf,
} from './catalogues.ts';
import { shortKey } from '../src/shared/words.ts';

/** A page with a form, what answers it, and much that its visitors never read. */
const site = {
  'src/web/entry.client.tsx': `
    import { Form } from '../features/sign/Form.tsx';
    import type { Mail } from '../features/sign/Mail.tsx';
    const later = () => import('./pages/landing/ShareDialog.tsx');
    t('Page');`,
  'src/web/pages/landing/ShareDialog.tsx': `export { note } from './note.ts'; t('Dialog');`,
  'src/web/pages/landing/note.ts': `export const note = words('Note');`,
  'src/web/entry.app.tsx': `import './Dashboard.tsx';`,
  'src/web/Dashboard.tsx': `t('Dashboard');`,
  'src/web/entry.server.tsx': `import './Hero.tsx';`,
  'src/web/Hero.tsx': `t('Hero');`,
  'src/features/sign/Form.tsx': `import { sign } from './sign.contract.ts'; t('Form');`,
  'src/features/sign/sign.contract.ts': `export const sign = words('Name is required');`,
  'src/features/sign/Mail.tsx': `t('Mail');`,
  'src/features/sign/sign.routes.ts': `
    import { sign } from './sign.contract.ts';
    import { add } from './sign.service.ts';
    words('Thank you');`,
  'src/features/sign/sign.service.ts': `words('Signed before');`,
  'src/features/admin/admin.contract.ts': `words('Choose a person');`,
  'src/features/admin/admin.routes.ts': `import './admin.contract.ts'; words('Made admin');`,
  'src/server/app.ts': `import './errors.ts';`,
  'src/server/http/errors.ts': `words('Too busy');`,
};

describe('a public page', () => {
  test('fetches with the first touch what its own modules say, and nothing else', () => {
    expect([...sentencesOf(tree(site), 'public')].sort()).toEqual(
      ['Form', 'Name is required', 'Page'].sort(),
    );
  });

  test('fetches with a part that is opened later what that adds', () => {
    expect([...sentencesOf(tree(site), 'dialogs')].sort()).toEqual(['Dialog', 'Note']);
  });

  test('has no part that the list does not name', () => {
    expect(() => sentencesOf(tree(site), 'everything')).toThrow('no part');
  });
});

describe('the catalogue of', () => {
  const root = () =>
    tree({
      ...site,
      'src/web/locales/fr.json': JSON.stringify({
        Dashboard: 'Tableau',
        Form: 'Formulaire',
        Mail: 'Lettre',
      }),
    });

  test.for([
    ['public', { [shortKey('Form')]: 'Formulaire' }],
    ['members', { [shortKey('Dashboard')]: 'Tableau' }],
  ] as const)('%s pages is a module that Vite serves', async ([part, catalogue]) => {
    const vite = await createServer({
      configFile: false,
      root: root(),
      logLevel: 'silent',
      plugins: [catalogues(root())],
      server: { middlewareMode: true, ws: false },
    });
    const loaded = await vite.ssrLoadModule(`virtual:locale/fr/${part}`);
    await vite.close();
    expect(loaded.default).toEqual(catalogue);
  });

  test('two sentences with the same short key is not cut', () => {
    const root = tree({
      ...site,
      'src/web/locales/fr.json': JSON.stringify({
        'Day 350648': 'Jour 350648',
        'Day 6115': 'Jour 6115',
      }),
    });
    const { load } = catalogues(root) as { load(id: string): unknown };
    expect(() => load.call({ addWatchFile() {} }, '\0virtual:locale/fr/public')).toThrow(
      '“Day 6115” and “Day 350648” have the same short key',
    );
  });
});

describe('of this site', () => {
  const french = JSON.parse(readFileSync('src/web/locales/fr.json', 'utf8')) as Record<
    string,
    string
  >;
  const first = sentencesOf('.', 'public');
  const parts = Object.keys(LATE_PARTS);

  test('every sentence of the public pages comes with the first touch or with its part', () => {
    const fetched = new Set([...first, ...parts.flatMap((part) => [...sentencesOf('.', part)])]);
    expect([...publicSentences('.')].filter((sentence) => !fetched.has(sentence))).toEqual([]);
  });

  test('every sentence of the members’ pages comes with what they share or with the page itself', () => {
    const named = ['members', ...Object.keys(MEMBER_PARTS)];
    const fetched = new Set(named.flatMap((part) => [...sentencesOf('.', part)]));
    expect([...memberSentences('.')].filter((sentence) => !fetched.has(sentence))).toEqual([]);
  });

  test('no module comes with a page that does not fetch its sentences', () => {
    expect(importsWithoutPart('.')).toEqual([]);
  });

  test.for(['Côte d’Ivoire', 'Le nom complet est obligatoire'])(
    'the public pages can say “%s” from the first touch on',
    (sentence) => {
      const [key = ''] =
        Object.entries(french).find(([, translated]) => translated === sentence) ?? [];
      expect(first).toContain(key);
    },
  );

  test.for([
    'Fifty-four threads.',
    'Dear {name},',
    'Confirm this payment?',
    'Email configuration saved',
    'Invalid credentials',
  ])('they do not carry “%s”, which only others say', (sentence) => {
    expect(french).toHaveProperty([sentence]);
    expect(publicSentences('.')).not.toContain(sentence);
  });

  test.for([['public', 9], ...parts.map((part) => [part, 12] as const)] as const)(
    'the French of %s weighs at most %i KB',
    ([part, kilobytes]) => {
      const said = sentencesOf('.', part);
      const chosen = Object.fromEntries(
        Object.entries(french).flatMap(([sentence, translation]) =>
          said.has(sentence) ? [[shortKey(sentence), translation]] : [],
        ),
      );
      const weight = brotliCompressSync(JSON.stringify(chosen)).length;
      console.info(`${part}: ${(weight / 1000).toFixed(1)} KB of French`);
      expect(weight).toBeLessThanOrEqual(kilobytes * 1000);
    },
  );
});

function tree(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'one-africa-catalogues-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
