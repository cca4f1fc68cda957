import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CountrySelect } from './CountrySelect.tsx';
import { Field } from './Field.tsx';

const options = [
  {
    label: 'Africa',
    options: [
      { value: 'Equatorial Guinea', label: 'Equatorial Guinea' },
      { value: 'Ghana', label: 'Ghana' },
      { value: 'Guinea', label: 'Guinea' },
      { value: 'Ivory Coast', label: 'Ivory Coast', search: "Côte d'Ivoire" },
      { value: 'São Tomé and Príncipe', label: 'São Tomé and Príncipe' },
    ],
  },
  { label: 'Diaspora', options: [{ value: 'us', label: 'United States (Diaspora)' }] },
];

const page = (
  <form aria-label="Contact">
    <Field label="Country" required>
      <CountrySelect name="country" options={options} placeholder="Choose a country" />
    </Field>
    <button type="reset">Clear</button>
  </form>
);

const country = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
const posted = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('country');
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () =>
  document.getElementById(country().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('typing finds a country anywhere in its words, without accents, best match first', async () => {
  render(page);
  await userEvent.type(country(), 'gui');
  expect(offered()).toEqual(['Guinea', 'Equatorial Guinea']);
  await userEvent.clear(country());
  await userEvent.type(country(), 'cote divoire');
  expect(offered()).toEqual(['Ivory Coast']);
  await userEvent.clear(country());
  await userEvent.type(country(), 'PRINCI');
  expect(offered()).toEqual(['São Tomé and Príncipe']);
});

test('what its people are called finds a country', async () => {
  render(page);
  await userEvent.type(country(), 'ghanaian');
  expect(offered()).toEqual(['Ghana']);
  await userEvent.clear(country());
  await userEvent.type(country(), 'Ivorian');
  expect(offered()).toEqual(['Ivory Coast']);
  await userEvent.clear(country());
  await userEvent.type(country(), 'guinean');
  expect(offered()).toEqual(['Equatorial Guinea', 'Guinea']);
});

test('Enter takes the marked country and posts its value instead of its words', async () => {
  render(page);
  await userEvent.type(country(), 'united{Enter}');
  expect(country().value).toBe('United States (Diaspora)');
  expect(posted()).toBe('us');
  expect(country().getAttribute('aria-expanded')).toBe('false');
});

test('the arrows, Home and End walk through the open list and around its ends', async () => {
  render(page);
  country().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Equatorial Guinea');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Guinea');
  await userEvent.keyboard('{End}');
  expect(active()).toBe('United States (Diaspora)');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Equatorial Guinea');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('United States (Diaspora)');
  await userEvent.keyboard('{Home}{Enter}');
  expect(posted()).toBe('Equatorial Guinea');
});

test('Escape closes the list and leaves the dialog around it alone', async () => {
  const onKeyDown = vi.fn();
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      {page}
    </div>,
  );
  await userEvent.type(country(), 'gh');
  onKeyDown.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(country().getAttribute('aria-expanded')).toBe('false');
  expect(onKeyDown).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onKeyDown).toHaveBeenCalledOnce();
});

test('a press on a country takes it and keeps the focus in the field', async () => {
  render(page);
  await userEvent.click(country());
  await userEvent.click(screen.getByRole('option', { name: 'Ghana' }));
  expect(posted()).toBe('Ghana');
  expect(document.activeElement).toBe(country());
});

test('leaving the field takes the only match and never guesses between several', async () => {
  render(page);
  await userEvent.type(country(), 'ghan');
  await userEvent.tab();
  expect(posted()).toBe('Ghana');

  await userEvent.clear(country());
  await userEvent.type(country(), 'a');
  await userEvent.tab();
  expect(posted()).toBe('');
  expect(country().value).toBe('a');
  expect(country().validity.customError).toBe(true);
});

test('exact words are taken though they are found in other countries too', async () => {
  render(page);
  await userEvent.type(country(), 'guinea');
  await userEvent.tab();
  expect(posted()).toBe('Guinea');
});

test('a word that no country has says so', async () => {
  render(page);
  await userEvent.type(country(), 'atlantis');
  expect(offered()).toEqual([]);
  expect(screen.getAllByText('Nothing found').length).toBeGreaterThan(0);
});

test('an emptied field posts nothing, and a reset form forgets the choice', async () => {
  render(page);
  await userEvent.type(country(), 'ghana{Enter}');
  await userEvent.clear(country());
  await userEvent.tab();
  expect(posted()).toBe('');
  await userEvent.type(country(), 'ghana{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect([posted(), country().value]).toEqual(['', '']);
});

test('a form that owns the value decides what is shown', async () => {
  const change = vi.fn();
  const form = (value: string) => (
    <CountrySelect id="c" name="country" options={options} value={value} onChange={change} />
  );
  const { rerender } = render(form('Ghana'));
  const input = screen.getByRole<HTMLInputElement>('combobox');
  expect(input.value).toBe('Ghana');
  await userEvent.clear(input);
  await userEvent.type(input, 'guinea');
  await userEvent.tab();
  expect(change).toHaveBeenCalledWith('Guinea');
  rerender(form('Guinea'));
  expect(input.value).toBe('Guinea');
});

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

function serve() {
  const container = document.createElement('div');
  document.body.append(container);
  container.append(document.createRange().createContextualFragment(renderToString(page)));
  return container;
}

test('the server draws a native select with every country', () => {
  serve();
  expect(country().tagName).toBe('SELECT');
  expect(offered()).toHaveLength(7);
});

test('a country that was chosen before scripts ran is kept when they do', () => {
  const container = serve();
  (country() as HTMLElement as HTMLSelectElement).value = 'us';
  act(() => void (root = hydrateRoot(container, page)));
  expect(country().tagName).toBe('INPUT');
  expect(posted()).toBe('us');
  expect(country().value).toBe('United States (Diaspora)');
});

test('a native select that is in use stays until it is left', () => {
  const container = serve();
  country().focus();
  act(() => void (root = hydrateRoot(container, page)));
  expect(country().tagName).toBe('SELECT');
  (country() as HTMLElement as HTMLSelectElement).value = 'Ghana';
  act(() => country().blur());
  expect(country().tagName).toBe('INPUT');
  expect(posted()).toBe('Ghana');
});
