import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../../../web/testing.fetch.ts';
import { readCardEnvironment } from '../../card/card.contract.ts';
import {
  attemptedOf,
  choose,
  DRAFT,
  drawDialog,
  fakePaymentServer,
  openDialog,
  paidOf,
  toasted,
} from '../../../checkout/testing.dialog.ts';
import {
  readCryptoEnvironment,
  requestQuote,
  signSender,
  verifyCrypto,
} from './crypto.contract.ts';
import { ACCOUNT, announceWallet, HASH, moveTimers } from './testing.wallet.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const QUOTE_ID = '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e4444';
const config = {
  configType: 'crypto',
  configData: { ethereumAddress: ADDRESS },
  isActive: true,
};

let wallet: ReturnType<typeof announceWallet>;
let server: ReturnType<typeof fakePaymentServer>;
/** Each test has a page of its own: wagmi keeps one state for the addresses it was given. */
let pages = 0;
beforeEach(() => {
  localStorage.clear();
  pages += 1;
  server = fakePaymentServer([config]);
  wallet = announceWallet('Amber Wallet');
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  wallet.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The server's clock, which need not be that of the device. */
let serverAheadMs = 0;
const environment = (changed: object = {}) =>
  answers(readCryptoEnvironment, () => ({
    chainId: 1,
    usdtAddress: USDT,
    rpcUrl: `http://127.0.0.1:${7000 + pages}`,
    walletConnect: null,
    testWalletUrl: null,
    now: Date.now() + serverAheadMs,
    ...changed,
  }));
const quote = (lifetimeMs = 900_000) =>
  answers(requestQuote, ({ body }: Sent) => ({
    id: QUOTE_ID,
    amount: (body as { token: string }).token === 'ETH' ? '0.400000000000000123' : '1000.000042',
    rate: '2500.00',
    expires: Date.now() + serverAheadMs + lifetimeMs,
    address: ADDRESS,
  }));
const confirming = (needed?: number) =>
  answers(verifyCrypto, {
    txHash: HASH,
    status: 'confirming',
    ...(needed === undefined ? { confirmations: 0 } : { confirmations: 1, needed }),
  });

async function open(...fakes: Parameters<typeof serve>) {
  const off = refuses(readCardEnvironment, 503, { message: 'Off' });
  const log = serve(...fakes, environment(), quote(), confirming(), off, ...server.fakes);
  await openDialog();
  // The first one reads the library of wallets, which is large.
  await screen.findByRole('region', { name: 'Wallet' }, { timeout: 20_000 });
  return log;
}
const region = (name: string) => within(screen.getByRole('region', { name }));
const connect = () =>
  userEvent
    .click(screen.getByRole('button', { name: 'Amber Wallet' }))
    .then(() => screen.findByRole('button', { name: 'Disconnect' }));
const chooseToken = (token: RegExp) => userEvent.click(screen.getByRole('radio', { name: token }));
const payButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^Pay( \$1,000\.00 in (ETH|USDT))?$/ });
const posted = (log: Sent[]) => log.filter(({ path }) => path.endsWith('/verify'));

/** Connected, with a price in a currency. */
async function prepare(token: RegExp, ...fakes: Parameters<typeof serve>) {
  const log = await open(...fakes);
  await connect();
  await chooseToken(token);
  await screen.findByRole('timer');
  return log;
}

describe('the signature', () => {
  const isSent = (log: Sent[]) => log.filter(({ path }) => path.endsWith('/sender'));
  const order = () =>
    wallet.requests
      .map(({ method }) => method)
      .filter((method) => method === 'personal_sign' || method === 'eth_sendTransaction');

  test('is asked for before the money is sent, with the reason, and goes to the server', async () => {
    wallet.answers.personal_sign = () => `0x${'12'.repeat(65)}`;
    const log = await prepare(/ETH/, answers(signSender, { message: 'Noted.' }));
    expect(screen.getByText(/so that we recognise your payment/)).toBeTruthy();
    await userEvent.click(payButton());
    await waitFor(() => expect(wallet.sent()).toHaveLength(1));
    expect(order()).toEqual(['personal_sign', 'eth_sendTransaction']);
    expect(isSent(log)[0]).toMatchObject({ body: { quoteId: QUOTE_ID } });
  });

  test('can be refused, and the payment goes on', async () => {
    wallet.answers.personal_sign = () => '0x';
    wallet.rejects('personal_sign');
    const log = await prepare(/USDT/);
    await userEvent.click(payButton());
    await waitFor(() => expect(wallet.sent()).toHaveLength(1));
    expect(isSent(log)).toEqual([]);
  });

  test('less than quoted has come: the page says what to send, and until when', async () => {
    const short = { received: '0.2', rest: '0.133', until: Date.UTC(2026, 10, 5, 14, 5) };
    await prepare(/ETH/, answers(verifyCrypto, { txHash: HASH, status: 'confirming', short }));
    await userEvent.click(payButton());
    expect(
      await screen.findByText(
        /^Received 0.2 ETH. Send 0.133 ETH more to the same address by 5 Nov 2026/,
      ),
    ).toBeTruthy();
  });
});

describe('the rest of a payment whose page was closed', () => {
  const short = (changes: object = {}) => ({
    ...attemptedOf('onetime', 'crypto', 'processing'),
    paymentStatus: 'confirming' as const,
    shortfall: {
      state: 'open',
      instalment: 1,
      quoteId: QUOTE_ID,
      token: 'ETH',
      received: '0.2',
      rest: '0.133',
      rate: '2500.00',
      address: ADDRESS,
      sender: ACCOUNT,
      until: new Date(Date.now() + 600_000).toISOString(),
      ...changes,
    },
  });
  async function openShort(changes: object = {}) {
    server.become(short(changes));
    const off = refuses(readCardEnvironment, 503, { message: 'Off' });
    const log = serve(environment(), quote(), confirming(), off, ...server.fakes);
    drawDialog();
    await screen.findByRole('region', { name: 'Wallet' }, { timeout: 20_000 });
    return log;
  }

  test('is sent from the connected wallet for the same quote, without another price', async () => {
    const log = await openShort();
    expect(screen.getByText(/^Received 0.2 ETH. Send 0.133 ETH more/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('tab')).toBeNull();
    await connect();
    await userEvent.click(screen.getByRole('button', { name: 'Send 0.133 ETH' }));
    expect(await screen.findByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
    expect(wallet.sent()[0]?.params?.[0]).toMatchObject({
      to: ADDRESS,
      value: `0x${133000000000000000n.toString(16)}`,
    });
    await waitFor(() => expect(posted(log)[0]?.body).toMatchObject({ quoteId: QUOTE_ID }));
    expect(log.filter(({ path }) => path.endsWith('/quote'))).toEqual([]);
  });

  test('is sent by hand from the wallet that has signed; without one it says who looks at it', async () => {
    await openShort();
    expect(screen.getAllByText('0.133 ETH').length).toBeGreaterThan(0);
    expect(screen.getByText(/from the same wallet: 0xf39F…2266/)).toBeTruthy();
    document.body.replaceChildren();
    pages += 1;
    await openShort({ sender: null });
    expect(screen.getByText(/A person matches it to your payment/)).toBeTruthy();
  });

  test('is still asked for when crypto was turned off meanwhile', async () => {
    server.become(short());
    const off = { message: 'Off' };
    serve(
      refuses(readCryptoEnvironment, 503, off),
      refuses(readCardEnvironment, 503, off),
      ...server.fakes,
    );
    drawDialog();
    expect(await screen.findByText(/^Received 0.2 ETH. Send 0.133 ETH more/)).toBeTruthy();
    expect(screen.getByText('0.133 ETH')).toBeTruthy();
    expect(screen.getByText(ADDRESS)).toBeTruthy();
    expect(screen.queryByText(/Crypto payments are not available/)).toBeNull();
  });

  test('is no longer asked for once its time is over', async () => {
    server.become(short({ state: 'over' }));
    serve(environment(), refuses(readCardEnvironment, 503, { message: 'Off' }), ...server.fakes);
    drawDialog();
    expect(await screen.findByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Wallet' })).toBeNull();
  });
});

describe('a wallet of the browser', () => {
  test('is offered by its name, connected, shown by its address, and disconnected', async () => {
    await open();
    await connect();
    const panel = region('Wallet');
    expect(panel.getByText('Amber Wallet')).toBeTruthy();
    expect(panel.getByText(`${ACCOUNT.slice(0, 6)}…${ACCOUNT.slice(-4)}`)).toBeTruthy();
    expect(panel.getByText('Network: Ethereum Mainnet')).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Amber Wallet' })).toBeTruthy();
  });

  test('that says no is no failure of the page: the list stays, with what happened', async () => {
    await open();
    wallet.rejects('wallet_requestPermissions');
    await userEvent.click(screen.getByRole('button', { name: 'Amber Wallet' }));
    expect((await region('Wallet').findByRole('alert')).textContent).toMatch(
      /^You declined the request/,
    );
    expect(screen.getByRole('button', { name: 'Amber Wallet' })).toBeTruthy();
  });

  test('that was connected before is connected again with the tab', async () => {
    await open();
    await connect();
    document.body.replaceChildren();
    pages += 1;
    await open();
    expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeTruthy();
  });

  test('comes after the currency, and after its amount and address once they are there', async () => {
    await open();
    const amber = () => screen.getByRole('button', { name: 'Amber Wallet' });
    const follows = (element: Element) =>
      element.compareDocumentPosition(amber()) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows(screen.getByRole('radio', { name: /^ETH/ }))).toBe(true);
    await chooseToken(/^ETH/);
    expect(follows(await screen.findByText('Send from any wallet'))).toBe(true);
    expect(screen.getByText('Or pay with a wallet:')).toBeTruthy();
  });

  test('that is missing is said until there is an amount to send by hand', async () => {
    wallet.remove();
    await open();
    expect(screen.getByText(/^No wallet was found in this browser/)).toBeTruthy();
    await chooseToken(/^ETH/);
    await screen.findByText('Send from any wallet');
    expect(screen.queryByText(/^No wallet was found in this browser/)).toBeNull();
    expect(screen.queryByRole('button', { name: /QR code/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /sandbox/ })).toBeNull();
  });

  test('of another device is offered where a project is configured, and the sandbox’s where there is one', async () => {
    wallet.remove();
    await open(
      environment({
        walletConnect: { projectId: 'project', relayUrl: null },
        testWalletUrl: 'http://127.0.0.1:7999/wallet.js',
      }),
    );
    expect(screen.getByRole('button', { name: 'Connect a wallet app' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Use the sandbox wallet' })).toBeTruthy();
    expect(screen.getByText('Sandbox: no real money moves.')).toBeTruthy();
  });

  test('can be connected before the currency is chosen', async () => {
    await open();
    expect(screen.getByText('1. Pay $1,000.00 in')).toBeTruthy();
    expect(screen.getByText('2. Then pay from any wallet, or connect one here:')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Amber Wallet' })).toBeTruthy();
    await chooseToken(/^ETH/);
    const next = await screen.findByText('Send from any wallet');
    expect(next.parentElement?.textContent).toBe('2. Send from any wallet');
  });
});

describe('on another network', () => {
  test('nothing can be paid, and a switch is offered that the wallet is asked for', async () => {
    await open();
    wallet.moveTo(11_155_111);
    await connect();
    await chooseToken(/^ETH/);
    await screen.findByRole('timer');
    expect(payButton().disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Switch to Ethereum Mainnet' }));
    expect(toasted()[0]).toBe('Switching Network');
    expect(await screen.findByText('Network: Ethereum Mainnet')).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  test('a switch that fails is to be made by hand', async () => {
    await open();
    wallet.moveTo(11_155_111);
    await connect();
    wallet.rejects('wallet_switchEthereumChain');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to Ethereum Mainnet' }));
    await waitFor(() =>
      expect(toasted()).toEqual([
        'Network Switch Failed',
        'Please switch manually to Ethereum Mainnet in your wallet.',
      ]),
    );
    expect(screen.getByRole('button', { name: 'Switch to Ethereum Mainnet' })).toBeTruthy();
  });
});

describe('the price', () => {
  test('is asked for with the currency, for the payment of the plan', async () => {
    const log = await open();
    await chooseToken(/^USDT/);
    expect(await region('Price in crypto').findByText('1000.000042 USDT')).toBeTruthy();
    await choose('Payment Plan');
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
    await screen.findByText('Payment 1 of 12');
    await chooseToken(/^ETH/);
    await screen.findByRole('timer');
    const asked = log.filter(({ path }) => path === '/api/payments/quote');
    expect(asked.map(({ body }) => body)).toEqual([
      {
        token: 'USDT',
        usdAmount: '1000.00',
        applicationId: DRAFT.id,
        plan: 'onetime',
        instalment: 1,
      },
      {
        token: 'ETH',
        usdAmount: '100.00',
        applicationId: DRAFT.id,
        plan: 'installment',
        instalment: 1,
      },
    ]);
  });

  test('of another currency takes the place of the first one, which cannot be used meanwhile', async () => {
    await open();
    await chooseToken(/^ETH/);
    const address = await screen.findByText(ADDRESS);
    const others = fetch;
    let answer: () => void = () => {};
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      await new Promise<void>((resolve) => void (answer = resolve));
      return others(...given);
    });
    await chooseToken(/^USDT/);
    expect(region('Price in crypto').getByRole('status').textContent).toBe('Loading the price...');
    expect(screen.getByText('≈ 0.400000 ETH')).toBeTruthy();
    expect(address.closest('[inert]')?.ariaBusy).toBe('true');
    await act(async () => answer());
    expect(await screen.findByText('1000.000042 USDT')).toBeTruthy();
    expect(screen.getByText(ADDRESS).closest('[inert]')).toBeNull();
    expect(screen.queryByText(/≈/)).toBeNull();
  });

  test.each([0, 3_600_000, -3_600_000])(
    'ends by the server’s clock (%i ms ahead): then nothing can be paid until a currency is chosen again',
    async (ahead) => {
      serverAheadMs = ahead;
      await open(quote(89_900));
      await connect();
      moveTimers();
      fireEvent.click(screen.getByRole('radio', { name: /^ETH/ }));
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByRole('timer').textContent).toMatch(/valid for another 1 min 30 s/);
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(screen.getByRole('timer').textContent).toMatch(/valid for another 1 min 00 s/);
      expect(screen.getByText('1 minute left at this price.')).toBeTruthy();
      expect(payButton().disabled).toBe(false);
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(payButton().disabled).toBe(true);
      expect(screen.queryByRole('timer')).toBeNull();
      expect(region('Price in crypto').getByRole('alert').textContent).toMatch(/^Quote Expired/);
      expect(toasted()[0]).toBe('Quote Expired');
      expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(
        false,
      );
      fireEvent.click(screen.getByRole('radio', { name: /^ETH/ }));
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(payButton().disabled).toBe(false);
      serverAheadMs = 0;
    },
  );

  test.each([
    ['a reason', { message: 'No sure price at the moment.' }, 'No sure price at the moment.'],
    ['no reason', {}, 'Failed to get price quote'],
  ])(
    'that cannot be had for %s is an error that leaves the choice',
    async (_why, body, sentence) => {
      await open(refuses(requestQuote, 503, body as { message: string }));
      await chooseToken(/^ETH/);
      const alert = await region('Price in crypto').findByRole('alert');
      expect(alert.textContent).toBe(`Quote Error${sentence}`);
      expect(toasted()).toEqual(['Quote Error', sentence]);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^ETH/ }).checked).toBe(false);
    },
  );
});

describe('a payment', () => {
  test('in ETH is sent to the address, and the hash reported before the network has answered', async () => {
    const log = await prepare(/^ETH/);
    await userEvent.click(payButton());
    expect(await screen.findByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
    const [sent] = wallet.sent();
    expect(sent?.params?.[0]).toMatchObject({
      from: ACCOUNT,
      to: ADDRESS,
      value: `0x${400000000000000123n.toString(16)}`,
    });
    await waitFor(() => expect(posted(log).length).toBeGreaterThan(0));
    expect(posted(log)[0]?.body).toEqual({
      txHash: HASH,
      token: 'ETH',
      amount: '0.400000000000000123',
      quoteId: QUOTE_ID,
    });
    expect(region('Confirmations').getByText(/^Sent\. Waiting for the network/)).toBeTruthy();
  });

  test('in USDT calls the token’s contract', async () => {
    await prepare(/^USDT/);
    await userEvent.click(payButton());
    await screen.findByRole('heading', { name: 'Payment Processing' });
    const [sent] = wallet.sent();
    const units = 1000000042n.toString(16).padStart(64, '0');
    expect(sent?.params?.[0]).toMatchObject({
      to: USDT,
      data: `0xa9059cbb${ADDRESS.slice(2).toLowerCase().padStart(64, '0')}${units}`,
    });
  });

  test('is confirmed step by step and then paid, as the server says', async () => {
    let verification: object = { txHash: HASH, status: 'confirming', confirmations: 1, needed: 12 };
    await prepare(
      /^ETH/,
      answers(verifyCrypto, () => verification),
    );
    moveTimers();
    fireEvent.click(payButton());
    await act(() => vi.advanceTimersByTimeAsync(100));
    const said = () => region('Confirmations').getByText(/Confirmations still needed/).textContent;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(said()).toBe('On the network. Confirmations still needed: about 12.');
    verification = { ...verification, confirmations: 9, needed: 4 };
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(said()).toBe('On the network. Confirmations still needed: about 4.');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([8, 12]);
    verification = { txHash: HASH, status: 'completed' };
    server.become(paidOf('onetime'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: /^Your purchase is complete/ })).toBeTruthy();
  });

  test('that the payer declines loses nothing and can be made again', async () => {
    const log = await prepare(/^ETH/);
    const again = wallet.rejects('eth_sendTransaction');
    await userEvent.click(payButton());
    const alert = await region('Payment').findByRole('alert');
    expect(alert.textContent).toBe(
      'Payment FailedYou declined the request in your wallet. Nothing was sent.',
    );
    expect(toasted()).toEqual([
      'Payment Failed',
      'ETH transaction failed. You declined the request in your wallet. Nothing was sent.',
    ]);
    expect(posted(log)).toEqual([]);
    again();
    await userEvent.click(payButton());
    expect(await screen.findByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
  });

  test.each([
    ['ETH', /^ETH/, 'eth_getBalance', '0x1'],
    ['USDT', /^USDT/, 'eth_call', `0x${'1'.padStart(64, '0')}`],
  ] as const)(
    'of more %s than the account holds is not asked for',
    async (_t, token, method, little) => {
      await prepare(token);
      wallet.answers[method] = () => little;
      await userEvent.click(payButton());
      expect((await region('Payment').findByRole('alert')).textContent).toMatch(
        /Your account does not hold enough for this amount/,
      );
      expect(wallet.sent()).toEqual([]);
    },
  );

  test('is made although no one can say what the account holds; the wallet has the last word', async () => {
    await prepare(/^ETH/);
    wallet.rejects('eth_getBalance', -32_603, 'The wallet cannot reach the network.');
    wallet.rejects('eth_sendTransaction', -32_603, 'The wallet cannot reach the network.');
    await userEvent.click(payButton());
    expect((await region('Payment').findByRole('alert')).textContent).toMatch(
      /The network could not be reached/,
    );
    expect(wallet.sent()).toHaveLength(1);
  });

  test('whose hash no one took is reported again until someone does', async () => {
    const nobody = {
      endpoint: verifyCrypto,
      reply: () => {
        throw new TypeError('Failed to fetch');
      },
    };
    const log = await prepare(/^ETH/, inTurn(nobody, nobody, nobody, confirming(3)));
    moveTimers();
    fireEvent.click(payButton());
    await act(() => vi.advanceTimersByTimeAsync(100));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('On the network. Confirmations still needed: about 3.')).toBeTruthy();
    expect(posted(log).length).toBeGreaterThan(3);
    expect(new Set(posted(log).map(({ body }) => (body as { txHash: string }).txHash))).toEqual(
      new Set([HASH]),
    );
  });

  test('that the server does not know for ours is said, and that nothing is lost', async () => {
    const log = await prepare(
      /^ETH/,
      refuses(verifyCrypto, 409, { message: 'This transaction does not match the quote.' }),
    );
    await userEvent.click(payButton());
    const alert = await region('Confirmations').findByRole('alert');
    expect(alert.textContent).toMatch(
      /^Payment verification failedThis transaction does not match the quote\.If your wallet shows/,
    );
    expect(toasted()[0]).toBe('Payment verification failed');
    expect(posted(log).length).toBeLessThanOrEqual(2);
  });

  test('that was replaced in the wallet is followed by its new hash', async () => {
    const other = `0x${'cd'.repeat(32)}`;
    const log = await prepare(/^ETH/);
    const transaction = (hash: string) => ({
      hash,
      from: ACCOUNT.toLowerCase(),
      to: ADDRESS.toLowerCase(),
      nonce: '0x7',
      value: `0x${400000000000000123n.toString(16)}`,
      input: '0x',
      gas: '0x5208',
      gasPrice: '0x1',
      type: '0x0',
      v: '0x1b',
      r: '0x1',
      s: '0x1',
      chainId: '0x1',
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    });
    const receipt = {
      transactionHash: other,
      blockHash: `0x${'11'.repeat(32)}`,
      blockNumber: '0x11',
      status: '0x1',
      logs: [],
      from: ACCOUNT,
      to: ADDRESS,
      cumulativeGasUsed: '0x1',
      gasUsed: '0x1',
      effectiveGasPrice: '0x1',
      transactionIndex: '0x0',
      type: '0x0',
      contractAddress: null,
    };
    let block = 16;
    Object.assign(wallet.answers, {
      eth_blockNumber: () => `0x${block.toString(16)}`,
      eth_getTransactionByHash: () => (block === 16 ? transaction(HASH) : null),
      eth_getTransactionReceipt: ([hash]: readonly unknown[]) => (hash === other ? receipt : null),
      eth_getBlockByNumber: () => ({
        number: '0x11',
        hash: `0x${'11'.repeat(32)}`,
        transactions: [transaction(other)],
        timestamp: '0x1',
        gasLimit: '0x1',
        gasUsed: '0x1',
        size: '0x1',
      }),
    });
    await userEvent.click(payButton());
    await screen.findByRole('heading', { name: 'Payment Processing' });
    await waitFor(() => expect(posted(log).length).toBeGreaterThan(0));
    block = 17;
    await waitFor(
      () =>
        expect(posted(log).map(({ body }) => (body as { txHash: string }).txHash)).toContain(other),
      { timeout: 15_000 },
    );
    expect(region('Confirmations').getByText('0xcdcd…cdcd')).toBeTruthy();
  });
});

describe('without a wallet at hand', () => {
  test('the address and the exact amount can be copied and scanned', async () => {
    wallet.remove();
    await open();
    await chooseToken(/^ETH/);
    const summary = await screen.findByText('Send from any wallet');
    const panel = within(summary.closest('details') as HTMLElement);
    expect((summary.closest('details') as HTMLDetailsElement).open).toBe(true);
    expect(region('Price in crypto').getByText('≈ 0.400000 ETH')).toBeTruthy();
    expect(panel.getByText('0.400').parentElement?.textContent).toBe('0.400000000000000123 ETH');
    expect(panel.getByText(ADDRESS)).toBeTruthy();
    expect(panel.getByRole('img', { name: 'QR code of the address and the amount' })).toBeTruthy();
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      clipboard: { writeText: async (text: string) => void written.push(text) },
    });
    await userEvent.click(panel.getByRole('button', { name: 'Copy Address' }));
    await waitFor(() => expect(toasted()[0]).toBe('Address Copied'));
    await userEvent.click(panel.getByRole('button', { name: 'Copy Exact amount in ETH' }));
    expect(written).toEqual([ADDRESS, '0.400000000000000123']);
  });

  test.each([
    [1, 'Ethereum Mainnet'],
    [11155111, 'Sepolia'],
  ])('the network of chain %i is named beside the amount', async (chainId, network) => {
    wallet.remove();
    await open(environment({ chainId }));
    await chooseToken(/^ETH/);
    expect(
      await screen.findByText(
        `Use ${network} only: money sent on another network is lost. Send exactly this amount in one payment: we recognise it by its last digits. If your exchange takes a fee, add it on top.`,
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/Sandbox/)).toBeNull();
  });

  test('the page learns from the server that the money is on its way', async () => {
    wallet.remove();
    await open();
    moveTimers();
    fireEvent.click(screen.getByRole('radio', { name: /^ETH/ }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Send from any wallet')).toBeTruthy();
    server.become(attemptedOf('onetime', 'crypto', 'processing'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
    server.become(paidOf('onetime'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: /^Your purchase is complete/ })).toBeTruthy();
  });
});

describe('the chain that pays', () => {
  test('when this page may not speak to it asks to load the page again', async () => {
    await open();
    const blockedURI = `http://127.0.0.1:${7000 + pages}/`;
    const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI });
    act(() => void document.dispatchEvent(violation));
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
    expect(screen.getByText(/^This page is out of date/)).toBeTruthy();
  });

  test('when it is off says so and asks for nothing', async () => {
    const off = refuses(readCardEnvironment, 503, { message: 'Off' });
    serve(refuses(readCryptoEnvironment, 503, { message: 'Off' }), off, ...server.fakes);
    await openDialog();
    expect(await screen.findByText(/^Crypto payments are not available/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('when it cannot be asked is asked again', async () => {
    const off = refuses(readCardEnvironment, 503, { message: 'Off' });
    const failing = refuses(readCryptoEnvironment, 500, { message: '' });
    serve(inTurn(failing, environment()), off, ...server.fakes);
    await openDialog();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Wallet' })).toBeTruthy();
  });
});
