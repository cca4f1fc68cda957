import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { complaintsIn } from '../../web/testing.complaints.ts';
import { answers, refuses, serve } from '../../web/testing.fetch.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { ContactForm } from './ContactForm.tsx';
import { sendContactRequest } from './contact.contract.ts';

const message = 'Thank you for writing to us.';
const taken = answers(sendContactRequest, { message });
const request = {
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  message: 'How do I help in Dakar?',
};

const open = () =>
  render(
    <>
      <ContactForm filled={undefined} />
      <Toaster />
    </>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));
const words = () =>
  ['First name', 'Last name', 'Email', 'Country', 'Message'].map((label) => field(label).value);

async function fillIn() {
  await userEvent.type(field('First name'), request.firstName);
  await userEvent.type(field('Last name'), request.lastName);
  await userEvent.type(field('Email'), request.email);
  await userEvent.type(screen.getByRole('combobox', { name: 'Country' }), 'Seneg');
  await userEvent.click(screen.getByRole('option', { name: 'Senegal' }));
  await userEvent.type(field('Message'), request.message);
}

afterEach(() => vi.unstubAllGlobals());

describe('a request for information', () => {
  test('that is not filled in names every missing answer, all of which are needed', async () => {
    const log = serve(taken);
    open();
    const labels = [...document.querySelectorAll('form label')].map((label) => label.textContent);
    expect(labels.slice(0, 5)).toEqual(['First name', 'Last name', 'Email', 'Country', 'Message']);
    expect(screen.queryByText('optional')).toBeNull();
    await submit();
    expect(complaintsIn(document.body)).toEqual([
      'Please enter your first name',
      'Please enter your last name',
      'Please enter a valid email address',
      'Please choose your country from the list',
      'Please write your message',
    ]);
    expect(log).toEqual([]);
  });

  test('asks about an address that looks mistyped, and changes it only when that is pressed', async () => {
    const log = serve(taken);
    open();
    await fillIn();
    await userEvent.clear(field('Email'));
    await userEvent.type(field('Email'), 'awa@gmial.com');
    expect(field('Email').value).toBe('awa@gmial.com');
    await userEvent.click(screen.getByRole('button', { name: 'Did you mean awa@gmail.com?' }));
    expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull();
    expect(document.activeElement).toBe(field('Email'));
    await submit();
    await expect.poll(() => log[0]?.body).toMatchObject({ email: 'awa@gmail.com' });
  });

  test('asks about an address that was typed before the page was hydrated', async () => {
    const filled = { endpoint: sendContactRequest.name, message: '', fields: {} };
    render(<ContactForm filled={{ ...filled, values: { email: 'awa@gmial.com' } }} />);
    expect(screen.getByRole('button', { name: 'Did you mean awa@gmail.com?' })).toBeTruthy();
  });

  test('is sent: a toast and the form say so, and the form is empty', async () => {
    const log = serve(taken);
    open();
    await fillIn();
    await submit();
    expect(await screen.findByText('Message Sent Successfully!')).toBeTruthy();
    const said = screen.getAllByText(message);
    expect(said.filter((text) => text.closest('form'))).toHaveLength(1);
    expect(said).toHaveLength(1);
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      ['/api/contact', { ...request, wantsNews: false }],
    ]);
    expect(words()).toEqual(['', '', '', '', '']);
  });

  test('that is refused says why, in a toast and beside the form, and keeps every word', async () => {
    serve(refuses(sendContactRequest, 503, { message: 'We are away for a moment.' }));
    open();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Send Message')).toBeTruthy();
    expect(screen.getAllByText('We are away for a moment.')).toHaveLength(2);
    expect(words()).toEqual(Object.values(request));
  });

  test('that fails without a word from the server asks to check the information', async () => {
    serve({ endpoint: sendContactRequest, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    open();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Send Message')).toBeTruthy();
    expect(screen.getAllByText('Please check your information and try again.')).toHaveLength(2);
  });

  test('says Sending... while it is on its way', async () => {
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void (answer = resolve)));
    open();
    await fillIn();
    await submit();
    expect(screen.getByRole('button', { name: 'Sending...' }).ariaDisabled).toBe('true');
    await act(async () => answer(new Response(JSON.stringify({ message }), { status: 201 })));
    expect(screen.getByRole('button', { name: 'Send message' }).ariaDisabled).toBeNull();
  });
});
