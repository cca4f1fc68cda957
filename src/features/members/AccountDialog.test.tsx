import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONTACT_ADDRESS } from '../../shared/contact-address.ts';
import { ContentProvider } from '../../web/content.tsx';
import { answers, refuses, serve } from '../../web/testing.fetch.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { logIn, registerMember, whoAmI } from './member.contract.ts';
import { useAccount } from './useAccount.ts';

const user = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'nia@example.org',
  firstName: 'Nia',
  lastName: 'Okafor',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const badGateway = (endpoint: typeof logIn | typeof registerMember) => ({
  endpoint,
  reply: () => ({ status: 502, body: 'Bad gateway' }),
});

function Page() {
  const account = useAccount();
  const [open, setOpen] = useState(true);
  return (
    <>
      <p>{account.user ? `Here is ${account.user.firstName}` : 'Nobody is here'}</p>
      <AccountDialog
        open={open}
        onClose={() => setOpen(false)}
        returnFocus={() => null}
        account={account}
      />
      <Toaster />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Join the Movement' });
const panel = () => within(screen.getByRole('tabpanel'));
const labels = () =>
  [...screen.getByRole('tabpanel').querySelectorAll('label')].map((label) => label.textContent);
const type = (label: string, text: string) => userEvent.type(panel().getByLabelText(label), text);
const press = (name: string) => userEvent.click(panel().getByRole('button', { name }));

async function fillInLogin() {
  await type('Email', user.email);
  await type('Password', 'threads of one cloth');
}

async function fillInRegistration() {
  await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
  await type('First name', 'Nia');
  await type('Last name', 'Okafor');
  await type('Email', user.email);
  await type('Password', 'threads of one cloth');
}

/** A server that answers once it is told to. */
function answerLater() {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void (answer = resolve)));
  return (body: object, status: number) =>
    act(async () => answer(new Response(JSON.stringify(body), { status })));
}

afterEach(() => vi.unstubAllGlobals());

test('the dialog to join has a tab to log in, which is open, and one to register', async () => {
  render(<Page />);
  expect(dialog()).toBeTruthy();
  const tabs = screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.ariaSelected]);
  expect(tabs).toEqual([
    ['Login', 'true'],
    ['Register', 'false'],
  ]);
  expect(labels()).toEqual(['Email', 'Password']);
  await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
  expect(labels()).toEqual(['First name', 'Last name', 'Email', 'Password']);
});

describe('logging in', () => {
  test('greets with a toast, closes the dialog and knows who it is', async () => {
    const log = serve(answers(logIn, { user, message: 'Welcome back!' }));
    render(<Page />);
    await fillInLogin();
    await press('Login');
    expect(await screen.findByText('Here is Nia')).toBeTruthy();
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(dialog()).toBeNull();
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/login', { email: user.email, password: 'threads of one cloth' }],
    ]);
  });

  test('needs an email and a password of six characters, and sends nothing before', async () => {
    const log = serve();
    render(<Page />);
    await type('Email', 'nia');
    await type('Password', '12345');
    await press('Login');
    const said = panel()
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(said).toEqual(
      expect.arrayContaining([
        'Please enter a valid email address',
        'Password must be at least 6 characters',
      ]),
    );
    expect(log).toEqual([]);
  });

  test('that is refused says why, in a toast and beside the form, and keeps the address', async () => {
    serve(refuses(logIn, 401, { message: 'Invalid credentials' }));
    render(<Page />);
    await fillInLogin();
    await press('Login');
    expect(await screen.findByText('Login Failed')).toBeTruthy();
    expect(screen.getAllByText('Invalid credentials')).toHaveLength(2);
    expect(panel().getByLabelText<HTMLInputElement>('Email').value).toBe(user.email);
    expect(screen.getByText('Nobody is here')).toBeTruthy();
  });

  test('that fails without a word from the server asks to check the credentials', async () => {
    serve(badGateway(logIn));
    render(<Page />);
    await fillInLogin();
    await press('Login');
    expect(await screen.findByText('Login Failed')).toBeTruthy();
    expect(screen.getAllByText('Please check your credentials and try again.')).toHaveLength(2);
  });

  test('says that it is on its way until there is an answer', async () => {
    const answer = answerLater();
    render(<Page />);
    await fillInLogin();
    await press('Login');
    expect(panel().getByRole('button', { name: 'Logging in...' }).ariaDisabled).toBe('true');
    await answer({ user, message: 'Welcome back!' }, 200);
    expect(await screen.findByText('Here is Nia')).toBeTruthy();
  });
});

test.each([
  [{}, `mailto:${CONTACT_ADDRESS}`],
  [{ 'site.contact_email': 'us@one.example' }, 'mailto:us@one.example'],
])('who forgot the password writes to the published address (%o)', (content, href) => {
  render(
    <ContentProvider content={content}>
      <Page />
    </ContentProvider>,
  );
  expect(panel().getByRole('link', { name: 'Write to us.' }).getAttribute('href')).toBe(href);
});

describe('registering', () => {
  test('welcomes by name in a toast, closes the dialog and asks the server who is here', async () => {
    const renamed = { ...user, firstName: 'Nia Adaeze' };
    const log = serve(
      answers(registerMember, { user, message: 'Welcome to the movement!' }),
      answers(whoAmI, renamed),
    );
    render(<Page />);
    await fillInRegistration();
    await press('Register');
    expect(await screen.findByText('Here is Nia Adaeze')).toBeTruthy();
    expect(screen.getByText('Welcome to the movement!')).toBeTruthy();
    expect(screen.getByText('Your account is ready, Nia.')).toBeTruthy();
    expect(dialog()).toBeNull();
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/auth/register',
        {
          email: user.email,
          firstName: 'Nia',
          lastName: 'Okafor',
          password: 'threads of one cloth',
        },
      ],
      ['/api/auth/user', undefined],
    ]);
  });

  test('needs both names, an email and a password of six characters, and sends nothing before', async () => {
    const log = serve();
    render(<Page />);
    await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
    await type('Password', '12345');
    await press('Register');
    const said = panel()
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(said).toEqual([
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ]);
    expect(log).toEqual([]);
  });

  test('that is refused says why, in a toast and beside the form, and keeps every word', async () => {
    const message = 'This email cannot be registered. Log in or reset the password.';
    serve(refuses(registerMember, 409, { message }));
    render(<Page />);
    await fillInRegistration();
    await press('Register');
    expect(await screen.findByText('Registration Failed')).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(panel().getByLabelText<HTMLInputElement>('First name').value).toBe('Nia');
    expect(screen.getByText('Nobody is here')).toBeTruthy();
  });

  test('that fails without a word from the server asks to check the information', async () => {
    serve(badGateway(registerMember));
    render(<Page />);
    await fillInRegistration();
    await press('Register');
    expect(await screen.findByText('Registration Failed')).toBeTruthy();
    expect(screen.getAllByText('Please check your information and try again.')).toHaveLength(2);
  });

  test('says that the account is being made until there is an answer', async () => {
    const answer = answerLater();
    render(<Page />);
    await fillInRegistration();
    await press('Register');
    const button = panel().getByRole('button', { name: 'Creating your account...' });
    expect(button.ariaDisabled).toBe('true');
    await answer({ message: 'We are away for a moment.' }, 503);
    expect(panel().getByRole('button', { name: 'Register' }).ariaDisabled).toBeNull();
  });
});
