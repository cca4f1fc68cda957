import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import {
  cancelInvitation,
  inviteAdministrator,
  type Invitation,
  listInvitations,
} from './invitation.contract.ts';
import { InviteCard } from './InviteCard.tsx';

const efua: Invitation = {
  id: 'd'.repeat(43),
  email: 'efua@example.org',
  role: 'editor',
  expiresAt: '2026-12-02T10:00:00.000Z',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPage('/admin/settings', <InviteCard />);
const card = async () =>
  within(await screen.findByRole('region', { name: 'Invite an administrator' }));
const toasted = async (...texts: string[]) => {
  const region = await screen.findByRole('region', { name: /^Notifications/ });
  for (const text of texts) await waitFor(() => expect(region.textContent).toContain(text));
};
const sentTo = (log: Sent[], { method }: { method: string }) =>
  log.filter((sent) => sent.method === method);
const press = async (name: string | RegExp) =>
  userEvent.click((await card()).getByRole('button', { name }));
const answer = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

test('asks whether the address is right, sends the invitation and lists it', async () => {
  const log = serve(
    inTurn(answers(listInvitations, []), answers(listInvitations, [efua])),
    answers(inviteAdministrator, { message: 'The link works once.' }),
  );
  open();
  const form = await card();
  expect(form.queryByLabelText('Password')).toBeNull();
  expect(form.queryByRole('list')).toBeNull();
  await userEvent.type(form.getByLabelText('Email'), efua.email);
  await userEvent.type(form.getByLabelText(/^First name/), 'Efua');
  const role = form.getByLabelText<HTMLSelectElement>('Role');
  expect([role.value, role.options[0]?.value]).toEqual(['viewer', 'viewer']);
  await userEvent.selectOptions(role, 'Editor');
  await press('Send invitation');
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'efua@example.org can then choose a password and open the dashboard with the role “Editor”.',
  );
  await answer('Cancel');
  expect(sentTo(log, inviteAdministrator)).toEqual([]);
  await press('Send invitation');
  await answer('Send invitation');
  await toasted('Invitation sent', 'The link works once.');
  expect(sentTo(log, inviteAdministrator)[0]?.body).toEqual({
    email: efua.email,
    firstName: 'Efua',
    role: 'editor',
  });
  const row = await form.findByRole('listitem');
  expect(row.textContent).toMatch(/efua@example\.org.*Editor, until 2 Dec 2026/);
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('');
});

test('cancels an invitation that waits', async () => {
  const log = serve(
    inTurn(answers(listInvitations, [efua]), answers(listInvitations, [])),
    answers(cancelInvitation, { message: 'The link in the email no longer works.' }),
  );
  open();
  const form = await card();
  await form.findByRole('listitem');
  await press('Cancel the invitation to efua@example.org');
  await toasted('Invitation cancelled', 'The link in the email no longer works.');
  expect(sentTo(log, cancelInvitation)[0]?.path).toBe(`/api/admin/invitations/${efua.id}`);
  await waitFor(() => expect(form.queryByRole('listitem')).toBeNull());
});

test('of an address that has an account leads to that account', async () => {
  const taken = 'This address already has an account.';
  serve(
    answers(listInvitations, []),
    refuses(inviteAdministrator, 409, { message: taken, fields: { email: taken }, account: 'a7' }),
  );
  open();
  const form = await card();
  await userEvent.type(form.getByLabelText('Email'), efua.email);
  await press('Send invitation');
  await answer('Send invitation');
  await toasted('Error', taken);
  const link = await form.findByRole('link', { name: 'Open the account' });
  expect(link.getAttribute('href')).toBe('/admin/users?open=a7');
});

test('shows the invitations once the server answers again', async () => {
  serve(
    inTurn(refuses(listInvitations, 503, { message: 'Busy.' }), answers(listInvitations, [efua])),
  );
  open();
  const form = await card();
  expect(await form.findByText('Busy.')).toBeTruthy();
  await press('Try again');
  expect(await form.findByRole('listitem')).toBeTruthy();
});
