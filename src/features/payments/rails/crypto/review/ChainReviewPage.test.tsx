import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../../web/queries.ts';
import { RecentPasswordContext } from '../../../../../web/recentPassword.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../../../web/ui/confirm.tsx';
import { Toaster } from '../../../../../web/ui/toast.tsx';
import { paymentDetailAddress } from '../../../core/paths.rules.ts';
import { ChainReviewPage } from './ChainReviewPage.tsx';
import { explainDifference, readTreasury } from '../treasury/treasury.contract.ts';
import { CHAIN_REVIEW_PATH, transactionAddress } from '../crypto.rules.ts';
import {
  assignOnChainTransfer,
  type ChainInstalments,
  type ChainReviewRow,
  confirmOnChainTransfer,
  dismissOnChainTransfer,
  listChainReview,
  matchOnChainTransfer,
  readChainInstalments,
} from './chain-review.contract.ts';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const hash = (n: number) => `0x${String(n).padStart(64, 'ab')}`;
const at = '2026-11-05T10:00:00.000Z';
const quote: ChainReviewRow['quotes'][number] = {
  id: id(200),
  received: '0',
  canTake: true,
  applicationId: id(100),
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  instalment: 1,
  of: 1,
  amount: '1000.000321',
  usdAmount: '1000.00',
  quotedAt: at,
  isClaimed: false,
  surplus: null,
};
const money = (n: number, more: Partial<ChainReviewRow> = {}): ChainReviewRow => ({
  id: id(n),
  token: 'USDT',
  amount: '999.000321',
  worth: '999.00',
  txHash: hash(n),
  from: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  to: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
  block: '21000000',
  at,
  reason: 'unmatched',
  quotes: [quote],
  ...more,
});
const chainInstalments: ChainInstalments = {
  applicationId: id(100),
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  dues: [
    { number: 1, amount: '1000.00', held: '0.00', canTake: true },
    { number: 2, amount: '100.00', held: '40.00', canTake: true },
    { number: 3, amount: '100.00', held: '100.00', canTake: false },
  ],
  quotes: [],
};
const listed = (...rows: ChainReviewRow[]) =>
  answers(listChainReview, rows, { 'X-Total-Count': String(rows.length) });
const found = answers(readChainInstalments, chainInstalments);
const booked = answers(assignOnChainTransfer, { message: '$999.00 recorded for PX-7K4M2.' });

function open(
  address: string = CHAIN_REVIEW_PATH,
  through = <T,>(operation: () => Promise<T>) => operation(),
) {
  history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RecentPasswordContext value={through}>
        <ConfirmProvider>
          <ChainReviewPage />
        </ConfirmProvider>
      </RecentPasswordContext>
      <Toaster />
    </QueryClientProvider>,
  );
}
const posted = (log: Sent[]) => log.filter(({ method }) => method === 'POST');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const fill = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
async function answer(name: string) {
  const question = await screen.findByRole('alertdialog');
  const said = question.textContent;
  await userEvent.click(within(question).getByRole('button', { name }));
  return said;
}
async function openMoney() {
  await userEvent.click(await screen.findByRole('button', { name: /^999\.000321 USDT/ }));
  return screen.findByRole('dialog', { name: 'Unmatched crypto payment' });
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('the list of money on the network', () => {
  test('says how much came, why it waits, whose it may be, and its transaction in short', async () => {
    serve(listed(money(1), money(2, { reason: 'dust', worth: null, quotes: [] })));
    open();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('999.000321 USDT');
    expect(first?.textContent).toContain('about $999.00');
    expect(first?.textContent).toContain('No matching amount. No open quote matches this amount.');
    expect(first?.textContent).toContain('Perhaps from Ama Mensah, PX-7K4M2.');
    expect(first?.textContent).toContain('0xabab…aba1');
    expect(first?.textContent).not.toContain(hash(1));
    expect(second?.textContent).toContain('It is worth less than a cent.');
    expect(second?.textContent).toContain('value unknown');
    expect(second?.textContent).not.toContain('Perhaps');
    expect(screen.getByText('Showing 2 of 2.')).toBeTruthy();
  });

  test('names no one whose amount is far from it, but whose browser names it', async () => {
    const far = { ...quote, amount: '2000.000321' };
    serve(
      listed(
        money(1, { quotes: [far] }),
        money(2, { quotes: [{ ...far, isClaimed: true }], worth: '0.00' }),
      ),
    );
    open();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).not.toContain('Perhaps');
    expect(second?.textContent).toContain('Perhaps from Ama Mensah, PX-7K4M2.');
    expect(second?.textContent).toContain('worth less than a cent');
  });

  test('copies the whole transaction', async () => {
    const user = userEvent.setup();
    serve(listed(money(1)));
    open();
    await user.click(await screen.findByRole('button', { name: /^Copy transaction/ }));
    expect(await navigator.clipboard.readText()).toBe(hash(1));
  });

  test('names a balance difference with its blocks, and since when balances were not checked', async () => {
    const log = serve(
      listed(),
      answers(readTreasury, {
        checkedAt: at,
        isOverdue: true,
        differences: [
          {
            id: id(7),
            token: 'ETH',
            address: money(1).to,
            amount: '0.333',
            fromBlock: '10',
            toBlock: '12',
            at,
          },
        ],
      }),
      answers(explainDifference, { message: 'Found.' }),
    );
    open();
    expect(await screen.findByText('Balance difference: 0.333 ETH')).toBeTruthy();
    expect(
      screen.getByText('Between blocks 10 and 12, no known transfer explains it.'),
    ).toBeTruthy();
    expect(screen.getByText(/^Balances not checked since 5 Nov 2026/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Transaction hash/), hash(1));
    await press('Find payment');
    await waitFor(() => expect(posted(log)).toHaveLength(1));
    expect(posted(log)[0]).toMatchObject({ body: { txHash: hash(1) } });
  });

  test('is empty with a sentence, and another one where a choice leaves nothing', async () => {
    serve(listed());
    open();
    expect(await screen.findByText('No unmatched crypto payments.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Filter by reason'), 'Arrived late');
    expect(await screen.findByText('Nothing matches this filter.')).toBeTruthy();
  });

  test('that cannot be loaded says why, and tries again', async () => {
    serve(
      inTurn(refuses(listChainReview, 503, { message: 'The database is away.' }), listed(money(1))),
      answers(readTreasury, { checkedAt: at, isOverdue: false, differences: [] }),
    );
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    await press('Try again');
    expect(await screen.findByRole('button', { name: /^999\.000321 USDT/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is searched, narrowed and ordered by the server, and keeps all of it in the address', async () => {
    const log = serve(listed(money(1)));
    open(transactionAddress(hash(1)));
    expect((await screen.findByLabelText<HTMLInputElement>('Transaction or address')).value).toBe(
      hash(1),
    );
    await waitFor(() => expect(log.at(-1)?.query.get('search')).toBe(hash(1)));
    await fill('Transaction or address', '0xfeed');
    await waitFor(() => expect(log.at(-1)?.query.get('search')).toBe('0xfeed'));
    await userEvent.selectOptions(screen.getByLabelText('Filter by reason'), 'Already paid');
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
    await waitFor(() => expect(log.at(-1)?.query.get('sort')).toBe('block'));
    expect(log.at(-1)?.query.get('status')).toBe('paid');
    expect(location.search).toBe('?search=0xfeed&status=paid&sort=block');
  });

  test('comes in pages', async () => {
    const page = (row: ChainReviewRow, link?: string) =>
      answers(listChainReview, [row], { 'X-Total-Count': '2', ...(link ? { Link: link } : {}) });
    const log = serve(
      inTurn(
        page(money(1), '</api/admin/payments/chain-review?limit=1&cursor=abc%2Bdef>; rel="next"'),
        page(money(2)),
      ),
    );
    open();
    expect(await screen.findByText('Showing 1 of 2.')).toBeTruthy();
    await press('Load more');
    expect(await screen.findByText('Showing 2 of 2.')).toBeTruthy();
    expect(log.at(-1)?.query.get('cursor')).toBe('abc+def');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('money that a single node has reported', () => {
  const waiting = money(1, { reason: 'single_node', quotes: [{ ...quote, amount: '999.000321' }] });
  const confirmed = answers(confirmOnChainTransfer, { message: '$999.00 recorded for PX-7K4M2.' });

  test('is confirmed in the list with one click, after which the list is fetched again', async () => {
    const log = serve(inTurn(listed(waiting, money(2)), listed(money(2))), confirmed);
    open();
    const [row] = await screen.findAllByRole('listitem');
    expect(row?.textContent).toContain('this payment needs your confirmation');
    expect(screen.getAllByRole('button', { name: /^Confirm payment/ })).toHaveLength(1);
    await press('Confirm payment: 999.000321 USDT');
    expect(await screen.findByText('$999.00 recorded for PX-7K4M2.')).toBeTruthy();
    expect(posted(log).map(({ path }) => path)).toEqual([
      `/api/admin/payments/chain-review/${id(1)}/confirm`,
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull());
  });

  test('is confirmed where it is opened, and what the server refuses is said', async () => {
    const said = 'The network cannot be reached at the moment. Please try again later.';
    serve(
      listed(waiting),
      inTurn(refuses(confirmOnChainTransfer, 503, { message: said }), confirmed),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^999\.000321 USDT/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm crypto payment' });
    const button = within(dialog).getByRole('button', { name: /^Confirm payment/ });
    await userEvent.click(button);
    expect(await screen.findByText(said)).toBeTruthy();
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('money that waits', () => {
  test('is opened with all that is known of it, what to do, and what it may be for', async () => {
    serve(listed(money(1, { quotes: [{ ...quote, isClaimed: true }] })));
    open();
    const dialog = await openMoney();
    expect(within(dialog).getByText(/ask the payer for the transaction/)).toBeTruthy();
    for (const said of ['0xabab…aba1', '0x5aAe…eAed'])
      expect(within(dialog).getByText(said)).toBeTruthy();
    expect(dialog.textContent).toContain('999.000321 USDT about $999.00');
    const suggestions = within(dialog).getByRole('region', { name: 'Possible payments' });
    expect(suggestions.textContent).toContain('1 USDT less arrived.');
    expect(suggestions.textContent).toContain('That alone proves nothing');
    expect(within(suggestions).getByRole('link', { name: 'PX-7K4M2' }).getAttribute('href')).toBe(
      paymentDetailAddress(id(100)),
    );
  });

  test('is booked on a suggested payment after its outcome was shown and confirmed', async () => {
    const log = serve(inTurn(listed(money(1)), listed()), found, booked);
    open();
    await openMoney();
    await press('Record for PX-7K4M2...');
    expect(field('Application reference').value).toBe('PX-7K4M2');
    expect(field('Value in USD').value).toBe('999.00');
    expect(
      await screen.findByText(
        'This makes $999.00 of $1,000.00 received. $1.00 is still due, and the payer can still pay it.',
      ),
    ).toBeTruthy();
    await press('Record payment');
    expect(await answer('Record $999.00')).toContain(
      '999.000321 USDT will be recorded as $999.00 for PX-7K4M2, Ama Mensah, payment 1 of 3.',
    );
    expect(await screen.findByText('$999.00 recorded for PX-7K4M2.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/chain-review/${id(1)}/assign`,
        body: { reference: 'PX-7K4M2', instalment: 1, amount: '999.00' },
      },
    ]);
    expect(await screen.findByText('No unmatched crypto payments.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: 'Unmatched crypto payments' }),
    );
  });

  test('is assigned to a quote after what came and what is asked for were shown', async () => {
    const log = serve(
      inTurn(listed(money(1, { quotes: [{ ...quote, received: '0.5' }] })), listed()),
      answers(matchOnChainTransfer, { message: 'Assigned to PX-7K4M2.' }),
    );
    open();
    const dialog = await openMoney();
    expect(dialog.textContent).toContain('0.5 USDT came for it before.');
    await press('Assign to PX-7K4M2...');
    const said = await answer('Assign payment');
    expect(said).toContain('Received: 999.500321 USDT. Asked for: 1000.000321 USDT.');
    expect(said).toContain('0.5 USDT is missing. The payer is asked for it');
    expect(await screen.findByText('Assigned to PX-7K4M2.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      { path: `/api/admin/payments/chain-review/${id(1)}/match`, body: { quoteId: id(200) } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is assigned to a quote that is far from its amount by the reference of its application', async () => {
    const log = serve(
      inTurn(listed(money(1, { quotes: [{ ...quote, canTake: false }] })), listed()),
      answers(readChainInstalments, {
        ...chainInstalments,
        quotes: [
          {
            ...quote,
            id: id(201),
            amount: '600.000001',
            usdAmount: '600.00',
            surplus: '399.00',
          },
        ],
      }),
      answers(matchOnChainTransfer, { message: 'Assigned to PX-7K4M2.' }),
    );
    open();
    await openMoney();
    expect(screen.queryByRole('button', { name: 'Assign to PX-7K4M2...' })).toBeNull();
    await press('Record for another application...');
    await fill('Application reference', 'PX-7K4M2');
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to PX-7K4M2...' }));
    expect(await answer('Assign payment')).toContain('That is 399.00032 USDT too much.');
    await waitFor(() => expect(posted(log)).toMatchObject([{ body: { quoteId: id(201) } }]));
    const asked = log.find(({ path }) => path.endsWith('chain-dues'));
    expect(asked?.query.get('transfer')).toBe(id(1));
  });

  test('shows what is paid or too much as amount and payment are changed', async () => {
    serve(listed(money(1)), found);
    open();
    await openMoney();
    await press('Record for PX-7K4M2...');
    await fill('Value in USD', '1000');
    expect(
      await screen.findByText('This makes $1,000.00 of $1,000.00 received. The payment is paid.'),
    ).toBeTruthy();
    const payment = screen.getByLabelText<HTMLSelectElement>('Payment');
    expect([...payment.options].map(({ textContent }) => textContent)).toEqual([
      '1 of 3: $1,000.00 due',
      '2 of 3: $60.00 due',
    ]);
    await userEvent.selectOptions(payment, '2');
    expect(screen.getByText(/^This makes \$1,040\.00 received, \$940\.00 more than/)).toBeTruthy();
    await fill('Value in USD', 'a lot');
    expect(screen.queryByText('What will happen')).toBeNull();
  });

  test('is booked as more than is due after one question, which also decides the surplus', async () => {
    const surplus = { reason: 'difference', over: '150.00', creditable: '60.00' };
    const message = 'You confirm $1,150.00. Due: $1,000.00.';
    const log = serve(
      inTurn(listed(money(1)), listed()),
      found,
      inTurn(
        refuses(assignOnChainTransfer, 409, { message, ...surplus }),
        answers(assignOnChainTransfer, { message: '$1,150.00 recorded for PX-7K4M2.' }),
      ),
    );
    open();
    await openMoney();
    await press('Record for PX-7K4M2...');
    await fill('Value in USD', '1150');
    await screen.findByText(/\$150\.00 more than the \$1,000\.00 due.*you choose what happens/);
    await press('Record payment');
    const asked = await screen.findByRole('alertdialog');
    expect(
      within(asked).getByRole<HTMLInputElement>('radio', {
        name: '$60.00 counts for the next payments, $90.00 shows as overpaid',
      }).checked,
    ).toBe(true);
    expect(
      within(asked).getByLabelText('I will refund $150.00: open the payment next'),
    ).toBeTruthy();
    expect(await answer('Record $1,150.00')).toContain('will be recorded as $1,150.00');
    expect(await screen.findByText('$1,150.00 recorded for PX-7K4M2.')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(posted(log).map(({ body }) => body)).toMatchObject([
      { amount: '1150' },
      { amount: '1150', acceptDifference: true, keepSurplus: true },
    ]);
  });

  test('is asked about again where the surplus has changed since it was shown', async () => {
    const refusal = {
      message: 'You confirm $1,150.00. Due: $900.00.',
      reason: 'difference',
      over: '250.00',
    };
    const log = serve(
      inTurn(listed(money(1)), listed()),
      found,
      inTurn(refuses(assignOnChainTransfer, 409, refusal), booked),
    );
    open();
    await openMoney();
    await press('Record for PX-7K4M2...');
    await fill('Value in USD', '1150');
    await screen.findByText('What will happen');
    await press('Record payment');
    await answer('Record $1,150.00');
    await screen.findByText(refusal.message);
    expect(await answer('Confirm this amount')).toContain(
      'Decide later: $250.00 shows as overpaid in To do',
    );
    await waitFor(() => expect(posted(log)).toHaveLength(2));
    expect(posted(log)[1]?.body).not.toHaveProperty('keepSurplus');
  });

  test('is assigned to a quote as too much after one question, which also says that it is refunded', async () => {
    const refusal = {
      message: 'You confirm $1,600.00. Due: $1,000.00.',
      reason: 'difference',
      over: '600.00',
      applicationId: id(100),
    };
    const log = serve(
      inTurn(
        listed(money(1, { amount: '1600', quotes: [{ ...quote, surplus: '600.00' }] })),
        listed(),
      ),
      inTurn(
        refuses(matchOnChainTransfer, 409, refusal),
        answers(matchOnChainTransfer, { message: '$1,600.00 recorded for PX-7K4M2.' }),
      ),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^1600 USDT/ }));
    await press('Assign to PX-7K4M2...');
    await userEvent.click(
      await screen.findByLabelText('I will refund $600.00: open the payment next'),
    );
    expect(await answer('Assign payment')).toContain('599.999679 USDT too much.');
    await waitFor(() => expect(posted(log)).toHaveLength(2));
    expect(posted(log)[1]?.body).toEqual({ quoteId: id(200), acceptDifference: true });
    await waitFor(() =>
      expect(location.pathname + location.search).toBe(paymentDetailAddress(id(100))),
    );
  });

  test('is assigned to a quote of a plan, whose later payments take what is too much', async () => {
    const ofPlan = { ...quote, of: 12, surplus: '600.00' };
    const surplus = { reason: 'difference', over: '600.00', creditable: '500.00' };
    const log = serve(
      inTurn(listed(money(1, { amount: '1600', quotes: [ofPlan] })), listed()),
      inTurn(
        refuses(matchOnChainTransfer, 409, { message: 'More than is due.', ...surplus }),
        answers(matchOnChainTransfer, { message: '$1,600.00 recorded for PX-7K4M2.' }),
      ),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^1600 USDT/ }));
    await press('Assign to PX-7K4M2...');
    await screen.findByLabelText('Of $600.00, what the next payments can take counts for them');
    await answer('Assign payment');
    expect(await screen.findByText('$1,600.00 recorded for PX-7K4M2.')).toBeTruthy();
    expect(posted(log)[1]?.body).toEqual({
      quoteId: id(200),
      acceptDifference: true,
      keepSurplus: true,
    });
  });

  test('says nothing of a surplus of less than a cent', async () => {
    serve(listed(money(1, { amount: '1000.000400' })));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^1000\.000400 USDT/ }));
    await press('Assign to PX-7K4M2...');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('The payment is paid.');
    expect(question.textContent).not.toContain('surplus');
  });

  test('is booked for an application that no one suggested, by its reference', async () => {
    const log = serve(listed(money(1, { quotes: [], worth: null })), found, booked);
    open();
    await openMoney();
    expect(screen.getByText(/^No open USDT quote is close to this amount/)).toBeTruthy();
    await press('Record for another application...');
    expect(field('Value in USD').value).toBe('');
    await press('Record payment');
    expect(screen.getAllByText('Enter the application reference.').length).toBeGreaterThan(0);
    await fill('Application reference', 'px-7k4m2');
    expect(await screen.findByText('Ama Mensah')).toBeTruthy();
    await fill('Value in USD', '999');
    await press('Record payment');
    await answer('Record $999.00');
    await screen.findByText('$999.00 recorded for PX-7K4M2.');
    expect(posted(log)).toMatchObject([{ body: { reference: 'px-7k4m2', instalment: 1 } }]);
    expect(log.find(({ path }) => path.endsWith('chain-dues'))?.query.get('reference')).toBe(
      'PX-7K4M2',
    );
  });

  test('cannot be booked for an application that does not exist, or takes no money', async () => {
    const none = {
      ...chainInstalments,
      dues: chainInstalments.dues.map((due) => ({ ...due, canTake: false })),
    };
    const log = serve(
      listed(money(1)),
      inTurn(
        refuses(readChainInstalments, 404, { message: 'This application does not exist.' }),
        answers(readChainInstalments, none),
      ),
    );
    open();
    await openMoney();
    await press('Record for another application...');
    await fill('Application reference', 'PX-00000');
    expect(await screen.findByText('This application does not exist.')).toBeTruthy();
    await fill('Application reference', 'PX-7K4M2');
    expect(
      (await screen.findAllByText(/^No money can be recorded for this application/)).length,
    ).toBe(1);
    await press('Record payment');
    expect(
      (await screen.findAllByText(/^No money can be recorded for this application/)).length,
    ).toBe(2);
    expect(posted(log)).toEqual([]);
  });

  test('whose booking is refused says why beside the form, and keeps what was entered', async () => {
    const refusal = 'The network can still reverse this transaction.';
    const log = serve(
      listed(money(1)),
      found,
      refuses(assignOnChainTransfer, 409, { message: refusal }),
    );
    open();
    await openMoney();
    await press('Record for PX-7K4M2...');
    await screen.findByText('What will happen');
    await fill('Value in USD', '998.50');
    await press('Record payment');
    await answer('Record $998.50');
    const dialog = await screen.findByRole('dialog', { name: 'Unmatched crypto payment' });
    const said = await within(dialog).findAllByText(refusal);
    expect(said.some((sentence) => sentence.closest('form'))).toBe(true);
    expect(field('Value in USD').value).toBe('998.50');
    // Someone else may have decided meanwhile.
    expect(log.filter(({ path }) => path.endsWith('chain-review')).length).toBe(2);
  });

  test('is dismissed with a reason after a yes', async () => {
    const log = serve(
      inTurn(listed(money(1)), listed()),
      answers(dismissOnChainTransfer, { message: 'Dismissed.' }),
    );
    open();
    await openMoney();
    await press('Dismiss payment...');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dismiss payment' }));
    await press('Back');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Decide' }));
    await press('Dismiss payment...');
    await press('Dismiss payment');
    expect(screen.getAllByText('Say why, in at most 1,000 characters.').length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText('Reason'), 'Sent back on Monday.');
    await press('Dismiss payment');
    expect(await answer('Dismiss payment')).toContain('nobody gets an email');
    expect(await screen.findByText('Dismissed.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/chain-review/${id(1)}/dismiss`,
        body: { reason: 'Sent back on Monday.' },
      },
    ]);
  });

  test('is decided through the question for the password', async () => {
    const asked: string[] = [];
    serve(listed(money(1)), answers(dismissOnChainTransfer, { message: 'Dismissed.' }));
    open(CHAIN_REVIEW_PATH, async (operation) => {
      asked.push('password');
      return operation();
    });
    await openMoney();
    await press('Dismiss payment...');
    await userEvent.type(screen.getByLabelText('Reason'), 'A gift.');
    await press('Dismiss payment');
    await answer('Dismiss payment');
    await screen.findByText('Dismissed.');
    expect(asked).toEqual(['password']);
  });
});
