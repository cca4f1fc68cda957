import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, refuses, type Sent, serve as serveCalls } from '../../../../web/testing.fetch.ts';
import { openPage } from '../../../../web/testing.page.ts';
import { RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import { readAccountBalances } from '../balances/balances.contract.ts';
import {
  exportLedger,
  readReconciliation,
  type Reconciliation,
} from './reconciliation.contract.ts';
import { ReconciliationPage } from './ReconciliationPage.tsx';

const sums = { due: '3000.00', received: '1400.00', refunded: '50.00', difference: '-1650.00' };
const usd = { currency: 'USD', isTest: false };
const report: Reconciliation = {
  year: 2026,
  years: [2026, 2025],
  rows: [
    { month: '2026-11', method: 'zelle', ...usd, ...sums },
    { month: '2026-11', method: 'bank', currency: 'USD', isTest: true, ...sums },
  ],
  totals: [
    { ...usd, ...sums },
    { currency: 'USD', isTest: true, ...sums },
  ],
};
const noBalances = answers(readAccountBalances, {
  month: '2026-11',
  months: ['2026-11'],
  rails: [],
  closedUntil: null,
  closable: null,
  accounts: [],
});
const serve = (...given: Parameters<typeof serveCalls>) => serveCalls(noBalances, ...given);

const open = (search = '') => openPage(RECONCILIATION_PATH + search, <ReconciliationPage />);

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('the reconciliation', () => {
  test('shows the months with their rails, the totals of a currency, and test money marked', async () => {
    serve(answers(readReconciliation, report));
    open();
    const table = await screen.findByRole('table', { name: 'Due and received in 2026' });
    const lines = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(lines.slice(1)).toEqual([
      ['November 2026', 'Zelle', '$3,000.00', '$1,400.00', '$50.00', '-$1,650.00'],
      ['November 2026', 'Bank wire · test', '$3,000.00', '$1,400.00', '$50.00', '-$1,650.00'],
      ['Total, USD', 'All methods', '$3,000.00', '$1,400.00', '$50.00', '-$1,650.00'],
      ['Total, USD', 'All methods · test', '$3,000.00', '$1,400.00', '$50.00', '-$1,650.00'],
    ]);
  });

  test('asks for the year of its address, and keeps a chosen year there', async () => {
    const log = serve(
      answers(readReconciliation, (sent: Sent) => ({
        ...report,
        year: Number(sent.query.get('year') ?? 2026),
      })),
    );
    open('?year=2025');
    const choice = await screen.findByLabelText<HTMLSelectElement>('Year');
    expect(choice.value).toBe('2025');
    await userEvent.selectOptions(choice, '2026');
    await waitFor(() => expect(location.search).toBe('?year=2026'));
    const years = log.filter(({ path }) => path.endsWith('reconciliation'));
    expect(years.map(({ query }) => query.get('year'))).toEqual(['2025', '2026']);
  });

  test('of an empty year says so', async () => {
    serve(answers(readReconciliation, { ...report, rows: [], totals: [] }));
    open();
    expect(await screen.findByText('Nothing was due or received in this year.')).toBeTruthy();
  });

  test('that cannot be loaded says why, and tries again', async () => {
    serve(refuses(readReconciliation, 503, { message: 'The database is away.' }));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

test('the ledger is saved as a file', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:one';
  serve(
    answers(readReconciliation, report),
    answers(exportLedger, 'event\r\n', { 'Content-Type': 'text/csv' }),
  );
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Download the ledger as CSV' }));
  expect(await screen.findByText('Download Successful')).toBeTruthy();
  expect(saved).toEqual(['ledger.csv']);
});
