import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { logIn } from '../../../features/members/login/login.contract.ts';
import { showSession, whoAmI } from '../../../features/members/sessions/session.contract.ts';
import {
  listUsers,
  suspendUser,
} from '../../../features/members/administrators/accounts.contract.ts';
import { countReports } from '../../../features/messages/moderation/moderation.contract.ts';
import { serveEvents } from '../../../features/messages/testing.page.ts';
import { PERMISSIONS } from '../../../shared/access.ts';
import { answers, inTurn, refuses, serve } from '../../testing.fetch.ts';
import { MemberPages } from '../members/MemberPages.tsx';

const admin = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'admin@example.org',
  firstName: 'Amina',
  lastName: 'Bello',
  isAdmin: true,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const member = {
  ...admin,
  id: '7c1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
  email: 'eve@example.org',
  firstName: 'Eve',
  lastName: 'Seller',
  isAdmin: false,
  role: null,
  emailVerifiedAt: null,
  lastSeenAt: null,
  suspendedAt: null,
  suspendedFor: null,
  hasSecondFactor: false,
  mailed: false,
};
const nobody = refuses(whoAmI, 401, { message: 'Please log in first.' });
const welcome = (user: typeof admin) => answers(logIn, { user, message: 'Welcome back!' });

type Fakes = Parameters<typeof serve>;

/** The dashboard with Eve's account opened, and what tells it that its session has ended. */
async function openDashboard(...fakes: Fakes) {
  const opened = serveEvents();
  const log = serve(
    ...fakes,
    answers(showSession, {
      user: admin,
      permissions: PERMISSIONS,
      role: 'owner',
      recent: true,
      isVerified: true,
      unread: 0,
      mustVerifyEmail: false,
      mustSetUpSecondFactor: false,
    }),
    answers(countReports, { waiting: 0, since: null }),
    answers(listUsers, [member], { 'X-Total-Count': '1' }),
  );
  history.replaceState(null, '', `/admin/users?open=${member.id}`);
  render(<MemberPages sandbox={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend...' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'You sold phones.');
  const end = () => act(() => opened[0]?.say('session-ended', {}));
  return { log, end };
}

const words = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
const logInAgain = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Log in again' });
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'a long sentence{Enter}');
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an administrator whose session is ended by another hand', () => {
  test('sees nothing of the dashboard any more, and what was typed after a log-in', async () => {
    const { end } = await openDashboard(
      inTurn(answers(whoAmI, admin), nobody, answers(whoAmI, admin)),
      welcome(admin),
    );
    end();
    await screen.findByRole('dialog', { name: 'Log in again' });
    expect([words(), screen.queryByRole('tab')]).toEqual([null, null]);
    await logInAgain();
    await waitFor(() => expect(words()?.value).toBe('You sold phones.'));
  });

  test('is at the login once the dialog is closed', async () => {
    const { end } = await openDashboard(inTurn(answers(whoAmI, admin), nobody));
    end();
    const dialog = await screen.findByRole('dialog', { name: 'Log in again' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
    expect(screen.queryByText('eve@example.org')).toBeNull();
  });

  test('who is no administrator any more reads so after logging in', async () => {
    const demoted = { ...admin, isAdmin: false };
    const { end } = await openDashboard(
      inTurn(answers(whoAmI, admin), nobody, answers(whoAmI, demoted)),
      welcome(demoted),
    );
    end();
    await logInAgain();
    expect(await screen.findByText(/This account is not an administrator/)).toBeTruthy();
    expect(screen.queryByText('eve@example.org')).toBeNull();
  });

  test('stays where there is another session already, as after a new password', async () => {
    const { log, end } = await openDashboard(answers(whoAmI, admin));
    const before = log.length;
    end();
    await waitFor(() => expect(log.slice(before).map(({ path }) => path)).toEqual([whoAmI.path]));
    expect(words()?.value).toBe('You sold phones.');
    expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull();
  });
});

test('an operation whose session has ended asks to log in, and is done then', async () => {
  const { log } = await openDashboard(
    answers(whoAmI, admin),
    welcome(admin),
    inTurn(
      refuses(suspendUser, 401, { message: 'Please log in first.' }),
      answers(suspendUser, {
        message: 'The account is suspended. The account holder will get an email with the reason.',
      }),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend' }));
  await logInAgain();
  expect(
    await screen.findByText(
      'The account is suspended. The account holder will get an email with the reason.',
    ),
  ).toBeTruthy();
  const sent = log.filter(({ path }) => path.endsWith('/suspend'));
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ reason: 'You sold phones.' }));
});
