import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { type AuditEntry, listAudit } from './audit.contract.ts';
import { AuditLog } from './AuditLog.tsx';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const boss = { id: id(1), email: 'boss@example.org', firstName: 'Ama', lastName: 'Mensah' };
const kofi = { id: id(2), email: 'kofi@example.org', firstName: null, lastName: null };

const act = (n: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: n,
  at: '2026-11-05T10:00:00.000Z',
  action: 'account.suspended',
  actor: boss,
  subject: kofi.id,
  account: kofi,
  reference: null,
  before: { suspendedFor: null },
  after: { suspendedFor: 'Sold <b>phones</b>.' },
  ...more,
});
const log = (...entries: AuditEntry[]) =>
  answers(listAudit, entries, { 'X-Total-Count': String(entries.length) });
const open = (query = '') =>
  openPage(`/admin/settings/log${query}`, <AuditLog usersPath="/admin/users" />);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the log', () => {
  test('says in a sentence who did what to whom, and when', async () => {
    serve(
      log(
        act(6),
        act(5, { action: 'account.password_changed', actor: kofi }),
        act(4, { action: 'application.approved', account: null, reference: 'OA-7K4M2' }),
        act(3, { action: 'content.published', account: null, subject: 'fr hero.title_line1' }),
        act(2, { actor: { ...boss, email: null, firstName: null, lastName: null } }),
        act(1, { action: 'kettle.boiled', actor: null, account: null, subject: null }),
        act(7, { account: null, subject: id(3) }),
      ),
    );
    open();
    const rows = await screen.findAllByRole('row');
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['What', 'Who', 'About', 'When']);
    const expected = [
      /Account suspended.*Ama Mensah.*boss@example.org.*kofi@example.org.*5 Nov 2026, /,
      /Password changed.*kofi@example.org.*Their own account/,
      /Application approved.*OA-7K4M2/,
      /Text published.*fr hero.title_line1/,
      /Account suspended.*A deleted account/,
      /kettle.boiled.*The site itself.*–/,
    ];
    expect(rows[7]?.textContent).not.toContain(id(3));
    for (const [n, text] of expected.entries()) expect(rows[n + 1]?.textContent).toMatch(text);
  });

  test('parts a name from the address and the link behind it, also where it is read aloud', async () => {
    serve(log(act(1, { account: { ...boss, id: id(9) } })));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Account suspended' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Ama Mensah boss@example.org Open the account');
  });

  test('says when nothing was done', async () => {
    serve(log());
    open();
    expect(await screen.findByText('No activity yet.')).toBeTruthy();
  });

  test('says when nothing matches, with a way back to everything', async () => {
    serve(log());
    open('?search=zzz&status=content&from=2026-01-01');
    expect(await screen.findByText('No results.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('puts search, area, days and order into the address and asks the server for them', async () => {
    const sent = serve(log(act(1)));
    open('?until=2026-11-06');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'kofi{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Area'), 'Accounts');
    await userEvent.type(screen.getByLabelText('First day'), '2026-11-05');
    await userEvent.click(screen.getByRole('button', { name: /^When/ }));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
        search: 'kofi',
        status: 'accounts',
        from: '2026-11-05',
        until: '2026-11-06',
        sort: 'at',
      }),
    );
    // Whole days of the reader: from the first one's midnight to the one after the last.
    await waitFor(() =>
      expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({
        search: 'kofi',
        status: 'accounts',
        sort: 'at',
        from: new Date('2026-11-05T00:00').toISOString(),
        before: new Date('2026-11-07T00:00').toISOString(),
        limit: '100',
        counted: 'part',
      }),
    );
  });

  test('leaves out what an address made up', async () => {
    const sent = serve(log(act(1)));
    open('?status=gone&sort=action&from=yesterday&until=2026-99-99');
    await screen.findByText('Account suspended');
    expect(sent[0]?.query.toString()).toBe('limit=100&counted=part');
  });

  test('that does not come says so, and comes when it is asked for again', async () => {
    serve(inTurn(refuses(listAudit, 503, { message: 'Busy.' }), log(act(1))));
    open();
    expect(await screen.findByText('Busy.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Account suspended')).toBeTruthy();
  });
});

describe('an act', () => {
  test('shows what was written down before and after as text, and leads to the account', async () => {
    serve(log(act(7)));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Account suspended' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Account suspended' }));
    expect(location.search).toBe('?open=7');
    expect(dialog.getByText('suspendedFor')).toBeTruthy();
    expect(dialog.getByText('Before')).toBeTruthy();
    expect(dialog.getByText('–')).toBeTruthy();
    expect(dialog.getByText('Sold <b>phones</b>.')).toBeTruthy();
    const link = dialog.getByRole('link', { name: 'Open the account' });
    expect(link.getAttribute('href')).toBe(`/admin/users?open=${kofi.id}`);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('that wrote nothing more says so', async () => {
    serve(log(act(7, { before: null, after: null })));
    open('?open=7');
    expect(await screen.findByText('No further details were recorded.')).toBeTruthy();
  });

  test('that is not among those shown is asked for, and said to be missing', async () => {
    const sent = serve(inTurn(log(act(7)), log(act(3, { action: 'account.restored' })), log()));
    open('?open=3');
    expect(await screen.findByRole('dialog', { name: 'Account restored' })).toBeTruthy();
    expect(sent[1]?.query.get('id')).toBe('3');
    cleanup();
    serve(inTurn(log(act(7)), log()));
    open('?open=4');
    expect(await screen.findByText(/what this link points to/)).toBeTruthy();
  });
});
