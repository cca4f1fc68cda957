import { render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KNOWN_TEXTS } from '../../../../features/content/texts/known-texts.rules.ts';
import { HIDDEN, idOf, type Overrides } from '../../../../shared/content.ts';
import { AFRICAN_COUNTRIES } from '../../../../shared/country.ts';
import { ContentProvider } from '../../../content.tsx';
import { localeOf } from '../../../locales.ts';
import { WordsProvider } from '../../../words.tsx';
import { Ratification } from './Ratification.tsx';

const draw = (content: Overrides = {}, language: 'en' | 'fr' = 'en') =>
  render(
    <WordsProvider locale={localeOf(language)}>
      <ContentProvider content={content}>
        <Ratification />
      </ContentProvider>
    </WordsProvider>,
  ).container;

const STATES = ['Rwanda', 'Niger', 'Mali', 'São Tomé and Príncipe'];
/** Of the drawing, as it is read aloud: a thread without a name is not. */
const named = (page: HTMLElement) =>
  [...page.querySelectorAll('.threads > :not([aria-hidden])')].map(
    ({ textContent }) => textContent,
  );
const threads = (page: HTMLElement) => page.querySelectorAll('.threads > li').length;
const score = (page: HTMLElement) => page.querySelector('.score')?.textContent;

describe('the states that have ratified', () => {
  test('are counted and named, with the day and a source', () => {
    const page = draw();
    expect(screen.getByRole('region', { name: 'Four of fifteen' })).toBeTruthy();
    expect(score(page)).toBe('4/15');
    expect(named(page)).toEqual(STATES);
    expect(threads(page)).toBe(15);
    const status = screen.getByText(/^As of July 2025: Rwanda, Niger, Mali, and São Tomé/);
    expect(within(status).getByRole('link').getAttribute('href')).toMatch(/^\/sources#s\d+$/);
  });

  test('are counted from the published names, and lead to the published source alone', () => {
    const content = {
      'ratification.ratified': 'Rwanda, Niger\nMali; Ghana,\nKenya ',
      'ratification.as_of': 'March 2027',
    };
    const page = draw(content);
    expect(score(page)).toBe('5/15');
    expect(named(page)).toEqual(['Rwanda', 'Niger', 'Mali', 'Ghana', 'Kenya']);
    expect(within(screen.getByText(/^As of March 2027:/)).queryByRole('link')).toBeNull();
    const source = 'https://au.int/en/treaties';
    const again = draw({ ...content, 'ratification.source_address': source });
    expect(again.querySelector('.hint a')?.getAttribute('href')).toBe(source);
  });

  test.each(['javascript:alert(1)', 'au.int'])('make no link of “%s”', (source) => {
    draw({ 'ratification.as_of': '2027', 'ratification.source_address': source });
    expect(within(screen.getByText(/^As of 2027:/)).queryByRole('link')).toBeNull();
  });

  test('may be more than are needed', () => {
    const page = draw({ 'ratification.needed': '3' });
    expect([score(page), threads(page)]).toEqual(['4/3', 4]);
  });

  test('are of fifteen when what was published is no number', () => {
    expect(score(draw({ 'ratification.needed': 'many' }))).toBe('4/15');
  });
});

describe('“Has your country ratified?”', () => {
  const rows = (page: HTMLElement) =>
    [...page.querySelectorAll('details li')].map(({ textContent }) => textContent);

  test('names every country and marks those that have', () => {
    const page = draw();
    expect(screen.getByRole('heading', { name: 'Has your country ratified?' })).toBeTruthy();
    expect(screen.getByText('Show the countries').tagName).toBe('SUMMARY');
    expect(rows(page)).toHaveLength(AFRICAN_COUNTRIES.length);
    const marked = rows(page).filter((row) => row?.endsWith(': ratified'));
    expect(marked).toEqual(STATES.toSorted().map((state) => `${state}: ratified`));
    expect(screen.getByRole('link', { name: 'Sign for your country' }).getAttribute('href')).toBe(
      '/sign',
    );
  });

  test('offers every country to choose from', () => {
    draw();
    const choice = screen.getByRole('combobox', { name: 'Has your country ratified?' });
    expect(within(choice).getAllByRole('option')).toHaveLength(AFRICAN_COUNTRIES.length + 1);
  });

  test('marks the same number in French', () => {
    const marked = rows(draw({}, 'fr')).filter((row) => row?.endsWith(' a ratifié'));
    expect(marked).toHaveLength(STATES.length);
  });
});

describe('who receives the signatures', () => {
  test('is not said before the campaign has written it', () => {
    draw();
    expect(screen.queryByText('Who receives the signatures')).toBeNull();
  });

  test('is said once it was published', () => {
    draw({ 'ratification.recipients_text': 'The speakers of the parliaments.' });
    expect(screen.getByRole('heading', { name: 'Who receives the signatures' })).toBeTruthy();
    expect(screen.getByText('The speakers of the parliaments.')).toBeTruthy();
  });
});

test('no heading or paragraph is empty when every text was hidden', () => {
  const page = draw(Object.fromEntries(KNOWN_TEXTS.map((text) => [idOf(text), HIDDEN])));
  for (const one of page.querySelectorAll('h2, h3, p, a, summary'))
    expect(one.textContent?.trim(), one.tagName).toBeTruthy();
});
