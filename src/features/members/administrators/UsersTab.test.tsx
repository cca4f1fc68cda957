import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RecentPasswordContext } from '../../../web/recentPassword.ts';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { reauthenticate } from '../login/login.contract.ts';
import { whoAmI } from '../sessions/session.contract.ts';
import { personAddress } from '../../../shared/person-address.ts';
import { UsersTab } from './UsersTab.tsx';
import { useReauthentication } from '../login/useReauthentication.tsx';
import {
  type ListedUser,
  listUsers,
  removeSecondFactor,
  restoreUser,
  setUserRole,
  suspendUser,
} from './accounts.contract.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const account = (n: number, more: Partial<ListedUser> = {}): ListedUser => ({
  id: id(n),
  email: `member${n}@example.org`,
  firstName: 'Awa',
  lastName: `Diop ${n}`,
  isAdmin: false,
  role: null,
  createdAt: at,
  emailVerifiedAt: at,
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  suspendedAt: null,
  suspendedFor: null,
  hasSecondFactor: false,
  mailed: false,
  ...more,
});
const suspended = { suspendedAt: at, suspendedFor: 'You sold phones.' };
const caller = answers(whoAmI, {
  id: id(99),
  email: 'admin@example.org',
  firstName: null,
  lastName: null,
  isAdmin: true,
  createdAt: at,
});
const list = (...users: ListedUser[]) =>
  answers(listUsers, users, { 'X-Total-Count': String(users.length) });

const fetchCsv = vi.fn(async (_question: Readonly<Record<string, string>>) => new Blob());

function Dashboard() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <UsersTab
        personAddress={(id) => personAddress('account', id)}
        fetchCsv={fetchCsv}
        reports={{ path: '/admin/users/reports', label: 'Reports', content: <p>All reports</p> }}
      />
      {dialog}
    </RecentPasswordContext>
  );
}

function open(query = '') {
  openPage(`/admin/users${query}`, <Dashboard />);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = async (name: string | RegExp, within_: HTMLElement | undefined = undefined) =>
  userEvent.click(await (within_ ? within(within_) : screen).findByRole('button', { name }));
const answerYes = async (name: string) => press(name, await screen.findByRole('alertdialog'));

describe('the list', () => {
  test('names everybody with address, day of joining and what they are', async () => {
    serve(
      caller,
      list(
        account(1, { isAdmin: true, role: 'owner' }),
        account(2, { emailVerifiedAt: null, ...suspended }),
      ),
    );
    open();
    const [, first, second] = await screen.findAllByRole('row');
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Name', 'Email', 'Role', 'Joined', 'Last seen']);
    expect(first?.textContent).toMatch(
      /Awa Diop 1 Admin.*member1@example.org.*Administrator.*5 Nov 2026.*20 Nov 2026/,
    );
    expect(first?.textContent).not.toContain('not confirmed');
    expect(second?.textContent).toMatch(/Awa Diop 2 Suspended.*Address not confirmed.*Member/);
  });

  test('says when nobody has registered', async () => {
    serve(caller, list());
    open();
    expect(await screen.findByText('No users registered yet.')).toBeTruthy();
  });

  test('says when nothing matches, with a way back to everybody', async () => {
    const log = serve(caller, list());
    open('?search=zzz&status=suspended');
    expect(await screen.findByText('No results.')).toBeTruthy();
    const asked = log.find(({ path }) => path === '/api/admin/users');
    expect([asked?.query.get('search'), asked?.query.get('status')]).toEqual(['zzz', 'suspended']);
    await press('Show everything');
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('puts search, filter and order into the address and asks the server for them', async () => {
    const log = serve(caller, list(account(1)));
    open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'awa{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Address not confirmed');
    await press('Email');
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
        search: 'awa',
        status: 'unverified',
        sort: 'email',
      }),
    );
    await waitFor(() =>
      expect(log.at(-1)?.query.toString()).toBe(
        'search=awa&status=unverified&sort=email&limit=100&counted=part',
      ),
    );
  });

  test('is downloaded as it is narrowed, which is said before', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:one';
    serve(caller, list(account(1)));
    open('?search=awa&status=admin');
    expect(
      await screen.findByText('1 account, status: Administrators, search: “awa”'),
    ).toBeTruthy();
    await press('Download CSV');
    expect(fetchCsv).toHaveBeenLastCalledWith({ search: 'awa', status: 'admin' });
  });

  test('is searched at once when somebody goes on to a row, which stays open', async () => {
    const log = serve(caller, list(account(1)));
    open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'awa');
    await press('Awa Diop 1');
    const asked = () => log.filter(({ path }) => path === '/api/admin/users');
    await waitFor(() => expect(asked().at(-1)?.query.get('search')).toBe('awa'));
    // Longer than a pause in the typing.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(location.search).toBe(`?search=awa&open=${id(1)}`);
    expect(asked()).toHaveLength(2);
  });

  test('leaves out what an address made up', async () => {
    const log = serve(caller, list(account(1)));
    open('?status=gone&sort=password');
    await screen.findByText('member1@example.org');
    expect(log.find(({ path }) => path === '/api/admin/users')?.query.toString()).toBe(
      'limit=100&counted=part',
    );
  });

  test('goes on with the next page', async () => {
    serve(
      caller,
      inTurn(
        answers(listUsers, [account(1)], {
          'X-Total-Count': '2',
          Link: '</api/admin/users?limit=100&cursor=abc>; rel="next"',
        }),
        answers(listUsers, [account(2)], { 'X-Total-Count': '2' }),
      ),
    );
    open();
    await press('Load more');
    expect(await screen.findByText('member2@example.org')).toBeTruthy();
    expect(screen.getByText('2 of 2 rows')).toBeTruthy();
  });

  test('that cannot be had says so and can be asked for again', async () => {
    serve(caller, inTurn(refuses(listUsers, 500, { message: 'Broken.' }), list(account(1))));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    await press('Try again');
    expect(await screen.findByText('member1@example.org')).toBeTruthy();
  });

  test('shows a name from right to left in its own direction, and the address where there is none', async () => {
    serve(
      caller,
      list(
        account(1, { firstName: 'عائشة', lastName: '\u202Egro' }),
        account(2, { firstName: null, lastName: '\u200B' }),
      ),
    );
    open();
    const name = await screen.findByText('عائشة gro');
    expect(name.tagName).toBe('BDI');
    expect(screen.getAllByText('member2@example.org')).toHaveLength(2);
  });
});

describe('an account', () => {
  test('is opened by its row and by its address, also when it is on no page shown', async () => {
    const log = serve(
      caller,
      inTurn(list(account(1)), list(account(7, { email: 'far@example.org' }))),
    );
    open(`?open=${id(7)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Awa Diop 7' });
    expect(dialog.textContent).toContain('far@example.org');
    const asked = log.filter(({ path }) => path === '/api/admin/users');
    expect(asked.map(({ query }) => query.get('id'))).toEqual([null, id(7)]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(location.search).toBe('');
    await press('Awa Diop 1');
    expect(location.search).toBe(`?open=${id(1)}`);
  });

  test('that is gone is said to be', async () => {
    serve(caller, inTurn(list(account(1)), list()));
    open(`?open=${id(7)}`);
    expect(await screen.findByRole('dialog', { name: 'Nothing found here' })).toBeTruthy();
  });

  test('is suspended only with a reason and a yes, and then shows it', async () => {
    const log = serve(
      caller,
      inTurn(list(account(1)), list(account(1, suspended))),
      answers(suspendUser, {
        message: 'The account is suspended. The account holder will get an email with the reason.',
      }),
    );
    open(`?open=${id(1)}`);
    await press('Suspend...');
    const dialog = screen.getByRole('dialog');
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Reason'));
    await press('Suspend');
    const why = within(dialog).getByLabelText('Reason');
    expect(why.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(why, 'You sold phones.');
    await press('Suspend', dialog);
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    await answerYes('Suspend');
    expect(await within(dialog).findByText('You sold phones.')).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/admin/users/${id(1)}/suspend`,
      body: { reason: 'You sold phones.' },
    });
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Restore...' }));
    expect(within(dialog).queryByRole('button', { name: 'Make administrator...' })).toBeNull();
  });

  test('keeps the words when the server refuses, and asks before they are lost', async () => {
    serve(
      caller,
      list(account(1)),
      refuses(suspendUser, 409, { message: 'This account is already suspended.' }),
    );
    open(`?open=${id(1)}`);
    await press('Suspend...');
    const dialog = screen.getByRole('dialog');
    const why = within(dialog).getByLabelText<HTMLTextAreaElement>('Reason');
    await userEvent.type(why, 'Spam.');
    await press('Suspend', dialog);
    await answerYes('Suspend');
    expect(await within(dialog).findByText('This account is already suspended.')).toBeTruthy();
    expect(why.value).toBe('Spam.');
    await press('Close', dialog);
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Close and lose what you typed?');
    await press('Close without saving', question);
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('is opened again after a yes', async () => {
    const log = serve(
      caller,
      inTurn(list(account(1, suspended)), list(account(1))),
      answers(restoreUser, {
        message: 'The account is restored. The account holder will get an email.',
      }),
    );
    open(`?open=${id(1)}`);
    await press('Restore...');
    await answerYes('Restore');
    expect(
      await screen.findByText('The account is restored. The account holder will get an email.'),
    ).toBeTruthy();
    expect(log.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Suspend...' })).toBeTruthy();
  });

  test('is given a role once the password was given again', async () => {
    const log = serve(
      caller,
      list(account(1)),
      inTurn(
        {
          endpoint: setUserRole,
          reply: () => ({
            status: 403,
            body: { message: 'Please enter your password again.', reason: 'reauthenticate' },
          }),
        },
        answers(setUserRole, { message: 'The role is saved. Every owner will get an email.' }),
      ),
      answers(reauthenticate, { message: 'Thank you. Please continue.' }),
    );
    open(`?open=${id(1)}`);
    await press('Make administrator...');
    await userEvent.click(await screen.findByRole('radio', { name: /^Editor/ }));
    await press('Save the role');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('member1@example.org');
    await answerYes('Give the role');
    await userEvent.type(await screen.findByLabelText('Your password'), 'a long sentence{Enter}');
    expect(
      await screen.findByText('The role is saved. Every owner will get an email.'),
    ).toBeTruthy();
    const puts = log.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ body }) => body)).toEqual([
      { role: 'editor', was: null },
      { role: 'editor', was: null },
    ]);
  });

  test('that somebody else has given a role meanwhile is shown before it is given another', async () => {
    const log = serve(
      caller,
      list(account(1)),
      inTurn(
        refuses(setUserRole, 409, { message: 'Someone else has changed this.', now: 'finance' }),
        answers(setUserRole, { message: 'The role is saved. Every owner will get an email.' }),
      ),
    );
    open(`?open=${id(1)}`);
    await press('Make administrator...');
    await userEvent.click(await screen.findByRole('radio', { name: /^Editor/ }));
    await press('Save the role');
    await answerYes('Give the role');
    expect(await screen.findByText('Finance', { selector: 'dd' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Editor/ }).checked).toBe(true);
    await press('Save my version');
    await answerYes('Give the role');
    expect(
      await screen.findByText('The role is saved. Every owner will get an email.'),
    ).toBeTruthy();
    expect(log.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      role: 'editor',
      was: 'finance',
    });
  });

  test('whose address nobody has confirmed cannot be made an administrator, and the button says why', async () => {
    const log = serve(caller, list(account(1, { emailVerifiedAt: null })));
    open(`?open=${id(1)}`);
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Make administrator...',
    });
    expect(button.disabled).toBe(true);
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toMatch(/^They can become an administrator once they have confirmed/);
    await userEvent.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(log.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('that is guarded loses its second factor after a question, and then shows no such button', async () => {
    const message = 'Two-step verification is removed. The account holder will get an email.';
    const log = serve(
      caller,
      inTurn(list(account(1, { hasSecondFactor: true })), list(account(1))),
      answers(removeSecondFactor, { message }),
    );
    open(`?open=${id(1)}`);
    await press('Remove two-step verification...');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'First check with the account holder, but not by email, that they want this.',
    );
    await answerYes('Cancel');
    expect(log.some(({ method }) => method === 'DELETE')).toBe(false);
    await press('Remove two-step verification...');
    await answerYes('Remove');
    expect(await screen.findByText(message)).toBeTruthy();
    const actions = log.filter(({ method }) => method === 'DELETE');
    expect(actions.map(({ path }) => path)).toEqual([`/api/admin/users/${id(1)}/second-factor`]);
    expect(await screen.findByText('Not set up')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove two-step verification...' })).toBeNull();
  });

  test('of one’s own is not robbed of its second factor here', async () => {
    serve(caller, list(account(99, { isAdmin: true, role: 'owner', hasSecondFactor: true })));
    open(`?open=${id(99)}`);
    expect(await screen.findByText('This is your own account.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove two-step verification...' })).toBeNull();
  });

  test('stays as it is when the question is answered with no', async () => {
    const log = serve(caller, list(account(1, { isAdmin: true, role: 'owner' })));
    open(`?open=${id(1)}`);
    await press('Change the role...');
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save the role' });
    expect(save.disabled).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: /^Member/ }));
    await press('Save the role');
    await answerYes('Cancel');
    expect(log.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('of the last owner stays one, and the reason is said beside the form', async () => {
    serve(
      caller,
      list(account(99, { isAdmin: true, role: 'owner' })),
      refuses(setUserRole, 409, { message: 'This is the only owner.' }),
    );
    open(`?open=${id(99)}`);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('This is your own account.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Suspend...' })).toBeNull();
    await press('Change the role...', dialog);
    await userEvent.click(await within(dialog).findByRole('radio', { name: /^Viewer/ }));
    await press('Save the role', dialog);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('your own account');
    await answerYes('Give the role');
    expect((await within(dialog).findByRole('alert')).textContent).toBe('This is the only owner.');
  });
});

test('the reports are a page of their own with an address of its own', async () => {
  serve(caller, list(account(1)));
  open('?search=awa');
  await userEvent.click(await screen.findByRole('tab', { name: 'Reports' }));
  expect(location.pathname + location.search).toBe('/admin/users/reports');
  expect(screen.getByText('All reports')).toBeTruthy();
});
