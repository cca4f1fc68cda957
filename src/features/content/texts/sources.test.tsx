import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { idOf } from '../../../shared/content.ts';
import { localeOf } from '../../../web/locales.ts';
import { startPageParts } from '../../../web/pages/landing/StaticParts.tsx';
import { SourcesPage } from '../../../web/pages/static/SourcesPage.tsx';
import { WordsProvider } from '../../../web/words.tsx';
import { DEFAULT_PRICING, publicPlans } from '../../payments/pricing/pricing.rules.ts';
import { KNOWN_TEXTS } from './known-texts.rules.ts';
import { SOURCES } from './sources.rules.ts';

/** Digits, numbers in words, and quotation marks: what a reader may want to look up. */
const CHECKABLE =
  /\d|“|\b(three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)\b/i;

/** LIST of the texts that hold such a thing and state nothing about the world; each was judged. */
const OUR_OWN: Readonly<Record<string, string>> = {
  'site.tagline': 'the campaign’s motto; the number is `numbers.nations`',
  'hero.title_line1': 'the same',
  'share.text': 'the same',
  'countries.intro': 'the threads of our picture; the number is `numbers.nations`',
  'faq.q6_answer': 'our own promise of delivery (specification §2)',
  'terms.s6_text': 'our own promise of delivery (specification §2)',
  'privacy.s3_text': 'what we keep ourselves',
  'privacy.s5_text': 'what we send ourselves',
  'privacy.s9_text': 'what we keep ourselves',
  'privacy.s10_text': 'what we keep ourselves',
  'cookies.intro': 'our own cookies',
  'cookies.s1_text': 'our own cookies',
  'cookies.s2_text': 'our own cookies',
  'cookies.s3_text': 'our own cookies',
  'cookies.s4_text': 'our own cookies',
  'cookies.s6_text': 'our own cookies',
  'cookies.s7_text': 'what PayPal’s published script stores; the number is of nothing',
};

const supported = new Set(SOURCES.flatMap(({ supports }) => supports.map(idOf)));
const quoted = KNOWN_TEXTS.filter(({ key, fallback }) => fallback && /^quote\d_text$/.test(key));
const checkable = [
  ...new Set([...KNOWN_TEXTS.filter(({ fallback }) => CHECKABLE.test(fallback)), ...quoted]),
].map(idOf);
const data = {
  signatures: 12,
  byCountry: { Ghana: 12 },
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://one.example',
  waysToPay: ['card' as const],
  sandbox: false,
  year: 2026,
};

describe('every date, number and quotation', () => {
  test.each(checkable)('%s has a source, or is the campaign’s own', (id) => {
    expect(supported.has(id) || id in OUR_OWN).toBe(true);
  });

  test('no text is excused that needs no excuse', () => {
    const needed = checkable.filter((id) => !supported.has(id));
    expect(Object.keys(OUR_OWN).sort()).toEqual(needed.sort());
  });
});

describe('the sources', () => {
  test('are numbered in their order', () => {
    expect(SOURCES.map(({ id }) => id)).toEqual(SOURCES.map((_, place) => `s${place + 1}`));
  });

  test.each(SOURCES)('$id names an address, a date and a text that exists', (source) => {
    expect(source.date).toMatch(/^\d{4}(-\d\d){0,2}$/);
    expect(source.addresses.length).toBeGreaterThan(0);
    for (const address of source.addresses) expect(new URL(address).protocol).toMatch(/^https?:$/);
    expect(source.supports.length).toBeGreaterThan(0);
    for (const text of source.supports) expect(KNOWN_TEXTS).toContain(text);
  });

  test('are in docs/sources.md row by row', () => {
    const rows = SOURCES.map(({ id, claim, date, supports, addresses }) =>
      [id, claim, date, supports.map(idOf).join(' '), addresses.join(' ')].join(' | '),
    );
    const cellsOf = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const written = readFileSync('docs/sources.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| s\d+ /.test(line))
      .map((line) => cellsOf(line).join(' | '));
    expect(written).toEqual(rows);
  });

  test('are found by every link of the start page', () => {
    const draw = (children: React.ReactNode) =>
      renderToStaticMarkup(<WordsProvider locale={localeOf('en')}>{children}</WordsProvider>);
    const start = draw(startPageParts(data).main);
    const anchors = [...start.matchAll(/href="\/sources#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors.length).toBeGreaterThan(15);
    const shown = draw(<SourcesPage />);
    for (const anchor of anchors) expect(shown).toContain(`id="${anchor}"`);
  });
});
