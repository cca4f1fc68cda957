import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answers, serve } from '../../web/testing.fetch.ts';
import { sendContactRequest } from './contact.contract.ts';
import { ContactForm } from './ContactForm.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('words that came back without scripts are gone once they were sent', async () => {
  const log = serve(answers(sendContactRequest, { message: 'Thank you.' }));
  const values = {
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    country: 'Senegal',
    message: 'How do I join?',
    wantsNews: 'on',
  };
  const filled = { endpoint: 'sendContactRequest', values, message: 'Too fast.', fields: {} };
  render(<ContactForm filled={filled} />);
  expect(field('Message').value).toBe('How do I join?');

  await userEvent.click(screen.getByRole('button', { name: /^Send/ }));
  expect(await screen.findByText('Thank you.')).toBeTruthy();
  expect(log[0]?.body).toEqual({ ...values, wantsNews: true });
  const left = ['First name', 'Last name', 'Email', 'Message'].map((label) => field(label).value);
  expect(left).toEqual(['', '', '', '']);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' }).value).toBe('');
  expect(field('Send me news of the campaign (optional)').checked).toBe(false);
});
