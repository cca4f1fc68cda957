import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../../web/queries.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../../../web/ui/confirm.tsx';
import { Toaster } from '../../../../../web/ui/toast.tsx';
import {
  addStatement,
  applyStatement,
  bookStatement,
  discardStatement,
  listStatementRules,
  listStatements,
  readImport,
  readStatement,
  removeStatementRule,
  type StatementLineRow,
  type StatementReading,
  type StatementView,
  undoStatement,
} from './statement.contract.ts';
import { applyRules, decideLines, undoLines } from '../../../core/lines/line-decision.contract.ts';
import { StatementsPage } from './StatementsPage.tsx';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const at = '2026-11-05T10:00:00.000Z';
const columns: StatementReading['columns'] = {
  delimiter: ',',
  hasHeader: true,
  date: 0,
  dateFormat: 'MDY',
  amount: 1,
  credit: null,
  debit: null,
  decimal: '.',
  text: [2],
  currency: null,
  balance: null,
};
const credit = {
  row: 2,
  kind: 'credit' as const,
  bookedOn: '2026-11-02',
  amount: '1000.00',
  text: 'ZELLE PX-AAAA1',
  problem: null,
};
const reading: StatementReading = {
  columns,
  isRemembered: false,
  isDayOrderOpen: false,
  header: ['Date', 'Amount', 'Text'],
  rows: [credit],
  unreadable: [],
  counts: { credits: 1, debits: 0, unreadable: 0 },
  balances: null,
};
const summary = {
  id: id(1),
  rail: 'zelle' as const,
  fileName: 'november.csv',
  state: 'open' as const,
  addedBy: 'boss@example.org',
  addedAt: at,
  bookAt: null,
  bookedAt: null,
  lines: 3,
  ticked: 0,
  booked: 0,
  failed: 0,
  resolved: 0,
};
const lineOf = (n: number, more: Partial<StatementLineRow> = {}): StatementLineRow => ({
  id: id(n),
  row: n,
  bookedOn: '2026-11-02',
  amount: '1000.00',
  text: `LINE ${n}`,
  state: 'proposed',
  failure: null,
  known: null,
  match: {
    applicationId: id(n + 100),
    reference: `PX-AAAA${n}`,
    name: `Payer ${n}`,
    instalment: 1,
    of: 1,
    due: '1000.00',
    difference: 'equal',
    reasons: ['Its text contains our reference.'],
    isSure: true,
  },
  decision: null,
  rule: null,
  returns: [],
  ...more,
});
const unsure = lineOf(12, {
  amount: '400.00',
  match: {
    ...lineOf(12).match!,
    difference: 'less',
    isSure: false,
    reasons: ['It is less than the amount due.'],
  },
});
const view = (more: Partial<StatementView> = {}): StatementView => ({
  ...summary,
  version: 'v1',
  balances: null,
  leftOut: { debits: 1, unreadable: 0 },
  rows: [lineOf(11), unsure, lineOf(13, { state: 'unmatched', match: null })],
  moreUnmatched: 0,
  ...more,
});
const waiting = view({
  state: 'applied',
  ticked: 1,
  bookAt: at,
  rows: [lineOf(11, { state: 'ticked' }), unsure],
});

function open(path = '/admin/payments/statements') {
  history.replaceState(null, '', path);
  const client = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <StatementsPage />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>,
  );
  return client;
}
const openOne = () => open(`/admin/payments/statements?open=${id(1)}`);
const none = answers(listStatements, []);
const choose = (content: string | Uint8Array<ArrayBuffer>, name = 'november.csv') =>
  fireEvent.change(screen.getByLabelText('Statement file'), {
    target: { files: [new File([content], name, { type: 'text/csv' })] },
  });
const press = (name: string | RegExp) =>
  screen.findByRole('button', { name }).then((button) => userEvent.click(button));
const bodies = (log: Sent[], path: RegExp) =>
  log.filter((one) => one.method === 'POST' && path.test(one.path)).map(({ body }) => body);

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('a file', () => {
  test('is read in the browser and shown as it would be read', async () => {
    const log = serve(none, answers(readStatement, reading));
    open();
    choose('Date,Amount,Text\n11/02/2026,1000.00,ZELLE PX-AAAA1\n');
    expect(await screen.findByRole('heading', { name: /november\.csv/ })).toBeTruthy();
    expect(screen.getByText('ZELLE PX-AAAA1')).toBeTruthy();
    expect(
      screen.getByText('1 line with money in, 0 with money out, 0 that cannot be read.'),
    ).toBeTruthy();
    expect(bodies(log, /read$/)).toMatchObject([
      { rail: 'zelle', content: expect.stringContaining('PX-AAAA1') },
    ]);
  });

  test('can be dropped, and is of the account that was chosen', async () => {
    const log = serve(none, answers(readStatement, reading));
    open();
    await userEvent.click(screen.getByRole('radio', { name: 'Bank transfer' }));
    const file = new File(['a,b\n1,2'], 'x.csv');
    fireEvent.drop(screen.getByText(/Or drop it here/), { dataTransfer: { files: [file] } });
    await screen.findByRole('heading', { name: /x\.csv/ });
    expect(bodies(log, /read$/)).toMatchObject([{ rail: 'bank' }]);
  });

  test.each([
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), /not a text file/],
    ['empty', '\n ', /This file is empty/],
    ['too large', 'x'.repeat(2 ** 21), /larger than 1\.5 MB/],
  ])('that is %s is refused before it is sent', async (_what, content, sentence) => {
    const log = serve(none);
    open();
    choose(content);
    expect((await screen.findByText(sentence)).closest('[role="alert"]')).toBeTruthy();
    expect(bodies(log, /./)).toEqual([]);
  });

  test('that the server refuses says why and another can be chosen', async () => {
    serve(
      none,
      inTurn(
        refuses(readStatement, 400, { message: 'Too wide.' }),
        answers(readStatement, reading),
      ),
    );
    open();
    choose('a');
    expect(await screen.findByText('Too wide.')).toBeTruthy();
    choose('b');
    expect(await screen.findByRole('heading', { name: /What does each column/ })).toBeTruthy();
  });

  test('asks whether the day is first where both orders fit', async () => {
    serve(none, answers(readStatement, { ...reading, isDayOrderOpen: true }));
    open();
    choose('x');
    const format = await screen.findByLabelText('Date format');
    expect(format.getAttribute('aria-describedby')).toBe(
      screen.getByText(/^Day and month could be the other way round\./).id,
    );
  });

  test('is read anew with each choice of a column, and kept as it was read last', async () => {
    const again = { ...reading, columns: { ...columns, dateFormat: 'DMY' as const } };
    const log = serve(
      none,
      inTurn(answers(readStatement, reading), answers(readStatement, again)),
      answers(addStatement, {
        id: id(1),
        message: '1 line with money in was read. No payment has changed.',
      }),
      answers(readImport, view()),
    );
    open();
    choose('x');
    await userEvent.selectOptions(await screen.findByLabelText('Date format'), 'DMY');
    await waitFor(() => expect(bodies(log, /read$/)).toHaveLength(2));
    await press('Look for matches');
    expect(await screen.findByRole('heading', { name: 'Lines that match a payment' })).toBeTruthy();
    expect(bodies(log, /statements$/)).toMatchObject([
      { rail: 'zelle', fileName: 'november.csv', columns: { dateFormat: 'DMY' } },
    ]);
    expect(location.search).toBe(`?open=${id(1)}`);
  });

  test('is kept with the balances of its column, or as they are typed', async () => {
    const log = serve(
      none,
      answers(readStatement, { ...reading, balances: { opening: '100.00', closing: '1100.00' } }),
      refuses(addStatement, 400, { message: 'The lines add up to $1,000.00.' }),
    );
    open();
    choose('x');
    const opening = await screen.findByLabelText(/Opening balance/);
    expect((opening as HTMLInputElement).value).toBe('100.00');
    await userEvent.clear(opening);
    await userEvent.type(opening, '90');
    await press('Look for matches');
    await screen.findByText('The lines add up to $1,000.00.');
    expect(bodies(log, /statements$/)).toMatchObject([
      { balances: { opening: '90', closing: '1100.00' } },
    ]);
  });

  test('sent again is the same operation, and with columns read in another way a new one', async () => {
    const log = serve(
      none,
      answers(readStatement, reading),
      refuses(addStatement, 503, { message: 'The database is away.' }),
    );
    open();
    choose('x');
    await screen.findByLabelText('Date format');
    const send = async (times: number) => {
      await press('Look for matches');
      await waitFor(() => expect(bodies(log, /statements$/)).toHaveLength(times));
      await screen.findByText('The database is away.');
    };
    await send(1);
    await send(2);
    await userEvent.selectOptions(screen.getByLabelText('Date format'), 'DMY');
    await send(3);
    const [first, second, third] = log
      .filter(({ path, method }) => method === 'POST' && path.endsWith('statements'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('without money cannot be kept', async () => {
    serve(
      none,
      answers(readStatement, {
        ...reading,
        rows: [],
        counts: { credits: 0, debits: 0, unreadable: 1 },
      }),
    );
    open();
    choose('x');
    const keep = await screen.findByRole('button', { name: 'Look for matches' });
    expect(keep.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the lines of a statement', () => {
  const confirmed = answers(applyStatement, {
    message: 'The lines will be recorded in ten minutes.',
    bookAt: at,
  });

  test('are ticked where they are sure, and what is confirmed is counted first', async () => {
    const log = serve(answers(readImport, view()), confirmed);
    openOne();
    const sure = await screen.findByRole('checkbox', { name: 'Select $1,000.00 for PX-AAAA11' });
    const other = screen.getByRole('checkbox', { name: 'Select $400.00 for PX-AAAA12' });
    expect([sure, other].map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
    expect(screen.getByText('1 line, $1,000.00 in total.')).toBeTruthy();
    await userEvent.click(other);
    expect(screen.getByText('2 lines, $1,400.00 in total.')).toBeTruthy();
    expect(screen.getByText('1 differs from what is due.')).toBeTruthy();
    expect(bodies(log, /apply$/)).toEqual([]);
    await press('Confirm 2 lines');
    await waitFor(() => expect(bodies(log, /apply$/)).toHaveLength(1));
    expect(bodies(log, /apply$/)[0]).toEqual({ version: 'v1', lines: [id(11), id(12)] });
  });

  test('that were confirmed can be taken back, also from the toast', async () => {
    const log = serve(
      inTurn(
        answers(readImport, view()),
        answers(readImport, waiting),
        answers(readImport, view()),
      ),
      confirmed,
      answers(undoStatement, { message: 'No payment has changed.' }),
    );
    openOne();
    await press('Confirm 1 line');
    expect(await screen.findByText(/1 line is confirmed and will be recorded on/)).toBeTruthy();
    const toasts = within(screen.getByRole('region', { name: /Notifications/ }));
    await userEvent.click(toasts.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('No payment has changed.')).toBeTruthy();
    expect(bodies(log, /undo$/)).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Confirm 1 line' })).toBeTruthy();
  });

  test('that were confirmed can be booked at once', async () => {
    const booked = view({ booked: 1, rows: [lineOf(11, { state: 'booked' })] });
    const log = serve(
      inTurn(answers(readImport, waiting), answers(readImport, booked)),
      answers(bookStatement, { message: 'The lines are being recorded.' }),
    );
    openOne();
    await press('Record now');
    expect(await screen.findByText('Recorded.')).toBeTruthy();
    expect(bodies(log, /book$/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Delete this statement' })).toBeNull();
  });

  test('that were confirmed can be booked while the page still refreshes', async () => {
    const log = serve(
      inTurn(answers(readImport, view()), answers(readImport, waiting)),
      confirmed,
      answers(bookStatement, { message: 'The lines are being recorded.' }),
    );
    const client = openOne();
    const endless = new QueryObserver(client, {
      queryKey: ['another list of the page'],
      queryFn: () => new Promise<string>(() => {}),
      initialData: 'as it was',
    });
    const stop = endless.subscribe(() => {});
    await press('Confirm 1 line');
    await press('Record now');
    await waitFor(() => expect(bodies(log, /book$/)).toHaveLength(1));
    expect(endless.getCurrentResult().isFetching).toBe(true);
    stop();
  });

  test('whose confirmation is refused say why beside the list, which stays', async () => {
    serve(
      answers(readImport, view()),
      refuses(applyStatement, 409, { message: 'This statement has changed.' }),
    );
    openOne();
    await press('Confirm 1 line');
    expect(
      (await screen.findByText('This statement has changed.')).closest('[role="alert"]'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm 1 line' })).toBeTruthy();
  });

  test('that could not be booked say why and can be ticked again', async () => {
    const failed = lineOf(11, { state: 'failed', failure: 'This payment was already rejected.' });
    serve(answers(readImport, view({ failed: 1, rows: [failed] })));
    openOne();
    expect(await screen.findByText(/This payment was already rejected\./)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Select $1,000.00 for PX-AAAA11' })).toBeTruthy();
  });

  test('that fit no payment are resolved one by one: money that went back to the payer of its best match', async () => {
    const returned = lineOf(13, {
      state: 'unmatched',
      amount: '-1000.00',
      match: null,
      returns: [
        {
          paymentId: id(77),
          refundId: null,
          reference: 'PX-AAAA77',
          name: 'Ama Mensah',
          instalment: 1,
          reasons: ['Its text contains our reference.'],
        },
      ],
    });
    const decided = lineOf(13, { state: 'returned', amount: '-1000.00' });
    const log = serve(
      inTurn(
        answers(readImport, view({ rows: [returned] })),
        answers(readImport, view({ rows: [decided] })),
      ),
      answers(decideLines, { message: 'The refund is recorded.' }),
      answers(undoLines, { message: '1 line waits for a decision again.' }),
    );
    openOne();
    expect(await screen.findByText('May have gone back to PX-AAAA77, Ama Mensah.')).toBeTruthy();
    await press('Resolve...');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'Returned by the bank');
    await press('Record as returned to a payer');
    expect(await screen.findByText('Went back to the payer.')).toBeTruthy();
    expect(bodies(log, /decide$/)).toEqual([
      { lines: [id(13)], to: 'return', reason: 'Returned by the bank', paymentId: id(77) },
    ]);
    const toasts = within(screen.getByRole('region', { name: /Notifications/ }));
    await userEvent.click(toasts.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodies(log, /undo$/)).toEqual([{ lines: [id(13)] }]));
  });

  test('that fit no payment are put to an account many at once, or by their rules', async () => {
    const fees = [13, 14].map((n) =>
      lineOf(n, {
        state: 'unmatched',
        amount: '-5.00',
        match: null,
        rule: { account: 'spending', contains: 'LINE' },
      }),
    );
    const log = serve(
      answers(readImport, view({ rows: fees })),
      answers(decideLines, { message: '2 lines are resolved.' }),
      answers(applyRules, { message: '2 lines are resolved.' }),
    );
    openOne();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2 shown' }));
    await press('Resolve 2 lines...');
    await userEvent.selectOptions(screen.getByLabelText(/What is it\?/), 'Spending');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'Fees');
    await press('Record as Spending');
    await waitFor(() =>
      expect(bodies(log, /decide$/)).toEqual([
        { lines: [id(13), id(14)], to: 'spending', reason: 'Fees' },
      ]),
    );
    await press('Apply rules to 2 lines');
    await waitFor(() => expect(bodies(log, /apply-rules$/)).toEqual([{ lines: [id(13), id(14)] }]));
  });

  test('that are resolved say how and why, and can be undone', async () => {
    const gift = lineOf(13, {
      state: 'decided',
      match: null,
      decision: { to: 'donations', reason: 'A gift from Accra' },
    });
    const log = serve(
      answers(readImport, view({ rows: [gift], resolved: 1 })),
      answers(undoLines, { message: '1 line waits for a decision again.' }),
    );
    openOne();
    await userEvent.click(await screen.findByText('1 line is resolved'));
    expect(screen.getByText('Every line is resolved.')).toBeTruthy();
    expect(screen.queryByText(/^No line matches/)).toBeNull();
    expect(screen.getByText('Donations')).toBeTruthy();
    expect(screen.getByText('A gift from Accra')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete this statement' })).toBeNull();
    await press('Undo');
    await waitFor(() => expect(bodies(log, /undo$/)).toEqual([{ lines: [id(13)] }]));
  });

  test('that fit nothing are listed, with where else they are offered', async () => {
    // Of an application that is paid in full: the line has our reference all the same.
    const settled = lineOf(13, { state: 'unmatched', match: null, text: 'ZELLE PX-AAAA1' });
    serve(answers(readImport, view({ rows: [settled] })));
    openOne();
    expect(await screen.findByText('No line matches a payment that is still due.')).toBeTruthy();
    expect(screen.queryByText(/None contains our reference/)).toBeNull();
    expect(screen.getByText('1 line matches no payment')).toBeTruthy();
  });
});

test('a rule is listed with its account and can be removed', async () => {
  const rule = {
    id: id(5),
    contains: 'MONTHLY FEE',
    isDebit: true,
    account: 'spending' as const,
    reason: 'The bank’s fees',
  };
  const log = serve(
    none,
    inTurn(answers(listStatementRules, [rule]), answers(listStatementRules, [])),
    answers(removeStatementRule, { message: 'Lines that it was used for stay where they are.' }),
  );
  open();
  await press('Remove the rule MONTHLY FEE');
  await waitFor(() => expect(screen.queryByText('MONTHLY FEE')).toBeNull());
  expect(log.find(({ method }) => method === 'DELETE')?.path).toContain(id(5));
});

describe('a statement', () => {
  test('is forgotten after a question', async () => {
    const log = serve(
      answers(readImport, view()),
      none,
      answers(discardStatement, { message: 'No payment has changed.' }),
    );
    openOne();
    await press('Delete this statement');
    expect(log.some(({ method }) => method === 'DELETE')).toBe(false);
    await press('Delete statement');
    await waitFor(() => expect(log.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(await screen.findByText('No statements imported yet.')).toBeTruthy();
  });

  test('that is not there says so', async () => {
    serve(refuses(readImport, 404, { message: 'This statement no longer exists.' }));
    openOne();
    expect((await screen.findByRole('alert')).textContent).toContain('no longer exists');
  });

  test('is in the list with what became of its lines', async () => {
    serve(answers(listStatements, [{ ...summary, booked: 2, failed: 1 }]));
    open();
    expect(await screen.findByRole('link', { name: 'november.csv' })).toBeTruthy();
    expect(screen.getByText('3 lines · 2 recorded · 1 could not be recorded')).toBeTruthy();
  });

  test('list that cannot be fetched says why', async () => {
    serve(refuses(listStatements, 503, { message: 'Not now.' }));
    open();
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });
});
