import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../../web/queries.ts';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve,
} from '../../../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../../../web/ui/confirm.tsx';
import { Toaster } from '../../../../../web/ui/toast.tsx';
import { ClaimsPage } from './ClaimsPage.tsx';
import { takeBackPayment } from '../../../core/correction.contract.ts';
import {
  confirmPayment,
  confirmPayments,
  findMatchSuggestions,
  listPaymentsForAdmin,
  type PaymentRow,
  rejectPayment,
  settlePayment,
  undoRejectPayment,
} from './confirmation.contract.ts';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const at = '2026-11-05T10:00:00.000Z';
const claimOf = (n: number, more: Partial<PaymentRow> = {}): PaymentRow => ({
  id: id(n),
  applicationId: id(n + 100),
  reference: `PX-AAAA${n}`,
  name: `Payer ${n}`,
  email: `payer${n}@example.org`,
  method: 'zelle',
  status: 'claimed',
  flag: 'none',
  numberInReview: false,
  sameNumber: 1,
  amount: '1000.00',
  currency: 'USD',
  received: null,
  receivedOn: null,
  statementLine: null,
  number: `ZC-${n}`,
  reason: null,
  instalment: 1,
  of: 1,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const listed = (...rows: PaymentRow[]) =>
  answers(listPaymentsForAdmin, rows, { 'X-Total-Count': String(rows.length) });
const nothingNear = answers(findMatchSuggestions, { lines: [], claims: [] });
const three = listed(claimOf(3, { method: 'bank' }), claimOf(2), claimOf(1));

function open() {
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <ClaimsPage />
      </ConfirmProvider>
      <Toaster />
    </QueryClientProvider>,
  );
}
const tick = async (reference: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${reference}` }));
const press = (name: string | RegExp, where = screen as Pick<typeof screen, 'findByRole'>) =>
  where.findByRole('button', { name }).then((button) => userEvent.click(button));
const bodies = (log: Sent[]) =>
  log.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

describe('the claims that wait', () => {
  test('are listed oldest first, and say so when there are none', async () => {
    serve(inTurn(three, listed()));
    open();
    const names = await screen.findAllByRole('button', { name: /^PX-/ });
    expect(names.map((one) => one.textContent)).toEqual([
      'PX-AAAA1 · Payer 1',
      'PX-AAAA2 · Payer 2',
      'PX-AAAA3 · Payer 3',
    ]);
    await press('Refresh');
    expect(await screen.findByText('No payments to check.')).toBeTruthy();
  });

  test('that cannot be fetched say why and are asked for again', async () => {
    serve(inTurn(refuses(listPaymentsForAdmin, 503, { message: 'Not now.' }), three));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    await press('Try again');
    expect(await screen.findByRole('button', { name: /PX-AAAA1/ })).toBeTruthy();
  });

  test('are found by name, email and number, however the number is spaced', async () => {
    serve(
      listed(
        claimOf(1, { name: 'Éléonore Diop', number: 'FT26325ABC' }),
        claimOf(2),
        claimOf(3, { email: 'kofi@one.example' }),
      ),
    );
    open();
    const field = await screen.findByRole('searchbox', {
      name: 'Reference, name, email or number',
    });
    const find = async (words: string) => {
      await userEvent.clear(field);
      await userEvent.type(field, `${words}{Enter}`);
      return screen.queryAllByRole('button', { name: /^PX-/ }).map((one) => one.textContent);
    };
    expect(await find('diop eleonore')).toEqual(['PX-AAAA1 · Éléonore Diop']);
    expect(await find('ft 26325-abc')).toEqual(['PX-AAAA1 · Éléonore Diop']);
    expect(await find('one.example')).toEqual(['PX-AAAA3 · Payer 3']);
    expect(await find('px-aaaa2')).toEqual(['PX-AAAA2 · Payer 2']);
    expect(await find('nobody')).toEqual([]);
    expect(screen.getByText('Nothing matches this filter.')).toBeTruthy();
  });

  test('lead to the payer: by email, to the application and to everything about the person', async () => {
    serve(three, nothingNear);
    open();
    await press(/PX-AAAA1/);
    const dialog = within(await screen.findByRole('dialog'));
    const hrefOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('payer1@example.org')).toBe('mailto:payer1@example.org');
    expect(hrefOf('Open the application')).toBe(
      `/admin/submissions/passport-applications?open=${id(101)}`,
    );
    expect(hrefOf('Open person')).toBe(`/admin/person?of=application.${id(101)}`);
  });

  test('are chosen all at once, and only those that are shown', async () => {
    serve(three);
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Zelle');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 shown' }));
    expect(screen.getByText('2 selected.')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Select PX-AAAA3' })).toBeNull();
  });

  test('with one number are found by it', async () => {
    serve(listed(claimOf(1, { sameNumber: 2 }), claimOf(2)));
    open();
    expect(await screen.findByText('2 applications reported this number.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Numbers reported more than once');
    expect(screen.getAllByRole('button', { name: /^PX-/ })).toHaveLength(1);
  });
});

describe('several', () => {
  const result = (n: number, isConfirmed: boolean, message: string) => ({
    id: id(n),
    isConfirmed,
    message,
  });

  test('are shown before they are sent: how many, how much, which differ', async () => {
    const log = serve(
      three,
      answers(confirmPayments, {
        message: '2 of 2 payments confirmed.',
        results: [result(1, true, 'Payment confirmed.'), result(2, true, 'Payment confirmed.')],
      }),
    );
    open();
    await tick('PX-AAAA1');
    await tick('PX-AAAA2');
    await press('Confirm 2 payments...');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm these payments?' });
    expect(within(dialog).getByText(/^2 payments, \$2,000\.00 in total\./)).toBeTruthy();
    const second = within(within(dialog).getByRole('group', { name: 'PX-AAAA2' }));
    await userEvent.clear(second.getByLabelText('Received'));
    await userEvent.type(second.getByLabelText('Received'), '950');
    expect(within(dialog).getByText('PX-AAAA2: You confirm $950.00. Due: $1,000.00.')).toBeTruthy();
    expect(within(dialog).getByText(/^2 payments, \$1,950\.00 in total\./)).toBeTruthy();
    expect(bodies(log)).toEqual([]);
    await press('Confirm 2 payments', within(dialog));
    expect(bodies(log)).toEqual([]);
    await userEvent.click(
      within(dialog).getByRole('checkbox', { name: 'Confirm these amounts as they are' }),
    );
    await press('Confirm 2 payments', within(dialog));
    await screen.findByText('2 of 2 payments confirmed.');
    expect(bodies(log)).toMatchObject([
      {
        claims: [
          { id: id(1), receivedAmount: '1000.00' },
          { id: id(2), receivedAmount: '950', acceptDifference: true },
        ],
      },
    ]);
  });

  test('with a surplus say what becomes of it before they are sent', async () => {
    const log = serve(
      listed(claimOf(2), claimOf(1, { amount: '100.00', of: 12 })),
      answers(confirmPayments, { message: '2 of 2 payments confirmed.', results: [] }),
    );
    open();
    await tick('PX-AAAA1');
    await tick('PX-AAAA2');
    await press('Confirm 2 payments...');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm these payments?' }));
    for (const [n, amount] of [
      [1, '130'],
      [2, '1200'],
    ]) {
      const row = within(dialog.getByRole('group', { name: `PX-AAAA${n}` }));
      await userEvent.clear(row.getByLabelText('Received'));
      await userEvent.type(row.getByLabelText('Received'), String(amount));
    }
    expect(dialog.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      'Of $230.00, what the next payments can take counts for them',
      'Decide later: $230.00 shows as overpaid in To do',
    ]);
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Confirm these amounts/ }));
    await press('Confirm 2 payments', dialog);
    await waitFor(() => expect(bodies(log)).toHaveLength(1));
    expect(bodies(log)).toMatchObject([{ claims: [{ keepSurplus: true }, { keepSurplus: true }] }]);
  });

  test('are not sent with an amount that is none, which says so at its field', async () => {
    const log = serve(three);
    open();
    await tick('PX-AAAA1');
    await press('Confirm 1 payment...');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm these payments?' });
    await userEvent.clear(within(dialog).getByLabelText('Received'));
    expect(
      within(dialog).getByText('Enter the amount that arrived, such as 1000.00.'),
    ).toBeTruthy();
    const send = within(dialog).getByRole('button', { name: 'Confirm 1 payment' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(send);
    expect(bodies(log)).toEqual([]);
  });

  test('say what became of each, and those that failed can be tried again', async () => {
    const log = serve(
      three,
      inTurn(
        answers(confirmPayments, {
          message: '1 of 2 payments confirmed.',
          results: [result(1, true, 'Payment confirmed.'), result(2, false, 'Already rejected.')],
        }),
        answers(confirmPayments, { message: '', results: [result(2, false, 'Already rejected.')] }),
      ),
    );
    open();
    await tick('PX-AAAA1');
    await tick('PX-AAAA2');
    await press('Confirm 2 payments...');
    await press('Confirm 2 payments');
    const results = await screen.findByRole('dialog', { name: 'Results' });
    expect(within(results).getByText('Already rejected.')).toBeTruthy();
    await press('Retry the 1 that failed', within(results));
    await press('Confirm 1 payment');
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
    expect(bodies(log)[1]).toMatchObject({ claims: [{ id: id(2) }] });
  });

  test('name those whose number was claimed more than once', async () => {
    serve(listed(claimOf(1, { sameNumber: 2 })));
    open();
    await tick('PX-AAAA1');
    await press('Confirm 1 payment...');
    expect(await screen.findByText('Number reported more than once: PX-AAAA1')).toBeTruthy();
  });
});

describe('one claim', () => {
  const warning = {
    message: 'You confirm $999.00. Due: $1,000.00.',
    reason: 'difference',
    received: '999.00',
    due: '1000.00',
  };
  const line = {
    id: id(500),
    bookedOn: '2026-11-19',
    amount: '999.00',
    text: 'ZELLE FROM PAYER ONE',
    fileName: 'november.csv',
    reasons: ['Its text contains the payer’s name.'],
  };

  test('is confirmed with a near line: its amount and day, which cannot be changed', async () => {
    const log = serve(
      three,
      answers(findMatchSuggestions, { lines: [line], claims: [] }),
      inTurn(
        refuses(confirmPayment, 409, warning),
        answers(confirmPayment, { message: '$999.00 recorded. $1.00 is still due.' }),
      ),
    );
    open();
    await press(/PX-AAAA1/);
    expect(await screen.findByText('Its text contains the payer’s name.')).toBeTruthy();
    await press(/^Use this line/);
    const amount = screen.getByLabelText<HTMLInputElement>(/Received amount/);
    expect([amount.value, amount.readOnly]).toEqual(['999.00', true]);
    await press('Confirm payment');
    const question = await screen.findByRole('alertdialog');
    expect(within(question).getByText(/You confirm \$999\.00\. Due: \$1,000\.00\./)).toBeTruthy();
    await press('Confirm this amount', within(question));
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
    const sent = { receivedAmount: '999.00', receivedOn: '2026-11-19', lineId: line.id };
    expect(bodies(log)).toMatchObject([
      { ...sent, acceptDifference: false },
      { ...sent, acceptDifference: true },
    ]);
  });

  test.each([
    ['counts for the next payments where nothing else is chosen', undefined, true, ''],
    ['stays where that is chosen', /^Decide later/, undefined, ''],
    [
      'leads to the payment where it will be refunded',
      /^I will refund \$300\.00/,
      undefined,
      id(9),
    ],
  ])('with a surplus: it %s', async (_, choice, keepSurplus, opened) => {
    const over = {
      message: 'You confirm $1,300.00. Due: $1,000.00.',
      reason: 'difference',
      over: '300.00',
      creditable: '200.00',
      applicationId: id(9),
    };
    const log = serve(
      three,
      nothingNear,
      inTurn(
        refuses(confirmPayment, 409, over),
        answers(confirmPayment, { message: 'Payment confirmed.' }),
      ),
    );
    open();
    await press(/PX-AAAA1/);
    await press('Confirm payment...');
    const amount = screen.getByLabelText(/Received amount/);
    await userEvent.clear(amount);
    await userEvent.type(amount, '1300');
    await press('Confirm payment');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      '$200.00 counts for the next payments, $100.00 shows as overpaid',
      'I will refund $300.00: open the payment next',
      'Decide later: $300.00 shows as overpaid in To do',
    ]);
    if (choice) await userEvent.click(question.getByRole('radio', { name: choice }));
    await press('Confirm this amount', question);
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
    expect(bodies(log)[1]).toMatchObject({ acceptDifference: true });
    expect((bodies(log)[1] as { keepSurplus?: boolean }).keepSurplus || undefined).toBe(
      keepSurplus,
    );
    await waitFor(() => expect(new URLSearchParams(location.search).get('id') ?? '').toBe(opened));
  });

  test('that was confirmed too fast is taken back from the toast', async () => {
    const log = serve(
      three,
      nothingNear,
      answers(confirmPayment, { message: 'Payment confirmed.' }),
      answers(takeBackPayment, { message: 'Taken back.' }),
    );
    open();
    await press(/PX-AAAA1/);
    await press('Confirm payment...');
    await press('Confirm payment');
    await press('Confirm payment', within(await screen.findByRole('alertdialog')));
    await press('Undo');
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
    expect(bodies(log)[1]).toMatchObject({ held: '1000.00' });
  });

  test('that was rejected at once, without a question, waits again by the toast', async () => {
    const log = serve(
      three,
      nothingNear,
      answers(rejectPayment, { message: 'The payer will get an email with the reason.' }),
      answers(undoRejectPayment, { message: 'The payment waits to be checked again.' }),
    );
    open();
    await press(/PX-AAAA1/);
    await press('Reject...');
    await userEvent.type(await screen.findByLabelText('Reason'), 'Nothing has arrived.');
    await press('Reject payment');
    await press('Undo');
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
    expect(bodies(log)[0]).toEqual({ reason: 'Nothing has arrived.' });
    expect(await screen.findByText('Undone')).toBeTruthy();
  });

  test('of a different amount can be changed instead: nothing is confirmed and nothing is lost', async () => {
    const log = serve(
      three,
      answers(findMatchSuggestions, { lines: [], claims: [] }),
      refuses(confirmPayment, 409, warning),
    );
    open();
    await press(/PX-AAAA1/);
    await press('Confirm payment...');
    const amount = screen.getByLabelText<HTMLInputElement>(/Received amount/);
    await userEvent.clear(amount);
    await userEvent.type(amount, '10000');
    await press('Confirm payment');
    await press('Change it', within(await screen.findByRole('alertdialog')));
    expect(bodies(log)).toHaveLength(1);
    expect(amount.value).toBe('10000');
    expect(screen.queryByText('Update Failed')).toBeNull();
  });

  test('without a near line says so', async () => {
    serve(three, nothingNear);
    open();
    await press(/PX-AAAA1/);
    expect(
      await screen.findByText('No imported statement line is close to this payment.'),
    ).toBeTruthy();
  });

  test('whose near lines cannot be fetched can be decided all the same', async () => {
    serve(three, refuses(findMatchSuggestions, 503, { message: 'Not now.' }));
    open();
    await press(/PX-AAAA1/);
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    expect(screen.getByRole('button', { name: 'Confirm payment...' })).toBeTruthy();
  });

  test('with a number of two is given to its payer, and the other gets a reason', async () => {
    const other = {
      id: id(2),
      applicationId: id(102),
      reference: 'PX-AAAA2',
      name: 'Payer 2',
      number: 'ZC-1',
      amount: '1000.00',
      status: 'claimed' as const,
      isSame: true,
      createdAt: at,
    };
    const log = serve(
      listed(claimOf(1, { sameNumber: 2 })),
      answers(findMatchSuggestions, { lines: [], claims: [other] }),
      answers(settlePayment, { message: 'Payment confirmed.' }),
    );
    open();
    await press(/PX-AAAA1/);
    expect(await screen.findByRole('link', { name: 'PX-AAAA2 · Payer 2' })).toBeTruthy();
    await press('Assign the number to this payer...');
    await press('Confirm this one');
    await press('Confirm one, reject the others');
    await waitFor(() => expect(bodies(log)).toHaveLength(1));
    expect(bodies(log)[0]).toMatchObject({
      receivedAmount: '1000.00',
      reason: expect.stringContaining('belongs to another transfer'),
    });
  });
});

describe('a queue of claims', () => {
  const rival = {
    id: id(7),
    applicationId: id(107),
    reference: 'PX-AAAA7',
    name: 'Payer 7',
    number: 'ZC-1',
    amount: '1000.00',
    status: 'claimed',
    isSame: false,
    createdAt: at,
  };
  const done = answers(confirmPayment, { message: 'Payment confirmed.' });
  const panel = (name: RegExp) => screen.findByRole('dialog', { name });
  let now = 0;
  beforeEach(() => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());
  /** The first half second of a row takes nothing. */
  async function confirmAndNext(posts: number, log: Sent[]) {
    now += 500;
    await press('Confirm and next');
    await waitFor(() => expect(bodies(log)).toHaveLength(posts));
  }

  test('is confirmed one after the other: each with what is due, and the next opens by itself', async () => {
    const log = serve(
      inTurn(three, listed(claimOf(3), claimOf(2)), listed(claimOf(3)), listed()),
      nothingNear,
      done,
    );
    open();
    await press(/PX-AAAA1/);
    expect(screen.getByText(/received today, with no statement line/)).toBeTruthy();
    await confirmAndNext(1, log);
    const second = await panel(/PX-AAAA2/);
    const next = within(second).getByRole('button', { name: 'Confirm and next' });
    expect(document.activeElement).toBe(next);
    expect(next.getAttribute('aria-describedby')).toBe(second.querySelector('h2')?.id);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
    expect(within(second).getByRole('button', { name: 'Undo' })).toBeTruthy();
    await confirmAndNext(2, log);
    await panel(/PX-AAAA3/);
    await confirmAndNext(3, log);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('That was the last one in this list.')).toBeTruthy();
    expect(await screen.findByText('No payments to check.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
    expect(log.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(
      [1, 2, 3].map((n) => `/api/admin/payments/${id(n)}/confirm`),
    );
    expect(bodies(log)[0]).toEqual({
      receivedAmount: '1000.00',
      receivedOn: new Date().toLocaleDateString('sv'),
    });
  });

  test('does not take a second press of Enter or the mouse for the next claim', async () => {
    const log = serve(three, nothingNear, done);
    open();
    await press(/PX-AAAA1/);
    await confirmAndNext(1, log);
    await panel(/PX-AAAA2/);
    now += 499;
    await screen.findByText(/received today/);
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
    await press('Confirm and next');
    expect(bodies(log)).toHaveLength(1);
    expect(await panel(/PX-AAAA2/)).toBeTruthy();
    now += 1;
    await press('Confirm and next');
    await waitFor(() => expect(bodies(log)).toHaveLength(2));
  });

  test('is confirmed by Ctrl+Enter, with the day and the line of the one statement line that fits', async () => {
    const fitting = {
      id: id(500),
      bookedOn: '2026-11-19',
      amount: '1000.00',
      text: 'ZELLE FROM PAYER ONE',
      fileName: 'november.csv',
      reasons: ['Its text contains the payer’s name.'],
    };
    const log = serve(three, answers(findMatchSuggestions, { lines: [fitting], claims: [] }), done);
    open();
    await press(/PX-AAAA1/);
    await screen.findByText(/received on 19 November 2026, with its statement line/);
    now += 500;
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(bodies(log)).toHaveLength(1));
    expect(bodies(log)).toEqual([
      { receivedAmount: '1000.00', receivedOn: '2026-11-19', lineId: fitting.id },
    ]);
  });

  test.each([
    ['its number was claimed before', claimOf(1, { numberInReview: true }), []],
    ['a line has another amount', claimOf(1), [{ amount: '999.00' }]],
    ['two lines are near', claimOf(1), [{ amount: '1000.00' }, { amount: '1000.00' }]],
    ['its number was reported twice', claimOf(1, { sameNumber: 2 }), []],
  ])('has to be looked at first where %s', async (_, claim, lines) => {
    const near = lines.map(({ amount }, n) => ({
      id: id(500 + n),
      bookedOn: '2026-11-19',
      amount,
      text: 'ZELLE',
      fileName: 'november.csv',
      reasons: ['Its text contains the payer’s name.'],
    }));
    const log = serve(listed(claim), answers(findMatchSuggestions, { lines: near, claims: [] }));
    open();
    await press(/PX-AAAA1/);
    // Before the form takes the place of the button.
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Confirm and next' })).toBeNull(),
    );
    await press('Confirm payment...');
    expect(screen.getByLabelText(/Received amount/)).toBeTruthy();
    expect(bodies(log)).toEqual([]);
  });

  test('does not confirm by what was near to a claim before the one before it was confirmed', async () => {
    const line = {
      id: id(500),
      bookedOn: '2026-11-19',
      amount: '999.00',
      text: 'ZELLE',
      fileName: 'november.csv',
      reasons: ['Its text contains the payer’s name.'],
    };
    let lines: (typeof line)[] = [];
    const log = serve(
      three,
      answers(findMatchSuggestions, () => ({ lines, claims: [] })),
      done,
    );
    open();
    await press(/PX-AAAA2/);
    await screen.findByText(/received today/);
    await press('Previous row');
    await panel(/PX-AAAA1/);
    await screen.findByText(/received today/);
    lines = [line];
    const answer = holdBack(findMatchSuggestions);
    await confirmAndNext(1, log);
    await panel(/PX-AAAA2/);
    now += 500;
    await press('Confirm and next');
    answer();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Confirm and next' })).toBeNull(),
    );
    expect(await panel(/PX-AAAA2/)).toBeTruthy();
    expect(bodies(log)).toHaveLength(1);
  });

  test.each([
    [
      'another claim has nearly the same number',
      answers(findMatchSuggestions, { lines: [], claims: [rival] }),
    ],
    ['the lines are not known', refuses(findMatchSuggestions, 503, { message: 'Away.' })],
  ])('is not confirmed by one press where %s', async (_, near) => {
    const log = serve(listed(claimOf(1)), near);
    open();
    await press(/PX-AAAA1/);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Confirm and next' })).toBeNull(),
    );
    await press('Confirm payment...');
    expect(screen.getByLabelText(/Received amount/)).toBeTruthy();
    expect(bodies(log)).toEqual([]);
  });

  test('is confirmed once by a Ctrl+Enter that is held down', async () => {
    const log = serve(three, nothingNear, done);
    open();
    await press(/PX-AAAA1/);
    await screen.findByText(/received today/);
    now += 500;
    const hold = (repeat: boolean) =>
      fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, repeat });
    hold(false);
    await panel(/PX-AAAA2/);
    await screen.findByText(/received today/);
    now += 500;
    hold(true);
    await userEvent.keyboard('k');
    await panel(/PX-AAAA1/);
    expect(bodies(log)).toHaveLength(1);
  });

  test('has its open claim in the address: a reload opens it again, Back leads to the list', async () => {
    serve(three, nothingNear);
    open();
    await press(/PX-AAAA2/);
    await panel(/PX-AAAA2/);
    expect(location.search).toBe(`?open=${id(2)}`);
    cleanup();
    open();
    await panel(/PX-AAAA2/);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('');
    expect(screen.getByRole('button', { name: /PX-AAAA2/ })).toBeTruthy();
  });

  test('opens a claim that was decided meanwhile, with what became of it', async () => {
    const decided = listed(claimOf(9, { status: 'succeeded', received: '1000.00' }));
    const log = serve(inTurn(three, decided));
    history.replaceState(null, '', `/?open=${id(9)}`);
    open();
    const dialog = within(await panel(/PX-AAAA9/));
    expect(dialog.queryByRole('button', { name: /Confirm/ })).toBeNull();
    expect(log.at(-1)?.query.get('id')).toBe(id(9));
  });
});
