import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { PERMISSIONS } from '../../../shared/access.ts';
import { permissionsOf, ROLES } from '../../../shared/roles.ts';
import { PermissionsContext } from '../../../web/permissions.tsx';
import { RecentPasswordContext } from '../../../web/recentPassword.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { cancelEmailChange, type OwnAccount, readAccount } from '../account/account.contract.ts';
import { ROLE_NAMES } from '../administrators/roles.rules.ts';
import { reauthenticate } from '../login/login.contract.ts';
import { whoAmI } from '../sessions/session.contract.ts';
import {
  readSecondFactorRule,
  setSecondFactorRule,
} from '../second-factor/second-factor-policy.contract.ts';
import { useReauthentication } from '../login/useReauthentication.tsx';
import { type ListedUser, listUsers } from '../administrators/accounts.contract.ts';
import { changeAdminPassword, changeUsername, createAdmin } from './settings.contract.ts';
import { listInvitations } from './invitation.contract.ts';
import { SettingsTab } from './SettingsTab.tsx';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const ADMIN = 'admin@example.org';
const NEXT = 'ama@example.org';

const administrator = (n: number, more: Partial<ListedUser> = {}): ListedUser => ({
  id: id(n),
  email: `admin${n}@example.org`,
  firstName: 'Awa',
  lastName: `Diop ${n}`,
  isAdmin: true,
  role: 'owner',
  createdAt: at,
  emailVerifiedAt: at,
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  suspendedAt: null,
  suspendedFor: null,
  hasSecondFactor: true,
  mailed: false,
  ...more,
});
const account = (pendingEmail: string | null = null): OwnAccount => ({
  email: ADMIN,
  isVerified: true,
  pendingEmail,
  messageMail: true,
  mailLanguage: 'en',
  createdAt: at,
  isLastOwner: false,
  secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0 },
});
const rule = (more: Partial<AnswerOf<typeof readSecondFactorRule>> = {}) =>
  answers(readSecondFactorRule, {
    isRequired: false,
    isFixed: false,
    hasOwn: true,
    without: 2,
    ...more,
  });
const noInvitations = answers(listInvitations, []);
const usual = [
  answers(whoAmI, {
    id: id(99),
    email: ADMIN,
    firstName: null,
    lastName: null,
    isAdmin: true,
    createdAt: at,
  }),
  answers(listUsers, [
    administrator(1),
    administrator(2, { hasSecondFactor: false, lastSeenAt: null, emailVerifiedAt: null }),
  ]),
  rule(),
  noInvitations,
];
const noChange = answers(readAccount, account());

function Dashboard() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <SettingsTab
        setup={{ path: '/admin/settings/setup', content: <p>What is left to do</p> }}
        log={{ path: '/admin/settings/log', content: <p>All that was done</p> }}
        pauses={{
          path: '/admin/settings/pauses',
          content: <input aria-label="Message to visitors" />,
        }}
        retention={{ path: '/admin/settings/retention', content: <p>How long things stay</p> }}
        webhooks={{ path: '/admin/settings/webhooks', content: <p>What other systems get</p> }}
      />
      {dialog}
    </RecentPasswordContext>
  );
}

const open = (path = '/admin/settings') => openPage(path, <Dashboard />);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const toasted = async (...texts: string[]) => {
  const region = await screen.findByRole('region', { name: /^Notifications/ });
  for (const text of texts) await waitFor(() => expect(region.textContent).toContain(text));
};
const sentTo = (log: Sent[], { path, method }: { path: string; method: string }) =>
  log.filter((sent) => sent.path === path && sent.method === method);
type Card = Awaited<ReturnType<typeof card>>;
async function fill(of: Card, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields))
    if (text) await userEvent.type(of.getByLabelText(label, { exact: false }), text);
}
const press = (of: Card, name: string) => userEvent.click(of.getByRole('button', { name }));

describe('the tab', () => {
  test('has a card for each action, and the log as a page of its own', async () => {
    serve(...usual, noChange);
    open();
    for (const name of [
      'Change Username',
      'Change Password',
      'Invite an administrator',
      'Create Admin User',
    ])
      expect(await screen.findByRole('region', { name })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Activity log' }));
    expect(await screen.findByText('All that was done')).toBeTruthy();
    expect(location.pathname).toBe('/admin/settings/log');
  });

  test('keeps what was typed in a tab that was left for another', async () => {
    serve(...usual, noChange);
    open('/admin/settings/pauses');
    await userEvent.type(await screen.findByLabelText('Message to visitors'), 'Back on Monday.');
    await userEvent.click(screen.getByRole('tab', { name: 'Activity log' }));
    expect(screen.queryByRole('textbox', { name: 'Message to visitors' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Pauses' }));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Back on Monday.');
  });
});

describe('the second factor of administrators', () => {
  const part = () => card('Two-step verification for administrators');
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

  test('is asked for after a question that says how many it holds back', async () => {
    const log = serve(
      inTurn(rule(), rule({ isRequired: true })),
      ...usual,
      noChange,
      answers(setSecondFactorRule, { message: 'Every administrator needs one now.' }),
    );
    open();
    const form = await part();
    await userEvent.click(
      await form.findByRole('button', { name: 'Require two-step verification...' }),
    );
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      '2 administrators have not set it up yet. Anyone without it stays logged in',
    );
    await answer('Require it');
    expect(await form.findByRole('button', { name: 'Stop requiring it...' })).toBeTruthy();
    expect(sentTo(log, setSecondFactorRule)[0]?.body).toEqual({ isRequired: true });
  });

  test('is not offered to who has none, who is led to set one up', async () => {
    serve(rule({ hasOwn: false }), ...usual, noChange);
    open();
    const form = await part();
    const way = await form.findByRole('link', { name: 'Set up two-step verification' });
    expect(way.getAttribute('href')).toBe('/profile#security');
    expect(form.queryByRole('button')).toBeNull();
  });

  test('that the server asks for is not changed here', async () => {
    serve(rule({ isRequired: true, isFixed: true }), ...usual, noChange);
    open();
    const form = await part();
    expect(await form.findByText(/^This is set on the server/)).toBeTruthy();
    expect(form.queryByRole('button')).toBeNull();
  });
});

test('what a new site needs comes first, for who may configure the site', async () => {
  serve(...usual, noChange);
  open('/admin/settings/setup');
  expect(await screen.findByText('What is left to do')).toBeTruthy();
  expect(screen.getAllByRole('tab')[0]?.textContent).toBe('Setup');
  cleanup();
  openPage(
    '/admin/settings/setup',
    <PermissionsContext value={permissionsOf('editor')}>
      <Dashboard />
    </PermissionsContext>,
  );
  expect(await screen.findByText('Your role cannot open this page.')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Setup' })).toBeNull();
});

describe('the tab of the roles', () => {
  test('says of each role and each right whether it is held', async () => {
    serve(...usual, noChange);
    open('/admin/settings/roles');
    const table = await screen.findByRole('table', { name: 'What each role can do' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.slice(1).map(({ textContent }) => textContent)).toEqual(
      ROLES.map((role) => ROLE_NAMES[role]),
    );
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(PERMISSIONS.length);
    for (const [n, permission] of PERMISSIONS.entries()) {
      const cells = within(rows[n]!).getAllByRole('cell');
      expect(
        cells.map((cell) => within(cell).queryByRole('img', { name: 'Yes' }) !== null),
      ).toEqual(ROLES.map((role) => permissionsOf(role).includes(permission)));
    }
  });

  test('lists below each role what it may, for a screen with no room for a table', async () => {
    serve(...usual, noChange);
    open('/admin/settings/roles');
    const viewer = (await screen.findByText('Sees what is stored, but changes nothing.')).closest(
      'details',
    );
    const items = within(viewer!).getAllByRole('listitem', { hidden: true });
    expect(items).toHaveLength(permissionsOf('viewer').length);
  });
});

describe('changing the username', () => {
  test('says what the server says, shows the address that waits, and takes it back', async () => {
    const log = serve(
      ...usual,
      inTurn(noChange, answers(readAccount, account(NEXT)), noChange),
      answers(changeUsername, { message: 'Please open the link in our email to the new address.' }),
      answers(cancelEmailChange, { message: 'Your address has not changed.' }),
    );
    open();
    const form = await card('Change Username');
    await form.findByText(`You log in with ${ADMIN}.`);
    const asked = sentTo(log, whoAmI).length;
    await fill(form, { 'New username': `  ${NEXT}` });
    await press(form, 'Update Username');
    await toasted('Confirm the new address', 'Please open the link in our email');
    expect(sentTo(log, changeUsername)[0]?.body).toEqual({ newUsername: NEXT });
    await waitFor(() => expect(sentTo(log, whoAmI).length).toBe(asked + 1));
    expect(await form.findByText(/^ama@example.org will become your address when/)).toBeTruthy();
    expect((form.getByLabelText('New username') as HTMLInputElement).value).toBe('');
    await press(form, 'Keep the old address');
    await toasted('Your address has not changed.');
    await waitFor(() => expect(form.queryByText(/will become your address/)).toBeNull());
  });

  test.each([
    ['', 'Missing Information', 'Please enter a new username.'],
    ['   ', 'Missing Information', 'Please enter a new username.'],
    ['ama', 'Error', 'Please enter a valid email address'],
  ])('to “%s” is stopped with “%s”', async (typed, title, sentence) => {
    const log = serve(...usual, noChange);
    open();
    const form = await card('Change Username');
    await fill(form, { 'New username': typed });
    await press(form, 'Update Username');
    await toasted(title, sentence);
    expect(form.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(sentTo(log, changeUsername)).toEqual([]);
  });

  test('that fails says why, else that it did, and keeps what was typed', async () => {
    const taken = 'This address cannot be used. Please choose another one.';
    serve(
      ...usual,
      noChange,
      inTurn(refuses(changeUsername, 409, { message: taken, fields: { newUsername: taken } }), {
        endpoint: changeUsername,
        reply: () => ({ status: 500, body: '' }),
      }),
    );
    open();
    const form = await card('Change Username');
    await fill(form, { 'New username': NEXT });
    await press(form, 'Update Username');
    await toasted('Error', taken);
    await press(form, 'Update Username');
    await toasted('Error', 'Failed to update username.');
    expect((form.getByLabelText('New username') as HTMLInputElement).value).toBe(NEXT);
  });
});

describe('changing the password', () => {
  const whole = {
    'Current password': 'the old secret',
    'New password': 'the new secret',
    'Confirm the new password': 'the new secret',
  };

  /** A label that is part of no other. */
  async function fillPasswords(form: Card, fields: Record<string, string>) {
    for (const [label, text] of Object.entries(fields))
      if (text) await userEvent.type(form.getByLabelText(label), text);
  }

  test('asks for the password again where the server does, and empties the form', async () => {
    const log = serve(
      ...usual,
      noChange,
      inTurn(
        refuses(changeAdminPassword, 403, { message: 'Again.', reason: 'reauthenticate' }),
        answers(changeAdminPassword, { message: 'Your new password is saved.' }),
      ),
      answers(reauthenticate, { message: 'Thank you. Please continue.' }),
    );
    open();
    const form = await card('Change Password');
    await fillPasswords(form, whole);
    await press(form, 'Update Password');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await userEvent.type(dialog.getByLabelText('Your password'), 'the old secret');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await toasted('Password Updated', 'Your new password is saved.');
    expect(sentTo(log, changeAdminPassword).at(-1)?.body).toEqual({
      currentPassword: 'the old secret',
      newPassword: 'the new secret',
    });
    for (const label of Object.keys(whole))
      expect((form.getByLabelText(label) as HTMLInputElement).value).toBe('');
  });

  const missing = 'Please fill in all password fields.';
  test.each([
    [{ 'Current password': '' }, 'Missing Information', missing],
    [{ 'New password': '' }, 'Missing Information', missing],
    [{ 'Confirm the new password': '' }, 'Missing Information', missing],
    [{ 'New password': 'short', 'Confirm the new password': '' }, 'Missing Information', missing],
    [
      { 'New password': 'short', 'Confirm the new password': 'short' },
      'Invalid Password',
      'New password must be at least 6 characters long.',
    ],
    [
      { 'Confirm the new password': 'another secret' },
      'Password Mismatch',
      'New password and confirmation password do not match.',
    ],
  ])('with %j is stopped with “%s”', async (typed, title, sentence) => {
    const log = serve(...usual, noChange);
    open();
    const form = await card('Change Password');
    await fillPasswords(form, { ...whole, ...typed });
    await press(form, 'Update Password');
    await toasted(title, sentence);
    expect(form.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(sentTo(log, changeAdminPassword)).toEqual([]);
  });

  test('that fails without a word from the server says that it did', async () => {
    serve(...usual, noChange, {
      endpoint: changeAdminPassword,
      reply: () => ({ status: 500, body: '' }),
    });
    open();
    const form = await card('Change Password');
    await fillPasswords(form, whole);
    await press(form, 'Update Password');
    await toasted('Error', 'Failed to update password.');
  });
});

describe('creating an administrator', () => {
  const whole = { Email: 'efua@example.org', Password: 'kola nuts' };
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

  test('asks whether the address is right, and shows them in the list', async () => {
    const [who] = usual;
    const log = serve(
      who as (typeof usual)[number],
      rule(),
      noChange,
      noInvitations,
      inTurn(answers(listUsers, []), answers(listUsers, [administrator(7)])),
      answers(createAdmin, { message: 'The administrator is created.' }),
    );
    open();
    const form = await card('Create Admin User');
    await fill(form, { ...whole, 'First name': 'Efua' });
    const role = form.getByLabelText('Role') as HTMLSelectElement;
    expect([role.value, role.options[0]?.value]).toEqual(['viewer', 'viewer']);
    await userEvent.selectOptions(role, 'Editor');
    await press(form, 'Create Admin');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'efua@example.org can then open the dashboard with the role “Editor”',
    );
    await answer('Cancel');
    expect(sentTo(log, createAdmin)).toEqual([]);
    await press(form, 'Create Admin');
    await answer('Create administrator');
    await toasted('Administrator created', 'The administrator is created.');
    expect(sentTo(log, createAdmin)[0]?.body).toEqual({
      email: 'efua@example.org',
      password: 'kola nuts',
      firstName: 'Efua',
      role: 'editor',
    });
    expect(await screen.findByText('admin7@example.org')).toBeTruthy();
    expect((form.getByLabelText('Password') as HTMLInputElement).value).toBe('');
  });

  test.each([
    [{ Email: '' }, 'Missing Information', 'Email and password are required'],
    [{ Password: '' }, 'Missing Information', 'Email and password are required'],
    [{ Password: 'kola' }, 'Invalid Password', 'Password must be at least 6 characters long.'],
    [{ Email: 'efua' }, 'Error', 'Please enter a valid email address'],
  ])('with %j is stopped with “%s”', async (typed, title, sentence) => {
    const log = serve(...usual, noChange);
    open();
    const form = await card('Create Admin User');
    await fill(form, { ...whole, ...typed });
    await press(form, 'Create Admin');
    await toasted(title, sentence);
    expect(form.getAllByText(sentence).length).toBeGreaterThan(0);
    expect(sentTo(log, createAdmin)).toEqual([]);
  });

  test('of an address that has an account leads to that account', async () => {
    const taken = 'This address already has an account.';
    serve(
      ...usual,
      noChange,
      refuses(createAdmin, 409, { message: taken, fields: { email: taken }, account: id(5) }),
    );
    open();
    const form = await card('Create Admin User');
    await fill(form, whole);
    await press(form, 'Create Admin');
    await answer('Create administrator');
    await toasted('Error', taken);
    const link = await form.findByRole('link', { name: 'Open the account' });
    expect(link.getAttribute('href')).toBe(`/admin/users?open=${id(5)}`);
  });

  test('that fails without a word from the server says that it did', async () => {
    serve(...usual, noChange, { endpoint: createAdmin, reply: () => ({ status: 500, body: '' }) });
    open();
    const form = await card('Create Admin User');
    await fill(form, whole);
    await press(form, 'Create Admin');
    await answer('Create administrator');
    await toasted('Error', 'Failed to create admin user.');
  });
});

describe('the list of the administrators', () => {
  test('says who has a second factor and when they were here, and leads into the tab Users', async () => {
    const log = serve(...usual, noChange);
    open();
    const table = within(await screen.findByRole('table', { name: 'Administrators' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first?.textContent).toMatch(/Awa Diop 1.*admin1@example.org.*Set up.*20 Nov 2026/);
    expect(second?.textContent).toMatch(/Address not confirmed.*Not set up.*Never/);
    expect(sentTo(log, listUsers)[0]?.query.get('status')).toBe('admin');
    const all = screen.getByRole('link', { name: 'See them under Users' });
    expect(all.getAttribute('href')).toBe('/admin/users?status=admin');
    await userEvent.click(table.getByRole('button', { name: /Awa Diop 2/ }));
    expect(location.pathname + location.search).toBe(`/admin/users?status=admin&open=${id(2)}`);
  });

  test('that does not come says so, and comes when it is asked for again', async () => {
    const [who, list] = usual;
    serve(
      who as (typeof usual)[number],
      noChange,
      noInvitations,
      inTurn(refuses(listUsers, 503, { message: 'Busy.' }), list as (typeof usual)[number]),
    );
    open();
    expect(await screen.findByText('Busy.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('admin1@example.org')).toBeTruthy();
  });
});
