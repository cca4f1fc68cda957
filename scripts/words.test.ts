import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkWords, readWords } from './words.mjs';

const bareIn = (jsx: string) =>
  readWords('Page.tsx', `export const page = ${jsx};`).bare.map(({ text }) => text);
const sentencesIn = (source: string) =>
  readWords('page.tsx', source).sentences.map(({ text }) => text);

describe('bare words', () => {
  test.for([
    ['<p>Join us</p>', 'Join us'],
    ['<><b>Écoutez</b></>', 'Écoutez'],
    ['<p>{"Join us"}</p>', 'Join us'],
    ['<p>{open ? "Open" : t("Closed")}</p>', 'Open'],
    ['<p>{open && "Open"}</p>', 'Open'],
    ['<p>{`Hello ${name}`}</p>', 'Hello'],
    ['<p>{"Hello " + name}</p>', 'Hello'],
    ['<img alt="A passport" />', 'A passport'],
    ['<input placeholder={"Your name"} />', 'Your name'],
    ['<a aria-label={`Go to ${place}`} />', 'Go to'],
    ['<Field label={isNew ? "New" : t("Old")} />', 'New'],
    ['<Field hint="Optional" />', 'Optional'],
    ['<p title="Tip">{t("Fine")}</p>', 'Tip'],
    ['<Box aside={<i>Deep</i>} />', 'Deep'],
    ['<ul>{list.map(() => <li>Each</li>)}</ul>', 'Each'],
    ['<p>{t(`Hello ${name}`)}</p>', 'Hello'],
  ] as const)('%s', ([jsx, word]) => {
    expect(bareIn(jsx)).toEqual([word]);
  });

  test.for([
    '<p>{t("Join us")}</p>',
    '<p>{t("Hello {name}", { name })}</p>',
    '<Field label={t("Name")} hint={isNew ? t("New") : undefined} />',
    '<p className="red" id="top" data-size="large" href="/sign">{count}</p>',
    '<p>{count} / 12 · &nbsp;&#8212;</p>',
    '<p>{kind === "open" ? t("Open") : null}</p>',
    '<code translate="no">USDT <b>0xabc</b></code>',
    '<Field label={label} />',
  ])('%s has none', (jsx) => {
    expect(bareIn(jsx)).toEqual([]);
  });

  test('are reported on the line where they stand', () => {
    const { bare } = readWords(
      'Page.tsx',
      'const a = 1;\nconst page = (\n  <p>\n    Join us\n  </p>\n);',
    );
    expect(bare).toEqual([{ line: 4, text: 'Join us' }]);
  });
});

describe('the catalogue', () => {
  test('collects what t, translate and words say', () => {
    const source = `
      z.string(words('Full name is required'));
      const a = t('Hello {name}', { name: 'not this' });
      const b = translate(isNew ? 'New' : 'Old', {}, locale);
      const c = <p>{t(\`No holes\`)}</p>;
      other('Not this'); t(variable);`;
    expect(sentencesIn(source)).toEqual([
      'Full name is required',
      'Hello {name}',
      'New',
      'Old',
      'No holes',
    ]);
  });

  test('is compared with each locale file, both ways', () => {
    const root = tree({
      'src/features/sign/sign.contract.ts': "words('Full name is required');",
      'src/web/Page.tsx': 'export const page = <p>{t("Hello {name}", { name })} Bare</p>;',
      'src/web/Page.test.tsx': 'const page = <p>Tests speak freely</p>;',
      'src/web/locales/fr.json': JSON.stringify({ 'Hello {name}': 'Bonjour {nom}', Gone: 'Parti' }),
    });
    expect(checkWords(root).faults).toEqual([
      "src/web/Page.tsx:1 “Bare” is not passed through t('…')",
      'src/web/locales/fr.json lacks “Full name is required”',
      'src/web/locales/fr.json fills other placeholders than “Hello {name}”',
      'src/web/locales/fr.json has “Gone”, which nobody says',
    ]);
  });

  test('of a complete translation has no fault', () => {
    const root = tree({
      'src/web/Page.tsx': 'export const page = <p>{t("Hello {name}", { name })}</p>;',
      'src/web/locales/fr.json': JSON.stringify({ 'Hello {name}': 'Bonjour {name}' }),
    });
    expect(checkWords(root)).toEqual({
      faults: [],
      sentences: ['Hello {name}'],
      counts: { files: 1, languages: 1 },
    });
  });
});

function tree(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'one-africa-words-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
