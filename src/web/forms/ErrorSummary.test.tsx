import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CountrySelect } from './CountrySelect.tsx';
import { ErrorSummary, type FormError } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

const page = (errors: readonly FormError[], attempt = 1) => (
  <>
    <input aria-label="Email of the other form" name="email" />
    <form>
      <ErrorSummary errors={errors} attempt={attempt} />
      <Field label="Email">
        <TextInput name="email" />
      </Field>
      <Field label="Country">
        <CountrySelect name="country" options={['Ghana']} />
      </Field>
    </form>
  </>
);

const errors = [
  { name: 'email', message: 'Valid email is required' },
  { name: 'country', message: 'Country is required' },
];

test('a form without errors shows no summary', () => {
  render(page([]));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed submit leads to the summary, and so does the next one', () => {
  const { rerender } = render(page([]));
  rerender(page(errors));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  screen.getByLabelText('Email').focus();
  rerender(page(errors.slice(0, 1)));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  rerender(page(errors, 2));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('each error leads to its field in the same form', async () => {
  render(page(errors));
  await userEvent.click(screen.getByRole('link', { name: 'Valid email is required' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await userEvent.click(screen.getByRole('link', { name: 'Country is required' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Country' }));
});

test('an error of the whole form is no link', () => {
  render(page([{ message: 'Failed to sign declaration. Please try again.' }]));
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Failed to sign declaration.');
});

test('a failure of the whole form is shown alone and takes the focus', () => {
  render(<ErrorSummary errors={[]} title="We got no answer." attempt={1} />);
  const summary = screen.getByRole('alert');
  expect(summary.textContent).toBe('We got no answer.');
  expect(document.activeElement).toBe(summary);
});
