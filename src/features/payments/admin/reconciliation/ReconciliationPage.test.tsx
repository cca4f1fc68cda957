import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answers,
  inTurn,
  refuses,
  type Sent,
  serve as serveCalls,
} from '../../../../web/testing.fetch.ts';
import { openPage } from '../../../../web/testing.page.ts';
import { transactionAddress } from '../../rails/crypto/crypto.rules.ts';
import { paymentDetailAddress, RECONCILIATION_PATH } from '../../core/paths.rules.ts';
import { readAccountBalances } from '../balances/balances.contract.ts';
import {
  exportLedger,
  readReconciliation,
  type Reconciliation,
} from './reconciliation.contract.ts';
import { decidePaypalLine } from '../../rails/card/report/line-decision.contract.ts';
import { listReview, type ReviewItem } from '../review/review.contract.ts';
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
const applicationId = '00000000-0000-4000-8000-000000000001';
const item: ReviewItem = {
  id: 'one',
  kind: 'under',
  applicationId,
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  method: 'zelle',
  instalment: 1,
  amount: '400.00',
  subject: 'ZL-1',
  note: null,
  dueAt: null,
  isTest: false,
  since: '2026-11-05T10:00:00.000Z',
};
const nothing = answers(listReview, []);
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
    serve(answers(readReconciliation, report), nothing);
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
    expect(await screen.findByText('Nothing. All money is accounted for.')).toBeTruthy();
  });

  test('asks for the year of its address, and keeps a chosen year there', async () => {
    const log = serve(
      answers(readReconciliation, (sent: Sent) => ({
        ...report,
        year: Number(sent.query.get('year') ?? 2026),
      })),
      nothing,
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
    serve(answers(readReconciliation, { ...report, rows: [], totals: [] }), nothing);
    open();
    expect(await screen.findByText('Nothing was due or received in this year.')).toBeTruthy();
  });

  test('that cannot be loaded says why, and tries again', async () => {
    serve(refuses(readReconciliation, 503, { message: 'The database is away.' }), nothing);
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('what is to be looked at', () => {
  test('shows a dispute’s deadline, and has unmatched money assigned where it belongs', async () => {
    const log = serve(
      answers(readReconciliation, report),
      answers(listReview, [
        { ...item, kind: 'dispute', id: 'PP-D-1', dueAt: '2026-11-20T10:00:00.000Z' },
        { ...item, kind: 'unmatched', id: '12', applicationId: null, note: 'T0006' },
      ]),
      answers(decidePaypalLine, { message: 'The payment is recorded.' }),
    );
    open();
    expect(await screen.findByText(/^Answer at PayPal by .*20.*2026/)).toBeTruthy();
    expect(screen.getByText(/This payment belongs to no order of ours/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Resolve...' }));
    await userEvent.type(screen.getByLabelText(/Application reference/), 'PX-7K4M2');
    await userEvent.type(screen.getByLabelText(/Reason/), 'Paid elsewhere');
    await userEvent.click(screen.getByRole('button', { name: 'Assign to an application' }));
    await waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/paypal-lines/12'))?.body).toEqual({
        to: 'assign',
        reference: 'PX-7K4M2',
        reason: 'Paid elsewhere',
      }),
    );
  });

  test('says why, and leads to the money of its application', async () => {
    serve(
      answers(readReconciliation, report),
      answers(listReview, [
        item,
        {
          ...item,
          id: 'two',
          kind: 'chain',
          applicationId: null,
          reference: null,
          name: null,
          instalment: null,
          amount: null,
          method: 'crypto',
          subject: '0xabc',
          note: 'No open quote matches this amount.',
        },
      ]),
    );
    open();
    const list = await screen.findByRole('region', { name: 'To review' });
    expect((await within(list).findByText('Less received than due')).textContent).toBeTruthy();
    expect(within(list).getByRole('link', { name: 'PX-7K4M2' }).getAttribute('href')).toBe(
      paymentDetailAddress(applicationId),
    );
    expect(within(list).getByText('Unmatched crypto payment')).toBeTruthy();
    expect(within(list).getByText('No open quote matches this amount.')).toBeTruthy();
    expect(
      within(list).getByRole('link', { name: 'Record or dismiss it' }).getAttribute('href'),
    ).toBe(transactionAddress('0xabc'));
    expect(within(list).getByText('2 cases, oldest first.')).toBeTruthy();
    expect(within(list).queryByRole('button')).toBeNull();
  });

  test('is said in sentences, with the word of the machine beside them', async () => {
    const card = { ...item, method: 'paypal' as const };
    serve(
      answers(readReconciliation, report),
      answers(listReview, [
        { ...card, kind: 'order', note: 'capturing' },
        { ...card, id: 'two', kind: 'notice', note: 'PAYMENT.CAPTURE.COMPLETED' },
      ]),
    );
    open();
    const list = await screen.findByRole('region', { name: 'To review' });
    await within(list).findByText('Notification not processed');
    const notes = [...list.querySelectorAll('code')].map((code) => code.parentElement?.textContent);
    expect(notes).toEqual([
      'We asked PayPal for the money but got no answer. capturing',
      'PayPal reported that the money has arrived. PAYMENT.CAPTURE.COMPLETED',
    ]);
  });
});

describe('a list of more than one page', () => {
  const Link = '</api/admin/payments/review?cursor=abc>; rel="next"';
  const named = (reference: string) => ({ ...item, id: reference, reference });
  const first = answers(listReview, [named('PX-1'), named('PX-2')], {
    Link,
    'X-Total-Count': '3',
  });
  const second = answers(listReview, [named('PX-3')], { 'X-Total-Count': '3' });
  const shown = () => screen.getAllByRole('link', { name: /^PX/ }).map((one) => one.textContent);
  const more = () => userEvent.click(screen.getByRole('button', { name: 'Load more' }));

  test('says how many there are, and fetches the rest when asked', async () => {
    const log = serve(answers(readReconciliation, report), inTurn(first, second));
    open();
    expect(await screen.findByText('3 cases, oldest first.')).toBeTruthy();
    expect(screen.getByText('Showing 2 of 3.')).toBeTruthy();
    await more();
    await waitFor(() => expect(shown()).toEqual(['PX-1', 'PX-2', 'PX-3']));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const asked = log.filter(({ path }) => path === listReview.path);
    expect(asked.map(({ query }) => query.get('cursor'))).toEqual([null, 'abc']);
  });

  test('keeps what is there when the rest cannot be loaded, and tries again', async () => {
    const away = refuses(listReview, 503, { message: 'The database is away.' });
    serve(answers(readReconciliation, report), inTurn(first, away, second));
    open();
    await screen.findByText('Showing 2 of 3.');
    await more();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(shown()).toEqual(['PX-1', 'PX-2']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown()).toEqual(['PX-1', 'PX-2', 'PX-3']));
    expect(screen.queryByRole('alert')).toBeNull();
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
    nothing,
    answers(exportLedger, 'event\r\n', { 'Content-Type': 'text/csv' }),
  );
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Download the ledger as CSV' }));
  expect(await screen.findByText('Download Successful')).toBeTruthy();
  expect(saved).toEqual(['ledger.csv']);
});
