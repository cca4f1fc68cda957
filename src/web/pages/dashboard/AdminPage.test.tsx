import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  checkFirstAdminLink,
  createFirstAdmin,
} from '../../../features/members/administrators/first-administrator.contract.ts';
import {
  listContent,
  listContentDrafts,
} from '../../../features/content/publishing/content.contract.ts';
import { requestReset } from '../../../features/members/password/password.contract.ts';
import { logIn } from '../../../features/members/login/login.contract.ts';
import {
  logOut,
  showSession,
  whoAmI,
} from '../../../features/members/sessions/session.contract.ts';
import { searchPeople } from '../../../features/people/person.contract.ts';
import { readOverview } from '../../../features/submissions/overview/overview.contract.ts';
import { personAddress } from '../../../shared/person-address.ts';
import { PERMISSIONS, type Permission } from '../../../shared/access.ts';
import { listPaymentConfig } from '../../../features/payments/pricing/payment-config.contract.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { answers, inTurn, refuses, serve } from '../../testing.fetch.ts';
import { MemberPages } from '../members/MemberPages.tsx';

const member = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Bello',
  isAdmin: false,
  createdAt: '2026-11-05T10:00:00.000Z',
};
const admin = { ...member, email: 'admin@example.org', isAdmin: true };
const session = (permissions: readonly Permission[], more: object = {}) =>
  answers(showSession, {
    user: admin,
    permissions,
    role: 'owner',
    recent: true,
    isVerified: true,
    unread: 0,
    mustVerifyEmail: false,
    mustSetUpSecondFactor: false,
    ...more,
  });
const owner = session(PERMISSIONS);
const nobody = refuses(whoAmI, 401, { message: 'Please log in first.' });

function open(path: string) {
  history.replaceState(null, '', path);
  render(<MemberPages sandbox={false} />);
}

/** In the header's menu of the account, which the bar and the menu of a phone both have. */
const logOutButton = async () => {
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' });
  return button as HTMLElement;
};

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a visitor who is no administrator', () => {
  test('sees the login card and none of the tabs', async () => {
    serve(nobody);
    open('/admin');
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('says so to a member who is logged in', async () => {
    serve(answers(whoAmI, member));
    open('/admin/payments');
    expect(
      await screen.findByText(/amina@example.org\. This account is not an administrator/),
    ).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('must give both email and password', async () => {
    const log = serve(nobody);
    open('/admin');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.click(screen.getByRole('button', { name: /sign in/i }));
    const said = await screen.findAllByText('Please enter both email and password.');
    expect(said.some((text) => text.closest('form'))).toBe(true);
    expect(log.some((sent) => sent.method === 'POST')).toBe(false);
  });

  test('reads why a login failed, beside the form and as a toast', async () => {
    serve(nobody, refuses(logIn, 401, { message: 'Invalid credentials' }));
    open('/admin');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'not the one{Enter}');
    expect(await screen.findByText('Login Failed')).toBeTruthy();
    expect(screen.getAllByText('Invalid credentials')).toHaveLength(2);
  });

  test('who has forgotten the password gets a link to the address that was typed', async () => {
    const log = serve(nobody, answers(requestReset, { message: 'A link is on its way.' }));
    open('/admin');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('A link is on its way.')).toBeTruthy();
    expect(log.at(-1)?.body).toEqual({ email: 'admin@example.org' });
    await userEvent.click(screen.getByRole('button', { name: 'Back to the login' }));
    expect(screen.getByRole('button', { name: /sign in/i })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('admin@example.org');
  });

  test('gets into the dashboard with Enter', async () => {
    const user = admin;
    serve(
      nobody,
      owner,
      answers(logIn, { user, message: 'Welcome back!' }),
      answers(listPaymentConfig, []),
    );
    open('/admin/payments');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence{Enter}');
    const tab = await screen.findByRole('tab', { name: 'Payments' });
    expect(tab.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('Login Successful')).toBeTruthy();
    expect(screen.getByText('Welcome to the admin dashboard.')).toBeTruthy();
  });
});

describe('an administrator', () => {
  test('whose place somebody else has taken in this browser logs nobody out, and reads why', async () => {
    const message = 'This browser is now logged in to another account. Nothing was changed.';
    const log = serve(
      answers(whoAmI, admin),
      owner,
      refuses(logOut, 409, { message, reason: 'another-account' }),
      answers(listPaymentConfig, []),
    );
    open('/admin/payments');
    await userEvent.click(await logOutButton());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await logOutButton()).toBeTruthy();
    const sent = log.find(({ path }) => path === logOut.path);
    expect(sent?.headers.get('acting-for')).toBe(admin.id);
  });

  test('leaves by Log Out and is a stranger again', async () => {
    serve(
      answers(whoAmI, admin),
      owner,
      answers(logOut, { message: 'Logged out' }),
      answers(listPaymentConfig, []),
    );
    open('/admin/payments');
    await userEvent.click(await logOutButton());
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('is asked to log in again when the session has ended meanwhile', async () => {
    serve(
      answers(whoAmI, admin),
      owner,
      refuses(listPaymentConfig, 401, { message: 'Please log in first.' }),
    );
    open('/admin/payments');
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
  });

  test('an administrator who needs a second factor first is led to it, and in once there is one', async () => {
    const reason = { reason: 'set-up-second-factor' };
    const message = 'Please set up two-step verification first. Administrators need it here.';
    serve(
      answers(whoAmI, admin),
      owner,
      inTurn(
        refuses(listPaymentConfig, 403, { message, ...reason }),
        answers(listPaymentConfig, []),
      ),
    );
    open('/admin/payments');
    const way = await screen.findByRole('link', { name: 'Set up two-step verification' });
    expect(way.getAttribute('href')).toBe('/profile#security');
    expect(screen.queryByRole('tab')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue to the dashboard' }));
    expect(await screen.findByRole('tab', { name: 'Payments' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Set up two-step verification' })).toBeNull();
  });

  test('finds nothing at an address that is no tab, and the way back', async () => {
    serve(answers(whoAmI, admin), owner, answers(listPaymentConfig, []));
    open('/admin/weather');
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(await logOutButton()).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Submissions' }).ariaSelected).toBe('false');
    await userEvent.click(screen.getByRole('link', { name: 'Back to the dashboard' }));
    expect((await screen.findByRole('tab', { name: 'Submissions' })).ariaSelected).toBe('true');
  });
});

describe('the frame of the dashboard', () => {
  const waits = (kind: string, count: number) => ({ kind, count, since: null });
  const none = { today: 0, yesterdayByNow: 0, yesterday: 0 };
  const overview = answers(readOverview, {
    at: '2026-11-27T10:00:00.000Z',
    waiting: [waits('claims', 3), waits('money', 4), waits('contact', 1), waits('mails', 0)],
    setup: [],
    onPaper: 0,
    today: { signatures: none, applications: none, members: none, received: null },
  });
  const counts = () =>
    screen
      .getAllByRole('tab')
      .flatMap((tab) =>
        [...tab.querySelectorAll('[data-count]')].map(
          (count) => `${tab.textContent} ${count.getAttribute('data-count')}`,
        ),
      );

  test('shows beside each tab how much waits there, which is no part of its name', async () => {
    serve(answers(whoAmI, admin), owner, overview, answers(listPaymentConfig, []));
    open('/admin/payments');
    await screen.findByRole('tab', { name: 'Payments' });
    await waitFor(() => expect(counts()).toEqual(['Contact 1', 'Payments 7']));
  });

  test('counts again when another tab is opened', async () => {
    const log = serve(answers(whoAmI, admin), owner, overview, answers(listPaymentConfig, []));
    open('/admin/settings');
    await waitFor(() => expect(counts()).toEqual(['Contact 1', 'Payments 7']));
    const asked = () => log.filter(({ path }) => path === readOverview.path).length;
    const before = asked();
    await userEvent.click(screen.getByRole('tab', { name: 'Payments' }));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    // What waits comes before what was set up once.
    expect(location.pathname).toBe('/admin/payments/claims');
    expect(screen.getByRole('tab', { name: 'To do' }).getAttribute('aria-selected')).toBe('true');
  });

  test('counts nothing for a role that sees no submissions', async () => {
    const log = serve(
      answers(whoAmI, admin),
      session(permissionsOf('editor'), { role: 'editor' }),
      overview,
    );
    open('/admin/settings');
    await screen.findByRole('tab', { name: 'Content' });
    expect(log.some(({ path }) => path === readOverview.path)).toBe(false);
    expect(screen.queryByRole('button', { name: 'Find anything' })).toBeNull();
  });

  test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
    'opens the search over any page with %s, ready to be typed into',
    async (keys) => {
      serve(answers(whoAmI, admin), owner, overview, answers(listPaymentConfig, []));
      open('/admin/payments');
      await screen.findByText('Current configurations');
      await userEvent.keyboard(keys);
      const field = await screen.findByRole('searchbox', { name: 'Search people and texts' });
      await waitFor(() => expect(document.activeElement).toBe(field));
    },
  );

  test('finds the texts of the pages by what they say, for those who may change them', async () => {
    const fakes = [
      overview,
      answers(listPaymentConfig, []),
      answers(searchPeople, { people: [], hasMore: false }),
      answers(listContent, []),
      answers(listContentDrafts, []),
    ];
    serve(answers(whoAmI, admin), owner, ...fakes);
    open('/admin/payments');
    await userEvent.click(await screen.findByRole('button', { name: 'Find anything' }));
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search people and texts' }),
      'fifty-four threads.',
    );
    const found = await screen.findByRole('region', { name: 'Texts of the pages' });
    const link = within(found).getByRole('link', { name: /^Hero › Title line 1 Fifty-four/ });
    expect(link.getAttribute('href')).toBe(
      '/admin/content?language=en&section=hero&key=title_line1',
    );
    cleanup();

    const moderator = permissionsOf('moderator');
    serve(answers(whoAmI, admin), session(moderator, { role: 'moderator' }), ...fakes);
    open('/admin/contact');
    await userEvent.click(await screen.findByRole('button', { name: 'Find anything' }));
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search people' }),
      'fifty-four threads.',
    );
    expect(await screen.findByText('Nobody matches this search.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Texts of the pages' })).toBeNull();
  });

  test('closes the search once a person was chosen', async () => {
    const person = {
      email: 'awa@example.org',
      mergedWith: [],
      name: 'Awa Diop',
      record: 'contact' as const,
      id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
      records: ['contact' as const],
      signature: null,
    };
    serve(
      answers(whoAmI, admin),
      owner,
      overview,
      answers(listPaymentConfig, []),
      answers(searchPeople, { people: [person], hasMore: false }),
    );
    open('/admin/payments');
    await userEvent.click(await screen.findByRole('button', { name: 'Find anything' }));
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search people and texts' }),
      'awa',
    );
    await userEvent.click(await screen.findByRole('link', { name: /Awa Diop/ }));
    expect(location.pathname + location.search).toBe(personAddress('contact', person.id));
    await waitFor(() =>
      expect(screen.queryByRole('searchbox', { name: 'Search people and texts' })).toBeNull(),
    );
  });
});

describe('a role', () => {
  const tabs = () =>
    within(screen.getByRole('tablist', { name: 'Dashboard' }))
      .getAllByRole('tab')
      .map(({ textContent }) => textContent);
  const viewer = permissionsOf('viewer');

  test.each([
    ['editor', ['Content', 'Social', 'Settings']],
    ['finance', ['Submissions', 'Contact', 'Donations', 'Payments', 'Declarations', 'Settings']],
    ['moderator', ['Submissions', 'Users', 'Contact', 'Declarations', 'Email', 'Settings']],
  ] as const)('shows the %s their own tabs and no other', async (role, theirs) => {
    serve(answers(whoAmI, admin), session(permissionsOf(role), { role }));
    open('/admin/settings');
    await screen.findByRole('tab', { name: 'Settings' });
    expect(tabs()).toEqual(theirs);
  });

  test('that lacks a tab says so at its address, and leads to the first of its own', async () => {
    const log = serve(
      answers(whoAmI, admin),
      session(viewer, { role: 'viewer' }),
      answers(listPaymentConfig, []),
    );
    open('/admin/content');
    expect(await screen.findByText('Your role cannot open this page.')).toBeTruthy();
    expect(screen.getByText(/Your role is Viewer/)).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Back to the dashboard' }));
    expect(
      (await screen.findByRole('tab', { name: 'Submissions' })).getAttribute('aria-selected'),
    ).toBe('true');
    expect(log.some(({ path }) => path.includes('content'))).toBe(false);
  });

  test.each([
    ['editor', '/admin/settings/log', 'Access'],
    ['viewer', '/admin/settings/pauses', 'Access'],
    ['viewer', '/admin/email/individual', 'Servers and history'],
    ['viewer', '/admin/users/reports', 'Accounts'],
  ] as const)('that lacks a page says so to the %s at %s', async (role, address, first) => {
    serve(answers(whoAmI, admin), session(permissionsOf(role), { role }));
    open(address);
    expect(await screen.findByText('Your role cannot open this page.')).toBeTruthy();
    // The keyboard reaches the tabs of this role.
    expect(screen.getByRole('tab', { name: first }).tabIndex).toBe(0);
  });

  test('that may not change where money goes sees what is set and nothing to change it', async () => {
    serve(
      answers(whoAmI, admin),
      session(viewer, { role: 'viewer' }),
      answers(listPaymentConfig, []),
    );
    open('/admin/payments');
    expect(await screen.findByText('Current configurations')).toBeTruthy();
    expect(screen.queryByText('Add a configuration')).toBeNull();
  });

  test('that could not be asked for is asked for again', async () => {
    serve(
      answers(whoAmI, admin),
      inTurn(refuses(showSession, 503, { message: 'Please wait a minute.' }), owner),
      answers(listPaymentConfig, []),
    );
    open('/admin/payments');
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: 'Payments' })).toBeTruthy();
  });
});

describe('the one-time link', () => {
  const lives = answers(checkFirstAdminLink, { usable: true });

  test('creates the first administrator and opens the dashboard', async () => {
    const log = serve(
      nobody,
      owner,
      lives,
      answers(createFirstAdmin, { user: admin, message: 'Welcome to the admin dashboard.' }),
    );
    open('/admin/first#key=abc');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence');
    await userEvent.click(screen.getByRole('button', { name: /create administrator/i }));
    expect(await screen.findByRole('tab', { name: 'Submissions' })).toBeTruthy();
    expect(location.pathname).toBe('/admin');
    expect(log.find(({ path }) => path === createFirstAdmin.path)?.body).toEqual({
      token: 'abc',
      email: 'admin@example.org',
      password: 'a long sentence',
    });
  });

  test('says that it has expired instead of showing the form again', async () => {
    const message =
      'This link has expired or has already been used. Restart the site to get a new one.';
    serve(nobody, lives, refuses(createFirstAdmin, 400, { message }));
    open('/admin/first#key=abc');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'a long sentence{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  test('keeps the form when only the password was refused', async () => {
    const refusal = {
      message: 'This password is too common.',
      fields: { password: 'This password is too common.' },
    };
    serve(nobody, lives, refuses(createFirstAdmin, 400, refusal));
    open('/admin/first#key=abc');
    await userEvent.type(await screen.findByLabelText('Email'), 'admin@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'password1234{Enter}');
    await waitFor(() => expect(screen.getAllByText('This password is too common.').length).toBe(2));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('admin@example.org');
  });

  test('that opens nothing says so before anything is typed, and shows the way to the login', async () => {
    const log = serve(nobody, answers(checkFirstAdminLink, { usable: false }));
    open('/admin/first#key=used');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This link has expired or has already been used.',
    );
    expect(screen.queryByLabelText('Password')).toBeNull();
    const login = screen.getByRole('link', { name: 'Go to the admin login' });
    expect(login.getAttribute('href')).toBe('/admin');
    const asked = log.find(({ path }) => path === checkFirstAdminLink.path);
    expect(asked?.body).toEqual({ token: 'used' });
    expect(log.every(({ query }) => query.size === 0)).toBe(true);
    expect(location.href).not.toContain('used');
  });

  test('that could not be checked can be checked again', async () => {
    serve(
      nobody,
      inTurn(refuses(checkFirstAdminLink, 429, { message: 'Please wait a minute.' }), lives),
    );
    open('/admin/first#key=abc');
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test('without its code says what is missing', async () => {
    serve(nobody);
    open('/admin/first');
    const said = await screen.findByRole('alert');
    expect(said.textContent).toContain('one-time code is missing');
  });
});

describe('members’ documents', () => {
  test('ask a stranger to log in', async () => {
    serve(nobody);
    open('/profile');
    expect(await screen.findByText('Please log in to view your profile.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/join');
  });

  test('show a member name, email and the day of joining', async () => {
    serve(answers(whoAmI, member));
    open('/profile');
    expect(await screen.findByText('Amina Bello')).toBeTruthy();
    expect(screen.getByText('5 Nov 2026')).toBeTruthy();
  });

  test('say when the profile could not be loaded and try again', async () => {
    serve(inTurn(refuses(whoAmI, 503, { message: 'Back in a moment.' }), answers(whoAmI, member)));
    open('/profile');
    expect(await screen.findByText('Back in a moment.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Amina Bello')).toBeTruthy();
  });

  test('offer no messages to anybody yet', async () => {
    serve(nobody);
    open('/messages');
    expect(await screen.findByText('Please log in to view your messages.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy();
  });

  test('do not ask somebody to log in who is', async () => {
    serve(answers(whoAmI, member));
    open('/messages');
    expect(await screen.findByRole('heading', { name: 'Messages' })).toBeTruthy();
    expect(await logOutButton()).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  });
});
