import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { complaintsIn } from '../../../web/testing.complaints.ts';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { Toaster } from '../../../web/ui/toast.tsx';
import { requestReset } from '../password/password.contract.ts';
import { logIn } from '../login/login.contract.ts';
import { registerMember } from './registration.contract.ts';
import { showSession, whoAmI } from '../sessions/session.contract.ts';
import { AccountDialog } from './AccountDialog.tsx';

import { useAccount } from '../sessions/useAccount.ts';

const user = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'nia@example.org',
  firstName: 'Nia',
  lastName: 'Okafor',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const session = answers(showSession, {
  user,
  permissions: [],
  role: null,
  recent: true,
  isVerified: false,
  mustVerifyEmail: false,
  mustSetUpSecondFactor: false,
  unread: 0,
});
const badGateway = (endpoint: typeof logIn | typeof registerMember) => ({
  endpoint,
  reply: () => ({ status: 502, body: 'Bad gateway' }),
});

function Page({ isForNew }: { isForNew?: boolean }) {
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
        {...(isForNew ? { isForNew } : {})}
      />
      <Toaster />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Join the Movement' });
const panel = () => within(screen.getByRole('tabpanel'));
const labels = () =>
  [...screen.getByRole('tabpanel').querySelectorAll('label')].map((label) => label.textContent);
const complaints = () => complaintsIn(screen.getByRole('tabpanel'));
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

/** A server that answers once `answer` is called. */
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

test('opened from the page it begins with registering, and says what an account is for', async () => {
  render(<Page isForNew />);
  expect(screen.getByRole('tab', { name: 'Register' }).ariaSelected).toBe('true');
  expect(dialog()?.textContent).toContain('You can sign and apply without one.');
});

describe('logging in', () => {
  test('greets with a toast, closes the dialog and knows who it is', async () => {
    const log = serve(answers(logIn, { user, message: 'Welcome back!' }), session);
    render(<Page />);
    await fillInLogin();
    await press('Login');
    expect(await screen.findByText('Here is Nia')).toBeTruthy();
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(dialog()).toBeNull();
    expect(log.slice(0, 1).map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/login', { email: user.email, password: 'threads of one cloth' }],
    ]);
  });

  test('needs an email and a password of six characters, and sends nothing before', async () => {
    const log = serve();
    render(<Page />);
    await type('Email', 'nia');
    await type('Password', '12345');
    await press('Login');
    expect(complaints()).toEqual([
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ]);
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

describe('who has a second factor', () => {
  const asks = (methods: string[]) =>
    refuses(logIn, 403, {
      message: 'Please enter the code from your authenticator app, or a recovery code.',
      reason: 'second-factor',
      methods,
    });
  const welcome = answers(logIn, { user, message: 'Welcome back!' });

  test('is asked for the code next, which goes with what was typed before', async () => {
    const log = serve(inTurn(asks(['totp', 'recovery-code']), welcome), session);
    render(<Page />);
    await fillInLogin();
    await press('Login');
    const code = await panel().findByLabelText<HTMLInputElement>(
      'Code from your authenticator app',
    );
    expect(code.autocomplete).toBe('one-time-code');
    expect(document.activeElement).toBe(code);
    expect(screen.queryByText('Login Failed')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Login');
    expect(panel().getByRole('link', { name: 'Please enter the code.' })).toBeTruthy();
    await userEvent.type(code, '123 456{Enter}');
    expect(await screen.findByText('Here is Nia')).toBeTruthy();
    const password = 'threads of one cloth';
    expect(log.filter(({ path }) => path === logIn.path).map(({ body }) => body)).toEqual([
      { email: user.email, password },
      { email: user.email, password, code: '123 456' },
    ]);
  });

  test('can give a recovery code, learns when it is wrong, and can go back', async () => {
    const message = 'The code is incorrect or has already been used. Please try another one.';
    const wrong = refuses(logIn, 400, { message, fields: { code: message } });
    serve(inTurn(asks(['totp', 'recovery-code']), wrong));
    render(<Page />);
    await fillInLogin();
    await press('Login');
    await panel().findByLabelText('Code from your authenticator app');
    await press('Use a recovery code instead');
    await userEvent.type(panel().getByLabelText('Recovery code'), 'ABCDE-FGHJK{Enter}');
    expect(await panel().findByRole('link', { name: message })).toBeTruthy();
    expect(panel().getByLabelText<HTMLInputElement>('Recovery code').value).toBe('ABCDE-FGHJK');
    await press('Back to the password');
    expect(panel().getByLabelText<HTMLInputElement>('Email').value).toBe(user.email);
    expect(panel().queryByLabelText('Recovery code')).toBeNull();
  });
});

describe('who forgot the password', () => {
  const message = 'If the address has an account, a mail with a link is on its way.';

  test('gets a link by mail without typing the address twice, and can go back', async () => {
    const log = serve(answers(requestReset, { message }));
    render(<Page />);
    await type('Email', user.email);
    await press('Forgot your password?');
    expect(panel().getAllByLabelText<HTMLInputElement>('Email').at(-1)?.value).toBe(user.email);
    await press('Send the link');
    expect(await panel().findByText(message)).toBeTruthy();
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/reset', { email: user.email }],
    ]);
    await press('Back to the login');
    expect(panel().getByLabelText<HTMLInputElement>('Email').value).toBe(user.email);
  });

  test('learns what is wrong with the address, and nothing is sent', async () => {
    const log = serve();
    render(<Page />);
    await press('Forgot your password?');
    await press('Send the link');
    expect(panel().getByRole('link', { name: 'Please enter a valid email address' })).toBeTruthy();
    expect(log).toEqual([]);
  });
});

test('a browser without passkeys is offered none', () => {
  render(<Page />);
  expect(panel().queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
});

describe('registering', () => {
  test('welcomes by name in a toast, closes the dialog and asks the server who is here', async () => {
    const renamed = { ...user, firstName: 'Nia Adaeze' };
    const log = serve(
      answers(registerMember, { user, message: 'Welcome to the movement!' }),
      answers(whoAmI, renamed),
      session,
    );
    render(<Page />);
    await fillInRegistration();
    await press('Register');
    expect(await screen.findByText('Here is Nia Adaeze')).toBeTruthy();
    expect(screen.getByText('Welcome to the movement!')).toBeTruthy();
    expect(
      screen.getByText(
        'Your account is ready, Nia. An email is on its way with a link to confirm your address.',
      ),
    ).toBeTruthy();
    expect(dialog()).toBeNull();
    const calls = log.filter(({ path }) => path !== showSession.path);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
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
    expect(complaints()).toEqual([
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ]);
    expect(log).toEqual([]);
  });

  test('that is refused says why, in a toast and beside the form, and keeps every word', async () => {
    const message = 'This email address cannot be registered. Log in, or reset your password.';
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
