import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { translationFaults } from './translation.mjs';
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

  test('are reported with their line', () => {
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
      const count = '{n} left';
      t(count, { n });
      other('Not this'); t(variable);`;
    expect(sentencesIn(source)).toEqual([
      'Full name is required',
      'Hello {name}',
      'New',
      'Old',
      'No holes',
      '{n} left',
    ]);
  });

  test('is compared with each locale file, both ways', () => {
    const root = tree({
      'src/features/sign/sign.contract.ts': "words('Full name is required');",
      'src/web/Page.tsx': 'export const page = <p>{t("Hello {name}", { name })} Bare</p>;',
      'src/web/Page.test.tsx': 'const page = <p>Tests speak freely</p>;',
      'src/web/locales/fr.json': JSON.stringify({ Gone: 'Parti', 'Hello {name}': 'Bonjour {nom}' }),
    });
    expect(checkWords(root).faults).toEqual([
      "src/web/Page.tsx:1 “Bare” is not passed through t('…')",
      'src/web/locales/fr.json lacks “Full name is required”',
      'src/web/locales/fr.json “Hello {name}” fills other placeholders',
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

  test('may say the same as English where the list of such words says so, and only there', () => {
    const says = (same: string[]) =>
      checkWords(
        tree({
          'src/web/Page.tsx':
            'export const page = <p>{t("Action")} {t("Message")} {t("Name")}</p>;',
          'src/web/locales/fr.json': JSON.stringify({
            Action: 'Action',
            Message: 'Message',
            Name: 'Nom',
          }),
          'src/web/locales/same.json': JSON.stringify({ fr: same }),
        }),
      ).faults;
    expect(says(['Action', 'Message'])).toEqual([]);
    expect(says(['Action', 'Name', 'Zelle'])).toEqual([
      'src/web/locales/fr.json “Message” equals the English',
      'src/web/locales/fr.json “Name” is listed as the same in same.json and is not',
      'src/web/locales/same.json has “Zelle”, which nobody says',
    ]);
  });

  test('is sorted, so that a change shows what has changed', () => {
    const root = tree({
      'src/web/Page.tsx': 'export const page = <p>{t("Name")} {t("Hello")}</p>;',
      'src/web/locales/fr.json': '{"Name": "Nom", "Hello": "Bonjour"}',
    });
    expect(checkWords(root).faults).toEqual(['src/web/locales/fr.json is not sorted at “Hello”']);
  });

  test('may hold years, which no object keeps in their place', () => {
    const root = tree({
      'src/web/Page.tsx': 'export const page = <p>{t("1900")} {t("By year")} {t("54")}</p>;',
      'src/web/locales/fr.json': '{"1900": "1900", "54": "54", "By year": "Par année"}',
      'src/web/locales/same.json': '{"fr": ["1900", "54"]}',
    });
    expect(checkWords(root).faults).toEqual([]);
  });

  test('has no empty sentences: a text without words is left out', () => {
    expect(sentencesIn("words('')")).toEqual([]);
  });
});

describe('a refused phrase', () => {
  const faultsOf = (sentence: string, document: string) =>
    checkWords(
      tree({
        'src/web/Page.tsx': `export const page = <p>{t(${JSON.stringify(sentence)})}</p>;`,
        'docs/guide.md': `# Guide\n\n${document}\n`,
      }),
    ).faults;

  test('in a sentence or a document is reported with what to write instead', () => {
    expect(faultsOf('This link opens nothing any more.', 'The days are those of UTC.')).toEqual([
      '“This link opens nothing any more.”: write “no longer works”',
      'docs/guide.md:3 “The days are those of UTC.”: write “days are in UTC”',
    ]);
  });

  test('of a source file is reported with its line', () => {
    expect(faultsOf('Answer this mail if it was not you.', 'Clean.')).toEqual([
      '“Answer this mail if it was not you.”: write “email”',
      expect.stringMatching(/^src\/web\/Page\.tsx:1 .*: write “reply to this email”$/),
    ]);
  });

  test('that only sentences may not hold is let through in a document', () => {
    expect(faultsOf('Someone has signed.', 'Somebody has to start the mail server.')).toEqual([]);
  });

  test('is not seen in a clean sentence and a clean document', () => {
    expect(faultsOf('This link no longer works.', 'Days are in UTC.')).toEqual([]);
  });
});

describe('a French translation', () => {
  const faults = (english: string, french: string) =>
    translationFaults('fr', english, french, new Set());

  test.for([
    ['It’s here', "C'est ici", 'has a straight apostrophe: ’'],
    ['Say “yes”', 'Dites “oui”', 'has foreign quotation marks: « »'],
    ['Say “yes”', 'Dites « oui »', 'lacks the no-break space (U+00A0) within « »'],
    ['Saving...', 'Enregistrement...', 'has three dots: …'],
    ['Sure?', 'Vraiment ?', 'lacks the narrow space (U+202F) before ; ! ?'],
    ['Thanks!', 'Merci!', 'lacks the narrow space (U+202F) before ; ! ?'],
    ['Note: {a}', 'Note: {a}.', 'lacks the no-break space (U+00A0) before :'],
    ['Note: {a}', 'Note\u202F: {a}.', 'lacks the no-break space (U+00A0) before :'],
    ['Say “yes”', 'Dites «\u202Foui\u202F»', 'lacks the no-break space (U+00A0) within « »'],
    ['One; two', 'Un; deux', 'lacks the narrow space (U+202F) before ; ! ?'],
    ['(Really?)', '(Vraiment?)', 'lacks the narrow space (U+202F) before ; ! ?'],
    ['Two words', 'Deux  mots', 'has spaces too many'],
    ['Two words', 'Deux mots ', 'has spaces too many'],
    ['One\n\nTwo', 'Un deux', 'has other paragraphs'],
    ['At most 5,000', 'Au plus 5,000', 'groups digits with a comma: a narrow space (U+202F)'],
    ['Hello {name}', 'Bonjour', 'fills other placeholders'],
    ['Hello {name}', 'Bonjour {nom}', 'fills other placeholders'],
    ['Hello {name}', 'Bonjour {name', 'has braces that do not match'],
    ['Hello', 'Bonjour }', 'has braces that do not match'],
    ['{n, plural, one {# day} other {# days}}', '{n} jours', 'counts something else'],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, other {# jours}}',
      'lacks the plural form one',
    ],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# jour} few {# jours} other {# jours}}',
      'has a plural form that fr lacks: few',
    ],
    [
      '{n, plural, one {# day for {a}} other {# days for {a}}}',
      '{n, plural, one {# jour pour {b}} other {# jours pour {b}}}',
      'fills other placeholders',
    ],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# jour} other {des jours}}',
      'says the number (#) where English does not, or the other way round',
    ],
  ] as const)('of “%s” as “%s” %s', ([english, french, fault]) => {
    expect(faults(english, french)).toContain(fault);
  });

  test.for([
    ['Sure?', 'Vraiment\u202F?'],
    ['Really?!', 'Vraiment\u202F?!'],
    ['Say “yes”', 'Dites «\u00A0oui\u00A0».'],
    ['See https://example.org/?a=1 at 14:05', 'Voir https://example.org/?a=1 à 14:05'],
    ['At most 5,000', 'Au plus 5\u202F000'],
    ['One\n\nTwo', 'Un\n\nDeux'],
    ['One: {a}', 'Un\u00A0: {a}'],
    [
      '{n, plural, =0 {None} one {# day} other {# days}}',
      '{n, plural, one {# jour} other {# jours}}',
    ],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# jour} many {# de jours} other {# jours}}',
    ],
    ['{n, plural, other {#}} of {all}', '{n, plural, other {#}} sur {all}'],
    ['Hello {name}, {day}', 'Le {day}, bonjour {name}'],
  ] as const)('of “%s” as “%s” has no fault', ([english, french]) => {
    expect(faults(english, french)).toEqual([]);
  });
});

test('an Arabic plural needs the forms that Arabic distinguishes', () => {
  const days = '{n, plural, one {# day} other {# days}}';
  expect(translationFaults('ar', days, '{n, plural, one {#} other {#}}', new Set())).toEqual([
    'lacks the plural form zero, two, few, many',
  ]);
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
