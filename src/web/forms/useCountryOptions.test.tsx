import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import { CountrySelect } from './CountrySelect.tsx';
import { localeOf } from '../locales.ts';
import { useCountryOptions } from './useCountryOptions.ts';
import { WordsProvider } from '../words.tsx';

function Country() {
  return <CountrySelect name="country" options={useCountryOptions(CAMPAIGN_COUNTRIES)} />;
}

function show(language: string) {
  render(
    <WordsProvider locale={localeOf(language)}>
      <form aria-label="form">
        <Country />
      </form>
    </WordsProvider>,
  );
}
const field = () => screen.getByRole('combobox');
const offered = () => screen.getAllByRole('option').map((option) => option.textContent);
const posted = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('country');

test.for([
  ['en', ['Algeria', 'Angola', 'Benin'], ['Gabon', 'The Gambia', 'Ghana'], 'Zimbabwe'],
  ['fr', ['Afrique du Sud', 'Algérie', 'Angola'], ['Égypte', 'Érythrée', 'Eswatini'], 'Zimbabwe'],
] as const)(
  'in %s the 54 are in its alphabetical order, the diaspora after them',
  async ([language, first, middle, last]) => {
    show(language);
    await userEvent.click(field());
    const names = offered();
    expect(names).toHaveLength(59);
    expect(names.slice(0, 3)).toEqual(first);
    expect(names).toEqual(expect.arrayContaining([...middle]));
    expect(names.indexOf(middle[1])).toBe(names.indexOf(middle[0]) + 1);
    expect(names.indexOf(middle[2])).toBe(names.indexOf(middle[0]) + 2);
    expect(names[53]).toBe(last);
    expect(names[58]).toBe(
      localeOf(language).catalogue['Other Diaspora Location'] ?? 'Other Diaspora Location',
    );
  },
);

test.for([
  ['cote d’ivoire', 'Côte d’Ivoire', 'Ivory Coast'],
  ['ivory', 'Côte d’Ivoire', 'Ivory Coast'],
  ['ethiopia', 'Éthiopie', 'Ethiopia'],
  ['ETHIOPIE', 'Éthiopie', 'Ethiopia'],
  ['cap vert', 'Cabo Verde', 'Cabo Verde'],
  ['sao tome et', 'Sao Tomé-et-Principe', 'São Tomé and Príncipe'],
  ['rdc', 'République démocratique du Congo', 'Democratic Republic of the Congo'],
  ['brazzaville', 'République du Congo', 'Republic of the Congo'],
  ['etats unis', 'États-Unis (diaspora)', 'United States (Diaspora)'],
] as const)('“%s” finds %s and posts the name that is stored', async ([typed, shown, stored]) => {
  show('fr');
  await userEvent.type(field(), typed);
  expect(offered()).toEqual([shown]);
  await userEvent.keyboard('{Enter}');
  expect(posted()).toBe(stored);
});
