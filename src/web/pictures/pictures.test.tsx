import { LANGUAGES } from '../../shared/language.ts';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AFRICAN_COUNTRIES } from '../../shared/country.ts';
import { WordsProvider } from '../words.tsx';
import { Africa, AfricaLegend } from './Africa.tsx';
import { densityOf, drawAfrica, shadesOf } from './africa.ts';
import { Cloth } from './Cloth.tsx';
import { ClothOfCountries } from './ClothOfCountries.tsx';
import { Drawing } from './Drawing.tsx';
import { letterWordmark } from './wordmark.ts';

const byCountry = { Kenya: 12, Nigeria: 4200, Senegal: 1 };
const all: Record<string, ReactElement> = {
  Cloth: <Cloth signatures={4200} />,
  ClothOfCountries: <ClothOfCountries signatures={4200} byCountry={byCountry} />,
  Africa: <Africa byCountry={byCountry} />,
  AfricaLegend: <AfricaLegend byCountry={byCountry} />,
};
const weightOf = (markup: string) => brotliCompressSync(markup).length;

test('a letter of the wordmark is as wide to the left of its stem as to the right', () => {
  expect(letterWordmark('T', 14).path).toBe('M0 0h14v4h-5v14h-4v-14h-5z');
});

test('the pictures in the page are small', () => {
  expect(weightOf(renderToStaticMarkup(<Cloth signatures={0} />))).toBeLessThan(450);
  expect(weightOf(renderToStaticMarkup(<Cloth signatures={4200} />))).toBeLessThan(700);
  expect(weightOf(renderToStaticMarkup(<Cloth signatures={1e9} />))).toBeLessThan(1000);
  expect(weightOf(renderToStaticMarkup(all.ClothOfCountries))).toBeLessThan(2500);
  expect(weightOf(renderToStaticMarkup(all.Africa))).toBeLessThan(3500);
  expect(weightOf(drawAfrica(byCountry))).toBeLessThan(3000);
});

test.each(Object.entries(all))(
  '%s has nothing that a strict policy or an image would stop',
  (_, picture) => {
    const markup = renderToStaticMarkup(picture) + drawAfrica(byCountry);
    expect(markup).not.toMatch(/<(script|style|foreignObject|image|use|iframe)\b/i);
    expect(markup).not.toMatch(/\s(style|on\w+)=|url\(|javascript:|data:/i);
    expect(markup).not.toMatch(/\bNaN\b|undefined|null/);
    expect(renderToStaticMarkup(picture)).toBe(renderToStaticMarkup(picture));
  },
);

test('the cloth is a picture of the counter beside it and is hidden from readers', () => {
  const { container } = render(<Cloth signatures={7} className="cloth" />);
  expect(container.querySelector('svg.cloth')?.getAttribute('aria-hidden')).toBe('true');
});

test('each thread is a link that says its country and count, and has an address of its own', () => {
  render(all.ClothOfCountries);
  const threads = screen.getAllByRole('link');
  expect(threads).toHaveLength(54);
  const kenya = screen.getByRole('link', { name: 'Kenya: 12 signatures' });
  expect(kenya.getAttribute('href')).toBe('#KE');
  expect(kenya.id).toBe('KE');
  expect(screen.getByRole('link', { name: 'Senegal: 1 signature' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Algeria: no signatures yet' })).toBe(threads[0]);
  expect(screen.getByRole('link', { name: 'Zimbabwe: no signatures yet' })).toBe(threads[53]);
});

test('a thread that lights up stays on the cloth', () => {
  const { container } = render(all.ClothOfCountries);
  const width = Number(container.querySelector('svg')?.getAttribute('width'));
  for (const lit of container.querySelectorAll('.thread > path + path')) {
    const left = Number(/^M([\d.]+) /.exec(lit.getAttribute('d') ?? '')?.[1]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + 44).toBeLessThanOrEqual(width);
  }
});

test('the map names each of the 54 countries with its count, and no other area', () => {
  render(all.Africa);
  const map = screen.getByRole('img', { name: 'Map of Africa: signatures in each country' });
  const countries = map.querySelectorAll('title');
  expect(countries).toHaveLength(54);
  for (const [index, [, name]] of AFRICAN_COUNTRIES.entries())
    expect(countries[index]?.textContent).toMatch(new RegExp(`^${name}: `));
  expect(within(map).getByText('Nigeria: 4,200 signatures')).toBeTruthy();
  expect(map.querySelectorAll('path')).toHaveLength(55); // and Western Sahara, without a name
  expect(map.textContent).not.toMatch(/sahara/i);
});

test('with few signatures the shades are as far apart as with many', () => {
  for (const most of [60, 600, 6000]) {
    const shades = shadesOf({ Kenya: most, 'Other Diaspora Location': 1e9 });
    expect(shades.filter((from) => from <= most).length).toBeGreaterThanOrEqual(4);
    expect(densityOf(most, shades)).toBeGreaterThan(0.75);
  }
});

test('a country is drawn denser from 1, 10, 100, 1,000 and 10,000 signatures on', () => {
  const shade = (signatures: number) => densityOf(signatures, shadesOf(byCountry));
  const edges = [0, 1, 10, 100, 1000, 10_000].map(shade);
  expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
  expect([9, 99, 999, 9999, 1e9].map(shade)).toEqual(edges.slice(1));
  render(all.AfricaLegend);
  expect(screen.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
    'none yet',
    '1 to 9',
    '10 to 99',
    '100 to 999',
    '1,000 to 9,999',
    '10,000 or more',
  ]);
});

test('the map is also a file of its own with all outlines', () => {
  const file = new DOMParser().parseFromString(drawAfrica(byCountry), 'image/svg+xml');
  expect(file.documentElement.getAttribute('viewBox')).toBe('0 0 400 360');
  expect(file.querySelectorAll('path')).toHaveLength(55);
  for (const path of file.querySelectorAll('path'))
    expect(path.getAttribute('d')).toMatch(/^(M[-\d ]+[la][-\d ]+(a[-\d ]+)?z)+$/);
});

test('the words of the pictures are in the language of the page', () => {
  const catalogue = {
    Kenya: 'Kenia',
    '{country}: {count, plural, =0 {no signatures yet} one {# signature} other {# signatures}}':
      '{country} : {count, plural, =0 {pas encore de signature} other {# signatures}}',
  };
  render(<WordsProvider locale={{ tag: 'fr', catalogue }}>{all.Africa}</WordsProvider>);
  expect(screen.getByText('Kenia : 12 signatures')).toBeTruthy();
});

test('a drawing keeps its place before it comes, and is lazy when asked', () => {
  render(
    <>
      <Drawing of="booklet" alt="The booklet" />
      <Drawing of="headquarters" alt="The house" lazy />
    </>,
  );
  const [booklet, context] = screen.getAllByRole('img');
  expect([booklet?.getAttribute('width'), booklet?.getAttribute('height')]).toEqual(['340', '440']);
  expect(booklet?.hasAttribute('loading')).toBe(false);
  expect(context?.getAttribute('loading')).toBe('lazy');
  // The places that are kept are those of the files.
  const fileOf = (name: string) => readFileSync(`src/web/pictures/${name}.svg`, 'utf8');
  for (const language of LANGUAGES)
    expect(fileOf(`booklet-${language}`)).toMatch(/viewBox=["']0 0 340 440["']/);
  expect(fileOf('headquarters')).toMatch(/viewBox=["']0 0 480 300["']/);
});
