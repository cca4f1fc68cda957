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
import { CHAIN_REVIEW_PATH, transactionAddress } from '../crypto.rules.ts';
import {
  assignOnChainTransfer,
  type ChainInstalments,
  type ChainReviewRow,
  dismissOnChainTransfer,
  listChainReview,
  readChainInstalments,
} from './chain-review.contract.ts';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const hash = (n: number) => `0x${String(n).padStart(64, 'ab')}`;
const at = '2026-11-05T10:00:00.000Z';
const quote: ChainReviewRow['quotes'][number] = {
  applicationId: id(100),
  reference: 'PX-7K4M2',
  name: 'Ama Mensah',
  instalment: 1,
  amount: '1000.000321',
  usdAmount: '1000.00',
  quotedAt: at,
  isClaimed: false,
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
};
const listed = (...rows: ChainReviewRow[]) =>
  answers(listChainReview, rows, { 'X-Total-Count': String(rows.length) });
const found = answers(readChainInstalments, chainInstalments);
const booked = answers(assignOnChainTransfer, { message: '$999.00 are booked for PX-7K4M2.' });

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
  return screen.findByRole('dialog', { name: 'Money that waits' });
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
    expect(first?.textContent).toContain('Fits no amount. No open quote asks for this amount.');
    expect(first?.textContent).toContain('Perhaps from Ama Mensah, PX-7K4M2.');
    expect(first?.textContent).toContain('0xabab…aba1');
    expect(first?.textContent).not.toContain(hash(1));
    expect(second?.textContent).toContain('It is worth less than a cent.');
    expect(second?.textContent).toContain('of unknown worth');
    expect(second?.textContent).not.toContain('Perhaps');
    expect(screen.getByText('2 of 2 are shown.')).toBeTruthy();
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

  test('is empty with a sentence, and another one where a choice leaves nothing', async () => {
    serve(listed());
    open();
    expect(await screen.findByText('No money on the network waits.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Why it waits'), 'Came late');
    expect(await screen.findByText('Nothing fits this choice.')).toBeTruthy();
  });

  test('that cannot be loaded says why, and tries again', async () => {
    serve(
      inTurn(refuses(listChainReview, 503, { message: 'The database is away.' }), listed(money(1))),
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
    await userEvent.selectOptions(screen.getByLabelText('Why it waits'), 'Already paid');
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'Oldest first');
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
    expect(await screen.findByText('1 of 2 are shown.')).toBeTruthy();
    await press('Load more');
    expect(await screen.findByText('2 of 2 are shown.')).toBeTruthy();
    expect(log.at(-1)?.query.get('cursor')).toBe('abc+def');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
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
    const suggestions = within(dialog).getByRole('region', { name: 'Payments it could be for' });
    expect(suggestions.textContent).toContain('1 USDT less came.');
    expect(suggestions.textContent).toContain('that alone proves nothing');
    expect(within(suggestions).getByRole('link', { name: 'PX-7K4M2' }).getAttribute('href')).toBe(
      paymentDetailAddress(id(100)),
    );
  });

  test('is booked on a suggested payment after its outcome was shown and confirmed', async () => {
    const log = serve(inTurn(listed(money(1)), listed()), found, booked);
    open();
    await openMoney();
    await press('Book it for PX-7K4M2...');
    expect(field('Reference of the application').value).toBe('PX-7K4M2');
    expect(field('What it counts for in USD').value).toBe('999.00');
    expect(
      await screen.findByText(
        'With it $999.00 of $1,000.00 have come: $1.00 stay open, and the payer can still pay them.',
      ),
    ).toBeTruthy();
    await press('Book it');
    expect(await answer('Book $999.00')).toContain(
      '999.000321 USDT are booked at $999.00 for PX-7K4M2, Ama Mensah, payment 1 of 3.',
    );
    expect(await screen.findByText('$999.00 are booked for PX-7K4M2.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/chain-review/${id(1)}/assign`,
        body: { reference: 'PX-7K4M2', instalment: 1, amount: '999.00' },
      },
    ]);
    expect(await screen.findByText('No money on the network waits.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: 'Money on the network' }),
    );
  });

  test('shows what is paid or too much as amount and payment are changed', async () => {
    serve(listed(money(1)), found);
    open();
    await openMoney();
    await press('Book it for PX-7K4M2...');
    await fill('What it counts for in USD', '1000');
    expect(
      await screen.findByText('With it $1,000.00 of $1,000.00 have come: this payment is paid.'),
    ).toBeTruthy();
    const payment = screen.getByLabelText<HTMLSelectElement>('Payment');
    expect([...payment.options].map(({ textContent }) => textContent)).toEqual([
      '1 of 3: $1,000.00 open',
      '2 of 3: $60.00 open',
    ]);
    await userEvent.selectOptions(payment, '2');
    expect(screen.getByText(/^With it \$1,040\.00 have come, \$940\.00 more than/)).toBeTruthy();
    await fill('What it counts for in USD', 'a lot');
    expect(screen.queryByText('What will happen')).toBeNull();
  });

  test('is booked for an application that no one suggested, by its reference', async () => {
    const log = serve(listed(money(1, { quotes: [], worth: null })), found, booked);
    open();
    await openMoney();
    expect(screen.getByText(/^No open quote for USDT is near to it/)).toBeTruthy();
    await press('Book it for another application...');
    expect(field('What it counts for in USD').value).toBe('');
    await press('Book it');
    expect(screen.getAllByText('Enter the reference of the application.').length).toBeGreaterThan(
      0,
    );
    await fill('Reference of the application', 'px-7k4m2');
    expect(await screen.findByText('Ama Mensah')).toBeTruthy();
    await fill('What it counts for in USD', '999');
    await press('Book it');
    await answer('Book $999.00');
    await screen.findByText('$999.00 are booked for PX-7K4M2.');
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
    await press('Book it for another application...');
    await fill('Reference of the application', 'PX-00000');
    expect(await screen.findByText('This application does not exist.')).toBeTruthy();
    await fill('Reference of the application', 'PX-7K4M2');
    expect((await screen.findAllByText(/^No payment of this application/)).length).toBe(1);
    await press('Book it');
    expect((await screen.findAllByText(/^No payment of this application/)).length).toBe(2);
    expect(posted(log)).toEqual([]);
  });

  test('whose booking is refused says why beside the form, and keeps what was entered', async () => {
    const refusal = 'The network can still undo this transaction.';
    const log = serve(
      listed(money(1)),
      found,
      refuses(assignOnChainTransfer, 409, { message: refusal }),
    );
    open();
    await openMoney();
    await press('Book it for PX-7K4M2...');
    await screen.findByText('What will happen');
    await fill('What it counts for in USD', '998.50');
    await press('Book it');
    await answer('Book $998.50');
    const dialog = await screen.findByRole('dialog', { name: 'Money that waits' });
    const said = await within(dialog).findAllByText(refusal);
    expect(said.some((sentence) => sentence.closest('form'))).toBe(true);
    expect(field('What it counts for in USD').value).toBe('998.50');
    // Someone else may have decided meanwhile.
    expect(log.filter(({ path }) => path.endsWith('chain-review')).length).toBe(2);
  });

  test('is dismissed with a reason after a yes', async () => {
    const log = serve(
      inTurn(listed(money(1)), listed()),
      answers(dismissOnChainTransfer, { message: 'Laid aside.' }),
    );
    open();
    await openMoney();
    await press('Lay it aside...');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lay it aside' }));
    await press('Back');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Decide' }));
    await press('Lay it aside...');
    await press('Lay it aside');
    expect(screen.getAllByText('Say why, in at most 1,000 characters.').length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText('Reason'), 'Sent back on Monday.');
    await press('Lay it aside');
    expect(await answer('Lay it aside')).toContain('nobody is written to');
    expect(await screen.findByText('Laid aside.')).toBeTruthy();
    expect(posted(log)).toMatchObject([
      {
        path: `/api/admin/payments/chain-review/${id(1)}/dismiss`,
        body: { reason: 'Sent back on Monday.' },
      },
    ]);
  });

  test('is decided through the question for the password', async () => {
    const asked: string[] = [];
    serve(listed(money(1)), answers(dismissOnChainTransfer, { message: 'Laid aside.' }));
    open(CHAIN_REVIEW_PATH, async (operation) => {
      asked.push('password');
      return operation();
    });
    await openMoney();
    await press('Lay it aside...');
    await userEvent.type(screen.getByLabelText('Reason'), 'A gift.');
    await press('Lay it aside');
    await answer('Lay it aside');
    await screen.findByText('Laid aside.');
    expect(asked).toEqual(['password']);
  });
});
