import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { answers, refuses, serve } from '../testing.fetch.ts';
import { Field } from './Field.tsx';
import { FormErrors } from './FormErrors.tsx';
import { TextInput } from './TextInput.tsx';
import { useForm } from './useForm.ts';
import { WordsProvider } from '../words.tsx';

const tell = endpoint({
  name: 'tell',
  summary: 'Tell something',
  method: 'POST',
  path: '/api/tell',
  access: anyone,
  body: z.object({
    last: z.string().check(z.minLength(2, 'Last is too short')),
    first: z.string().check(z.minLength(2, 'First is too short')),
  }),
  answer: z.object({ message: z.string() }),
});

function Page() {
  const form = useForm(tell, { fallback: 'That failed.', onSuccess: () => {} });
  return (
    <form {...form.form} aria-label="Tell">
      <FormErrors state={form} />
      <Field label="First" error={form.errors.first}>
        <TextInput name="first" />
      </Field>
      <Field label="Last" error={form.errors.last}>
        <TextInput name="last" />
      </Field>
      <button type="submit">Send</button>
    </form>
  );
}

/** What the summary lists. */
const summary = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the line above the form leads to the first wrong field, also while they are mended', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button'));
  expect(summary()).toEqual(['First and 1 more field']);
  await userEvent.type(screen.getByLabelText('First'), 'a');
  expect(summary()).toEqual(['First and 1 more field']);
  await userEvent.type(screen.getByLabelText('First'), 'b');
  expect(summary()).toEqual(['Last is too short']);
});

test('only wrong fields are called wrong information', async () => {
  serve(refuses(tell, 503, { message: 'We are away for a moment.' }));
  render(<Page />);
  await userEvent.click(screen.getByRole('button'));
  expect(within(screen.getByRole('alert')).getByText('Please check your information')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('First'), 'ab');
  await userEvent.type(screen.getByLabelText('Last'), 'cd');
  await userEvent.click(screen.getByRole('button'));
  expect((await screen.findByRole('alert')).textContent).toBe('We are away for a moment.');
});

test('a form that works without scripts is sent in the language of its page', () => {
  const plain = { ...tell, plainForm: { page: '/tell', thanks: '/thanks' } } as const;
  function Plain() {
    const { form } = useForm(plain, { fallback: '', onSuccess: () => {} });
    return <form {...form} aria-label="Tell" />;
  }
  const { unmount } = render(<Plain />);
  expect(screen.getByRole('form').getAttribute('action')).toBe('/api/tell#errors');
  unmount();
  render(
    <WordsProvider locale={{ tag: 'fr', catalogue: {} }}>
      <Plain />
    </WordsProvider>,
  );
  expect(screen.getByRole('form').getAttribute('action')).toBe('/api/tell?lang=fr#errors');
});

test('a form that the server takes from scripts alone is sent nowhere without them', () => {
  serve(answers(tell, { message: 'Thanks.' }));
  render(<Page />);
  expect(screen.getByRole('form').getAttribute('method')).toBe('dialog');
});

test('a form that is sent by script says the language of its page, so that it is answered in it', async () => {
  const sent = serve(answers(tell, { message: 'Dit' }));
  document.documentElement.lang = 'fr';
  render(<Page />);
  await userEvent.type(screen.getByLabelText('First'), 'ab');
  await userEvent.type(screen.getByLabelText('Last'), 'cd');
  await userEvent.click(screen.getByRole('button'));
  document.documentElement.lang = '';
  await expect.poll(() => sent[0]?.headers.get('Content-Language')).toBe('fr');
});
