import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Permission } from '../../../shared/access.ts';
import { permissionsOf } from '../../../shared/roles.ts';
import { PermissionsContext } from '../../../web/permissions.tsx';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from './api-key.contract.ts';
import { ApiKeysPage } from './ApiKeysPage.tsx';

const secret = `oap_${'k'.repeat(43)}`;
const key: ApiKey = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  name: 'Monthly report',
  prefix: 'oap_kkkkkk',
  scopes: ['payments:read'],
  owner: {
    id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
    email: 'kofi@example.org',
    firstName: 'Kofi',
    lastName: 'Boateng',
  },
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2027-02-18T10:00:00.000Z',
  isExpired: false,
  lastUsedAt: null,
};
const none = answers(listApiKeys, []);
const one = answers(listApiKeys, [key]);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (held: readonly Permission[] = permissionsOf('owner')) =>
  openPage(
    '/admin/settings/api-keys',
    <PermissionsContext value={held}>
      <ApiKeysPage />
    </PermissionsContext>,
  );
const form = async () => within(await screen.findByRole('region', { name: 'Make an API key' }));
const list = () => screen.findByRole('table', { name: 'API keys' });
const press = async (name: string) => userEvent.click((await form()).getByRole('button', { name }));
const sent = (log: Sent[], method: string) => log.filter((call) => call.method === method);

test('makes a key for what was chosen, shows it once with a button to copy it, and lists it', async () => {
  const log = serve(
    inTurn(none, one),
    answers(createApiKey, { id: key.id, key: secret, message: 'Copy the key now.' }),
  );
  open();
  const { getByLabelText } = await form();
  await userEvent.type(getByLabelText('What is it for?'), 'Monthly report');
  expect(getByLabelText<HTMLSelectElement>('Works for').value).toBe('90');
  await userEvent.selectOptions(getByLabelText('Works for'), '30 days');
  await userEvent.click(getByLabelText('See payments, bank statements and the ledger'));
  await press('Make key');
  const dialog = await screen.findByRole('dialog', { name: 'Your new API key' });
  expect(dialog.textContent).toContain(secret);
  expect(sent(log, 'POST')[0]?.body).toEqual({
    name: 'Monthly report',
    days: 30,
    scopes: ['payments:read'],
  });
  expect(within(dialog).getByRole('button', { name: 'Copy key' })).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(document.body.textContent).not.toContain(secret));
  expect((await list()).textContent).toContain('oap_kkkkkk…');
  expect(getByLabelText<HTMLInputElement>('What is it for?').value).toBe('');
});

test('says what is missing at its place, and sends nothing', async () => {
  const log = serve(none);
  open();
  await press('Make key');
  const group = (await form()).getByRole('group', { name: 'What may it read?' });
  expect(group.textContent).toContain('Please choose at least one thing that the key may read.');
  expect((await form()).getAllByText('Please say what the key is for.').length).toBeGreaterThan(0);
  expect(sent(log, 'POST')).toEqual([]);
});

test('keeps what was typed when the server refuses', async () => {
  serve(none, refuses(createApiKey, 409, { message: 'You already have 20 API keys.' }));
  open();
  const { getByLabelText, findByText } = await form();
  await userEvent.type(getByLabelText('What is it for?'), 'Report');
  await userEvent.click(getByLabelText('Read the activity log'));
  await press('Make key');
  expect(await findByText('You already have 20 API keys.')).toBeTruthy();
  expect(getByLabelText<HTMLInputElement>('What is it for?').value).toBe('Report');
});

test('offers no more than the person may read, and says nobody’s name who is not asked', async () => {
  serve(one);
  open(permissionsOf('finance'));
  const boxes = (await form()).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ value }) => value)).toEqual([
    'submissions:read',
    'submissions:export',
    'payments:read',
    'donations:read',
  ]);
  await within(await list()).findByText('Monthly report');
  expect((await list()).textContent).not.toContain('Kofi');
});

test('shows owners whose each key is, when it was used, and that it has expired', async () => {
  serve(
    answers(listApiKeys, [
      key,
      { ...key, id: key.owner.id, name: 'Old', isExpired: true, lastUsedAt: key.createdAt },
    ]),
  );
  open();
  const rows = (await within(await list()).findAllByRole('row')).slice(1);
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/Kofi Boateng.*18 Feb 2027.*Never used/);
  expect(texts[0]).not.toContain('Expired');
  expect(texts[1]).toMatch(/Expired.*20 Nov 2026/);
});

test('revokes a key after a question, and takes it off the list', async () => {
  const log = serve(inTurn(one, none), answers(revokeApiKey, { message: 'It is refused.' }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Monthly report...' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Programs that use this key stop at once.');
  expect(sent(log, 'DELETE')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('No API keys yet.')).toBeTruthy();
  expect(sent(log, 'DELETE').map(({ path }) => path)).toEqual([`/api/admin/api-keys/${key.id}`]);
});
