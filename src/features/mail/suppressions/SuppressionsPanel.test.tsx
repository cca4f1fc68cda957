import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import {
  addMailSuppressions,
  listMailSuppressions,
  removeMailSuppression,
} from './suppression.contract.ts';
import { SUPPRESSIONS_PATH } from '../paths.rules.ts';
import { SuppressionsPanel } from './SuppressionsPanel.tsx';

const id = '0190b2d0-0000-7000-8000-000000000001';
const suppression = (address: string, reason: string, more: object = {}) => ({
  id,
  address,
  reason,
  createdAt: '2026-11-05T10:00:00.000Z',
  unsubscribedAt: reason === 'unsubscribed' ? '2026-11-05T10:00:00.000Z' : null,
  ...more,
});
const bounced = suppression('sena@example.org', 'bounced');
const left = suppression('awa@example.org', 'unsubscribed', { id: id.replace('1', '2') });
const list = (...rows: object[]) => answers(listMailSuppressions, rows);

function open(...fakes: Parameters<typeof serve>): Sent[] {
  const log = serve(...fakes);
  openPage(SUPPRESSIONS_PATH, <SuppressionsPanel />);
  return log;
}
const writes = (log: Sent[]) => log.filter(({ method }) => method !== 'GET');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => vi.unstubAllGlobals());

test('who is never mailed is listed with the reason, searched on the server', async () => {
  const log = open(list(bounced, left));
  const row = (await screen.findByText('sena@example.org')).closest('tr') as HTMLElement;
  expect(row.textContent).toContain('Email bounced');
  expect(row.textContent).toContain('5 Nov 2026');
  const own = screen.getByText('awa@example.org').closest('tr') as HTMLElement;
  expect(own.textContent).toContain('Only they can undo this');
  expect(within(own).queryByRole('button')).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'sena{Enter}');
  await userEvent.selectOptions(
    screen.getAllByLabelText('Reason')[0] as HTMLElement,
    'Email bounced',
  );
  await waitFor(() => {
    const { query } = log.at(-1) as Sent;
    expect([query.get('search'), query.get('status')]).toEqual(['sena', 'bounced']);
  });
});

test('who unsubscribed from where mail came back has both reasons, and only they take it back', async () => {
  open(list({ ...bounced, unsubscribedAt: '2026-11-06T10:00:00.000Z' }));
  const row = (await screen.findByText('sena@example.org')).closest('tr') as HTMLElement;
  for (const words of ['Email bounced', 'Unsubscribed', 'Only they can undo this'])
    expect(row.textContent).toContain(words);
  expect(within(row).queryByRole('button')).toBeNull();
});

test('nobody in it says so', async () => {
  open(list());
  expect(await screen.findByText('No addresses on this list.')).toBeTruthy();
});

test('pasted lines are added, and those without an address are shown', async () => {
  const log = open(
    inTurn(list(), list(bounced)),
    inTurn(
      refuses(addMailSuppressions, 503, { message: 'We are away.' }),
      answers(addMailSuppressions, {
        message: 'One address is saved.',
        added: 1,
        known: 2,
        refused: ['no address at all'],
      }),
    ),
  );
  await press('Stop bulk email');
  expect((await screen.findAllByText('Please enter a valid email address.')).length).toBe(2);
  expect(writes(log)).toEqual([]);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Addresses');
  await userEvent.click(field);
  await userEvent.paste('550 <sena@example.org> unknown\nno address at all');
  await userEvent.selectOptions(
    screen.getAllByLabelText('Reason')[1] as HTMLElement,
    'Email bounced',
  );
  await press('Stop bulk email');
  expect((await screen.findAllByText('We are away.')).length).toBeGreaterThan(0);
  expect(field.value).toContain('sena@example.org');
  await press('Stop bulk email');
  expect(await screen.findByText('Addresses Saved')).toBeTruthy();
  expect(screen.getByText(/^1 new address\. 2 were already there\./)).toBeTruthy();
  expect(screen.getByText('no address at all')).toBeTruthy();
  expect(writes(log).at(-1)?.body).toEqual({
    addresses: '550 <sena@example.org> unknown\nno address at all',
    reason: 'bounced',
  });
  expect(field.value).toBe('');
  expect(await screen.findByText('sena@example.org')).toBeTruthy();
});

test('a file of addresses is looked through before they are added', async () => {
  const log = open(
    inTurn(list(), list(bounced)),
    answers(addMailSuppressions, { message: 'Done.', added: 6, known: 0, refused: ['address'] }),
  );
  const file = await screen.findByLabelText<HTMLInputElement>('Or choose a file');
  await userEvent.upload(file, new File(['\0\0'], 'list.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/^This file contains no text\./)).toBeTruthy();
  const csv = ['address', ...Array.from({ length: 6 }, (_, n) => `reader${n}@example.org`)];
  await userEvent.upload(file, new File([csv.join('\n')], 'list.csv', { type: 'text/csv' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Addresses');
  await waitFor(() => expect(field.value).toBe(csv.join('\n')));
  await press('Stop bulk email');
  const question = await screen.findByRole('alertdialog', {
    name: 'Stop bulk email to 6 addresses?',
  });
  expect(question.textContent).toContain('reader4@example.orgAnd 1 more.');
  expect(question.textContent).toContain('1 line contains no address and is left out.');
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(writes(log)).toEqual([]);
  await press('Stop bulk email');
  const again = await screen.findByRole('alertdialog');
  await userEvent.click(within(again).getByRole('button', { name: 'Stop bulk email' }));
  expect(await screen.findByText(/^6 new addresses\./)).toBeTruthy();
  expect(field.value).toBe('');
});

test('an address is taken off after a question', async () => {
  const log = open(
    inTurn(list(bounced), list(bounced), list()),
    inTurn(
      refuses(removeMailSuppression, 409, { message: 'It was changed meanwhile.' }),
      answers(removeMailSuppression, { message: 'Bulk email will go there again.' }),
    ),
  );
  const name = 'Remove sena@example.org...';
  await press(name);
  await screen.findByRole('alertdialog', { name: 'Write to sena@example.org again?' });
  await press('Cancel');
  expect(writes(log)).toEqual([]);
  for (const said of ['It was changed meanwhile.', 'Bulk email will go there again.']) {
    await press(name);
    await press('Remove from the list');
    expect(await screen.findByText(said)).toBeTruthy();
  }
  expect(await screen.findByText('No addresses on this list.')).toBeTruthy();
});
