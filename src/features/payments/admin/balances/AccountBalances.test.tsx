import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, refuses, type Sent, serve } from '../../../../web/testing.fetch.ts';
import { openPage } from '../../../../web/testing.page.ts';
import { RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import { AccountBalances } from './AccountBalances.tsx';
import {
  type Balances,
  closeMonth,
  exportJournal,
  type RailBalance,
  readAccountBalances,
} from './balances.contract.ts';

const row = { before: '0.00', in: '1000.00', out: '400.00', after: '600.00' };
const balances: Balances = {
  month: '2026-11',
  months: ['2026-11', '2026-10'],
  rails: [],
  closedUntil: '2026-09',
  closable: '2026-10',
  accounts: [
    { account: 'receivable', asset: 'USD', isTest: false, ...row },
    { account: 'paypal', asset: 'USD', isTest: true, ...row, after: '-600.00' },
    {
      account: 'treasury_eth',
      asset: 'ETH',
      isTest: false,
      before: '0',
      in: '0.333',
      out: '0',
      after: '0.333',
    },
  ],
};

const open = (search = '') => openPage(RECONCILIATION_PATH + search, <AccountBalances />);

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('the accounts', () => {
  test('show their balances in their own asset, with test money marked', async () => {
    serve(answers(readAccountBalances, balances));
    open();
    const table = await screen.findByRole('table', { name: 'Accounts in November 2026' });
    const lines = within(table)
      .getAllByRole('row')
      .map((line) => [...line.children].map((cell) => cell.textContent));
    expect(lines).toEqual([
      ['Account', 'Before', 'In', 'Out', 'After'],
      ['Owed by applicants', '$0.00', '$1,000.00', '$400.00', '$600.00'],
      ['PayPal · test', '$0.00', '$1,000.00', '$400.00', '-$600.00'],
      ['Wallet, ETH', '0 ETH', '0.333 ETH', '0 ETH', '0.333 ETH'],
    ]);
    expect(screen.getByText(/^Closed up to September 2026\./)).toBeTruthy();
  });

  test('are those of the month in the address, and a chosen month goes there', async () => {
    const log = serve(
      answers(readAccountBalances, ({ query }: Sent) => ({
        ...balances,
        month: query.get('month') ?? '',
      })),
    );
    open('?month=2026-10');
    const choice = await screen.findByLabelText<HTMLSelectElement>('Month');
    expect(choice.value).toBe('2026-10');
    await userEvent.selectOptions(choice, 'November 2026');
    await waitFor(() => expect(location.search).toBe('?month=2026-11'));
    await waitFor(() =>
      expect(log.map(({ query }) => query.get('month'))).toEqual(['2026-10', '2026-11']),
    );
  });

  test('of a journal without entries say so', async () => {
    serve(
      answers(readAccountBalances, {
        ...balances,
        closedUntil: null,
        closable: null,
        accounts: [],
      }),
    );
    open();
    expect(await screen.findByText('Nothing was booked up to this month.')).toBeTruthy();
    expect(screen.getByText('No month is closed yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
  });

  test('that cannot be loaded say why, and are asked for again', async () => {
    serve(refuses(readAccountBalances, 503, { message: 'The database is away.' }));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

test('the file of the shown month is asked for', async () => {
  const log = serve(
    answers(readAccountBalances, balances),
    refuses(exportJournal, 503, { message: 'Not now.' }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: /this month’s entries/ }));
  await waitFor(() =>
    expect(
      log.filter(({ path }) => path === exportJournal.path).map(({ query }) => query.get('month')),
    ).toEqual(['2026-11']),
  );
  expect(await screen.findByText('Not now.')).toBeTruthy();
});

describe('PayPal', () => {
  const paypal: RailBalance = {
    account: 'paypal',
    asset: 'USD',
    ours: '600.00',
    theirs: '600.00',
    checkedAt: '2026-11-05T10:00:00.000Z',
    isStale: false,
    until: null,
    open: 0,
  };
  test.each<[string, Partial<RailBalance>, string[]]>([
    ['that agrees', {}, ['PayPal holds $600.00, as the journal says.', 'Checked']],
    [
      'that does not agree',
      { theirs: '580.00' },
      ['PayPal holds $580.00. The journal says $600.00. Difference: $20.00.', 'Checked'],
    ],
    [
      'that could not be asked',
      { isStale: true },
      ['as the journal says.', 'PayPal has not been checked since'],
    ],
    [
      'that was never asked',
      { theirs: null, checkedAt: null, isStale: true },
      ['PayPal has not been checked yet.'],
    ],
    ['with lines that nothing explains', { open: 2 }, ['2 lines wait for a decision.']],
  ])('%s is shown so', async (_what, change, sentences) => {
    serve(answers(readAccountBalances, { ...balances, rails: [{ ...paypal, ...change }] }));
    open();
    const [said] = await screen.findAllByText(/PayPal (holds|has not)/);
    for (const sentence of sentences) expect(said?.parentElement?.textContent).toContain(sentence);
  });
});

test.each([
  ['is named with its day', false, 'By the statement up to'],
  ['that is old is not called checked', true, 'Bank has not been checked since'],
])('the newest statement of the bank %s', async (_what, isStale, said) => {
  const rail = {
    account: 'bank' as const,
    asset: 'USD' as const,
    ours: '90.00',
    theirs: '90.00',
    checkedAt: '2026-11-04T00:00:00.000Z',
    isStale,
    until: '2026-11-04',
    open: 0,
  };
  serve(answers(readAccountBalances, { ...balances, rails: [rail] }));
  open();
  expect((await screen.findByText(new RegExp(`^${said}`))).textContent).toMatch(/4.*2026/);
});

describe('closing a month', () => {
  test('asks first, then says that later corrections count for the next month', async () => {
    const log = serve(
      answers(readAccountBalances, balances),
      answers(closeMonth, { message: 'Later corrections count for the next month.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Close October 2026...' }));
    expect(log.some(({ method }) => method === 'POST')).toBe(false);
    expect(await screen.findByRole('heading', { name: 'Close October 2026?' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close October 2026' }));
    expect(await screen.findByText('Month closed')).toBeTruthy();
    const sent = log.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      [closeMonth.path, { month: '2026-10' }],
    ]);
  });

  test('that someone else has closed meanwhile says so', async () => {
    serve(
      answers(readAccountBalances, balances),
      refuses(closeMonth, 409, { message: 'This month cannot be closed.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Close October 2026...' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close October 2026' }));
    expect(await screen.findByText('The month was not closed')).toBeTruthy();
    expect(screen.getByText('This month cannot be closed.')).toBeTruthy();
  });
});
