import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  confirmEmailChange,
  disownChange,
} from '../../../features/members/account/account.contract.ts';
import { acceptInvitation } from '../../../features/members/settings/invitation.contract.ts';
import { finishReset, requestReset } from '../../../features/members/password/password.contract.ts';
import { whoAmI } from '../../../features/members/sessions/session.contract.ts';
import {
  resubscribe,
  unsubscribe,
} from '../../../features/mail/suppressions/unsubscribe.contract.ts';
import {
  sendVerification,
  verifyEmail,
} from '../../../features/members/registration/verification.contract.ts';
import { stopMessageMail } from '../../../features/messages/core/message.contract.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../testing.fetch.ts';
import { MemberPages } from '../members/MemberPages.tsx';

afterEach(() => vi.unstubAllGlobals());

const key = 'a-key-of-a-mail';
const logInFirst = { message: 'Please log in first.' };
const nobody = refuses(whoAmI, 401, logInFirst);
const away = { message: 'We are away for a moment.' };

async function open(address: string, ...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes, nobody);
  history.replaceState(null, '', address);
  render(<MemberPages sandbox={false} />);
  await screen.findByRole('heading', { level: 1 });
  return log;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const writes = (log: readonly Sent[]) => log.filter(({ method }) => method !== 'GET');
const says = async (role: 'status' | 'alert', sentence: string) =>
  expect((await screen.findByText(sentence)).closest(`[role="${role}"]`)).toBeTruthy();
const linksTo = (name: string) =>
  screen.getAllByRole<HTMLAnchorElement>('link', { name }).map((link) => link.getAttribute('href'));

const PAGES = [
  {
    page: 'verify',
    title: 'Confirm your email address',
    button: 'Confirm my address',
    operation: verifyEmail,
    sends: { token: key },
    done: 'Thank you. Your address is confirmed.',
    next: { 'Write to members': '/messages', 'Go to your profile': '/profile' },
  },
  {
    page: 'email',
    title: 'Confirm your new email address',
    button: 'Use the new address',
    operation: confirmEmailChange,
    sends: { token: key },
    done: 'Your new address is confirmed. You now log in with it.',
    next: { 'Go to your profile': '/profile' },
  },
  {
    page: 'mail-off',
    title: 'No more emails about messages',
    button: 'Stop these emails',
    operation: stopMessageMail,
    sends: undefined,
    done: 'We will no longer email you about messages.',
    next: { 'Go to your profile': '/profile#security' },
  },
  {
    page: 'unsubscribe',
    title: 'Unsubscribe from our news',
    button: 'Unsubscribe',
    operation: unsubscribe,
    sends: undefined,
    done: 'You get no more news from us.',
    next: {},
  },
  {
    page: 'not-me',
    title: 'Was this not you?',
    button: 'Lock my account',
    operation: disownChange,
    sends: { token: key },
    done: 'Your account is locked. Everyone is logged out and the old password no longer works. A link to choose a new one is on its way to your inbox.',
    next: { 'Ask for the link again': '/account/reset' },
  },
] as const;

describe.each(PAGES)('the page $page', ({ page, title, button, operation, sends, done, next }) => {
  const address = `/account/${page}#key=${key}`;
  const gone = refuses(operation, 400, {
    message: 'This link no longer works.',
    ...(sends ? { fields: { token: 'This link no longer works.' } } : {}),
  });

  test('says what its button will do, and opened it does nothing', async () => {
    const log = await open(address);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${title} · One Africa Passport`));
    expect(writes(log)).toEqual([]);
  });

  test('takes the key out of the address, where others could read it', async () => {
    await open(`/account/${page}?lang=en#key=${key}`);
    await waitFor(() =>
      expect(location.href.slice(location.origin.length)).toBe(`/account/${page}?lang=en`),
    );
  });

  test('does it with its button, says so and leads on', async () => {
    const log = await open(address, answers(operation, { message: done }));
    await press(button);
    await says('status', done);
    const sent = writes(log).map((one) => [one.path, one.body, one.query.get('key')]);
    expect(sent).toEqual([[operation.path, sends, sends ? null : key]]);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    for (const [name, href] of Object.entries(next)) expect(linksTo(name)).toEqual([href]);
  });

  test('with a dead link says so and offers no button that would fail again', async () => {
    await open(address, gone);
    await press(button);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('This link no longer works.');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  test('without its key says so and sends nothing', async () => {
    const log = await open(`/account/${page}`);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('This link is incomplete. Open the link in our email again.');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect(writes(log)).toEqual([]);
  });

  test('that failed for a moment can be tried again as the same operation', async () => {
    const log = await open(
      address,
      inTurn(refuses(operation, 503, away), answers(operation, { message: done })),
    );
    await press(button);
    await says('alert', away.message);
    await press(button);
    await says('status', done);
    expect(screen.queryByRole('alert')).toBeNull();
    const [first, second] = writes(log).map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('is another page when another link is opened in the same tab', async () => {
    const log = await open(address, inTurn(gone, answers(operation, { message: done })));
    await press(button);
    await screen.findByRole('alert');
    await act(async () => {
      location.hash = '#key=another-key';
    });
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await says('status', done);
    expect(
      JSON.stringify([writes(log).at(-1)?.body, writes(log).at(-1)?.query.get('key')]),
    ).toContain('another-key');
  });
});

describe.each([
  {
    page: 'verify',
    button: 'Confirm my address',
    operation: verifyEmail,
    done: 'Thank you. Your address is confirmed.',
  },
  {
    page: 'email',
    button: 'Use the new address',
    operation: confirmEmailChange,
    done: 'Your new address is confirmed. You now log in with it.',
  },
] as const)('the page $page where nobody is logged in to the account', (of) => {
  const { page, button, operation, done } = of;
  const missing =
    'This browser is not logged in to the account. Please enter the account’s password.';
  const wrong = 'The password is incorrect.';
  const refusal = (message: string) =>
    refuses(operation, 403, { message, reason: 'password', fields: { password: message } });
  const field = () => screen.findByLabelText<HTMLInputElement>('Your password');

  async function openAsked(...then: Parameters<typeof inTurn>) {
    const log = await open(`/account/${page}#key=${key}`, inTurn(refusal(missing), ...then));
    await press(button);
    await field();
    return log;
  }

  test('asks for its password in the place of the button, and sends it with the key', async () => {
    const log = await openAsked(answers(operation, { message: done }));
    await says('status', missing);
    expect(document.activeElement).toBe(await field());
    expect((await field()).autocomplete).toBe('current-password');
    expect(screen.getAllByRole('button', { name: button })).toHaveLength(1);
    await userEvent.type(await field(), 'kente-and-gold{Enter}');
    await says('status', done);
    expect(screen.queryByLabelText('Your password')).toBeNull();
    const [first, second] = writes(log);
    expect([first?.body, second?.body]).toEqual([
      { token: key },
      { token: key, password: 'kente-and-gold' },
    ]);
    expect(first?.headers.get('idempotency-key')).not.toBe(second?.headers.get('idempotency-key'));
  });

  test('says beside the field that it was wrong, keeps it and takes another', async () => {
    await openAsked(refusal(wrong), answers(operation, { message: done }));
    await userEvent.type(await field(), 'kente-and-gol{Enter}');
    expect(await screen.findByRole('link', { name: wrong })).toBeTruthy();
    expect([(await field()).value, (await field()).ariaInvalid]).toEqual(['kente-and-gol', 'true']);
    await userEvent.type(await field(), 'd{Enter}');
    await says('status', done);
  });

  test('sends no empty one', async () => {
    const log = await openAsked(answers(operation, { message: done }));
    await press(button);
    expect(screen.getByRole('link', { name: 'Please enter your password.' })).toBeTruthy();
    expect(writes(log)).toHaveLength(1);
  });

  test('says when the link has died meanwhile, and after too many tries', async () => {
    const many = 'Too many attempts for this account. Please wait a few minutes and try again.';
    const gone = 'This link no longer works.';
    await openAsked(
      refuses(operation, 429, { message: many }),
      refuses(operation, 400, { message: gone }),
    );
    await userEvent.type(await field(), 'kente-and-gold{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(many);
    await userEvent.type(await field(), '{Enter}');
    await says('alert', gone);
    expect(screen.queryByLabelText('Your password')).toBeNull();
  });

  test('shows a way to who has no such account', async () => {
    await openAsked(answers(operation, { message: done }));
    if (page === 'verify') expect(linksTo('Choose my own password')).toEqual(['/account/reset']);
    else expect(screen.getByText(/^If you did not ask for this change/)).toBeTruthy();
  });
});

describe('a dead link', () => {
  const gone = { message: 'This link no longer works.' };

  async function openDead(...fakes: Parameters<typeof serve>) {
    const log = await open(`/account/verify#key=${key}`, refuses(verifyEmail, 400, gone), ...fakes);
    await press('Confirm my address');
    await screen.findByRole('alert');
    return log;
  }

  test('that was to confirm an address offers a new one, which is sent', async () => {
    const message = 'The link is on its way to your inbox.';
    const log = await openDead(answers(sendVerification, { message }));
    await press('Send a new link');
    await says('status', message);
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
    expect(log.filter(({ path }) => path === sendVerification.path)).toHaveLength(1);
  });

  test('of an address that is confirmed already needs no new one', async () => {
    const message = 'Your email address is already confirmed.';
    await openDead(refuses(sendVerification, 409, { message }));
    await press('Send a new link');
    await says('status', message);
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
  });

  test('asks who is logged out to log in for a new one', async () => {
    await openDead(refuses(sendVerification, 401, logInFirst));
    await press('Send a new link');
    expect(await screen.findByText(/^Please log in first\. You can then/)).toBeTruthy();
    expect(linksTo('Log in')).toEqual(['/join']);
  });

  test('says why no new one was sent, and lets it be asked for again', async () => {
    await openDead(refuses(sendVerification, 503, away));
    await press('Send a new link');
    expect(await screen.findByText(away.message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeTruthy();
  });

  test('that was to change an address says that it has not changed and leads to the profile', async () => {
    await open(`/account/email#key=${key}`, refuses(confirmEmailChange, 409, gone));
    await press('Use the new address');
    expect(await screen.findByText(/^Your address has not changed\./)).toBeTruthy();
    expect(linksTo('Go to your profile')).toEqual(['/profile#security']);
  });

  test('that was to stop mails leads to the switch in the profile', async () => {
    await open(`/account/mail-off#key=${key}`, refuses(stopMessageMail, 404, gone));
    await press('Stop these emails');
    expect(
      await screen.findByText('You can also turn these emails off in your profile.'),
    ).toBeTruthy();
    expect(linksTo('Go to your profile')).toEqual(['/profile#security']);
  });
});

describe('unsubscribing', () => {
  test('by mistake is taken back with the same link', async () => {
    const message = 'You get our news again.';
    const log = await open(
      `/account/unsubscribe#key=${key}`,
      answers(unsubscribe, { message: 'You get no more news from us.' }),
      inTurn(refuses(resubscribe, 503, away), answers(resubscribe, { message })),
    );
    await press('Unsubscribe');
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe again' }));
    await says('alert', away.message);
    await press('Subscribe again');
    await says('status', message);
    expect(screen.queryByText('You get no more news from us.')).toBeNull();
    expect(writes(log).map(({ path, query }) => [path, query.get('key')])).toEqual([
      [unsubscribe.path, key],
      [resubscribe.path, key],
      [resubscribe.path, key],
    ]);
  });
});

describe('choosing a new password', () => {
  const address = `/account/reset#key=${key}`;
  const done = 'Your new password is saved. Please log in with it.';
  const gone = 'This link no longer works.';
  const field = () => screen.getByLabelText<HTMLInputElement>('New password');
  const dead = refuses(finishReset, 400, { message: gone, fields: { token: gone } });
  const type = (text: string) => userEvent.type(field(), text);
  const save = () => press('Save the new password');

  test('does nothing before its button is pressed', async () => {
    const log = await open(address);
    expect(field().autocomplete).toBe('new-password');
    expect(writes(log)).toEqual([]);
    await waitFor(() => expect(location.hash).toBe(''));
  });

  test.each([
    ['a member', false, '/join'],
    ['an administrator', true, '/admin'],
  ])('saves it with the key of the link and leads %s to the login', async (_, isAdmin, login) => {
    const log = await open(address, answers(finishReset, { message: done, isAdmin }));
    await type('many threads, one cloth');
    await save();
    await says('status', done);
    expect(writes(log).map(({ body }) => body)).toEqual([
      { token: key, password: 'many threads, one cloth' },
    ]);
    expect(linksTo('Log in')).toEqual([login]);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('refuses one that is too short before it is sent', async () => {
    const log = await open(address);
    await type('12345');
    await save();
    const why = 'Password must be at least 6 characters';
    expect(screen.getByRole('link', { name: why })).toBeTruthy();
    expect([field().value, field().ariaInvalid]).toEqual(['12345', 'true']);
    expect(writes(log)).toEqual([]);
  });

  test.each([
    [
      'that the server refuses',
      400,
      {
        message: 'This password is one of the most common ones. Please choose another.',
        fields: {
          password: 'This password is one of the most common ones. Please choose another.',
        },
      },
    ],
    ['while the site is away', 503, away],
  ])('keeps the one that was typed %s, and it can be sent again', async (_when, status, body) => {
    const log = await open(
      address,
      inTurn(
        refuses(finishReset, status, body),
        answers(finishReset, { message: done, isAdmin: false }),
      ),
    );
    await type('password1');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain(body.message);
    expect(field().value).toBe('password1');
    await type('23');
    await save();
    await says('status', done);
    expect(writes(log).at(-1)?.body).toEqual({ token: key, password: 'password123' });
  });

  test('says that it was not saved when no sentence came', async () => {
    await open(address, { endpoint: finishReset, reply: () => ({ status: 502, body: 'Bad' }) });
    await type('many threads, one cloth');
    await save();
    const why = 'The password could not be saved. Please try again.';
    expect(await screen.findByText(why)).toBeTruthy();
    expect(field().value).toBe('many threads, one cloth');
  });

  test('with a dead link says so and mails a new one', async () => {
    const message = 'If this address has an account, a link is on its way.';
    const log = await open(address, dead, answers(requestReset, { message }));
    await type('many threads, one cloth');
    await save();
    await says('alert', gone);
    expect(screen.queryByLabelText('New password')).toBeNull();
    await userEvent.type(screen.getByLabelText('Email'), 'amina@example.org');
    await press('Send the link');
    await says('status', message);
    expect(writes(log).at(-1)?.body).toEqual({ email: 'amina@example.org' });
  });

  test('without a key asks where to mail a link', async () => {
    await open('/account/reset');
    expect(screen.getByLabelText('Email')).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('joining the team', () => {
  const address = `/account/invitation#key=${key}`;
  const gone = 'This link no longer works.';
  const password = () => screen.getByLabelText<HTMLInputElement>('New password');
  const join = () => press('Join the team');

  test('saves the password and leads to the login of the dashboard', async () => {
    const done = 'You are now an administrator.';
    const log = await open(address, answers(acceptInvitation, { message: done, isAdmin: true }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Join the team');
    expect(password().autocomplete).toBe('new-password');
    expect(writes(log)).toEqual([]);
    await userEvent.type(password(), 'many threads, one cloth');
    await userEvent.type(screen.getByLabelText(/^First name/), 'Amina');
    await join();
    await says('status', done);
    expect(writes(log).map(({ body }) => body)).toEqual([
      { token: key, password: 'many threads, one cloth', firstName: 'Amina' },
    ]);
    expect(linksTo('Log in')).toEqual(['/admin']);
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('refuses a password of 11 characters before it is sent', async () => {
    const log = await open(address);
    await userEvent.type(password(), 'kola-nuts-7');
    await join();
    const why = 'Password must be at least 12 characters';
    expect(screen.getByRole('link', { name: why })).toBeTruthy();
    expect([password().value, password().ariaInvalid]).toEqual(['kola-nuts-7', 'true']);
    expect(writes(log)).toEqual([]);
  });

  test('with a dead link says so and whom to ask', async () => {
    await open(address, refuses(acceptInvitation, 400, { message: gone }));
    await userEvent.type(password(), 'many threads, one cloth');
    await join();
    await says('alert', gone);
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByText(/ask the person who invited you/)).toBeTruthy();
  });

  test('without a key says that the link is incomplete', async () => {
    await open('/account/invitation');
    await says('alert', 'This link is incomplete. Open the link in our email again.');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

test('an address that leads to none of these pages says so', async () => {
  await open('/account/elsewhere');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
});

test('the key of the link goes along into another language, and no way to the content loses it', async () => {
  await open(`/account/reset#key=${key}`);
  const french = () =>
    new Set(screen.getAllByRole('link', { name: 'Français' }).map((a) => a.getAttribute('href')));
  const expected = new Set([`/account/reset?lang=fr&keep=1#key=${key}`]);
  expect(french()).toEqual(expected);
  await userEvent.click(screen.getByRole('link', { name: 'Skip to the content' }));
  act(() => {
    location.hash = '#main';
  });
  expect(french()).toEqual(expected);
  expect(screen.getByLabelText(/New password/)).toBeTruthy();
});
