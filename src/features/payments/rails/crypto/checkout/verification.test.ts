import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS, FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { closeWithBalancedLedger, claim, myApplications, person } from '../../../core/testing.ts';
import { receiptName } from '../../../core/payment-labels.rules.ts';
import { loadReceipt, receiptKey } from '../../../core/receipts/receipt.service.ts';
import { listReceiptsOf } from '../../../core/receipts/receipt.store.ts';
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import type { Quote } from './crypto.contract.ts';
import { checkSubmittedTransaction, scanOnce } from '../watch/watch.service.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { findQuote } from '../quotes/quote.store.ts';
import { type ChainSite, newAddress, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));
afterEach(async () => {
  await site.chain.fail('none');
});

const UNKNOWN = `0x${'ab'.repeat(32)}`;
const verify = (visitor: Visitor, quote: Quote, txHash: unknown, more: object = {}) =>
  visitor.post('/api/payments/crypto/verify', {
    txHash,
    token: 'ETH',
    amount: quote.amount,
    quoteId: quote.id,
    ...more,
  });
const wei = (quote: Quote) => unitsOf(quote.amount, 'ETH') as bigint;
const scan = () => scanOnce(site.context);

test('a transaction that is in a block is confirming, with its blocks counted, and completed once it is final', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  const txHash = await site.chain.payEth(quote.address, wei(quote));
  expect((await verify(payer, quote, txHash)).body).toEqual({
    txHash,
    status: 'confirming',
    confirmations: 0,
  });
  await site.checkout.mine(3);
  const { body } = await verify(payer, quote, txHash);
  expect(body).toEqual({
    txHash,
    status: 'confirming',
    confirmations: 3,
    needed: FINAL_BLOCKS - 2,
  });
  expect(await paymentStatus(payer)).toBe('confirming');
  const [seen] = await myApplications(payer);
  expect(seen?.applicationStatus).toBe('submitted');
  await site.checkout.mine(FINAL_BLOCKS);
  expect((await verify(payer, quote, txHash)).body).toEqual({ txHash, status: 'completed' });
  const [paid] = await myApplications(payer);
  expect(paid).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1000.00' });
  expect(paid?.payments[0]).toMatchObject({ method: 'crypto', status: 'succeeded', flag: 'none' });
  // The receipt names the token and the transaction.
  const [issued] = await listReceiptsOf(site.db, paid!.id);
  const shown = await loadReceipt(site.context, {
    name: receiptName(issued!.receipt.number),
    key: receiptKey(site.context, issued!.receipt),
    cookies: {},
    user: undefined,
  });
  expect(shown?.receipt).toMatchObject({ method: 'ETH', isOnChain: true, railReference: txHash });
});

test('a hash in capitals is taken as what it is', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  const { status, body } = await verify(payer, quote, `0x${'AB'.repeat(32)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ txHash: UNKNOWN, status: 'confirming' });
  expect((await findQuote(site.db, quote.id))?.txHash).toBe(UNKNOWN);
});

test('what is no hash is refused, and nothing is written', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  const wrong = [
    '',
    '0x',
    'ab'.repeat(32),
    `0x${'ab'.repeat(31)}`,
    `0x${'zz'.repeat(32)}`,
    `0X${'ab'.repeat(32)}`,
    7,
    null,
  ];
  for (const txHash of wrong) expect((await verify(payer, quote, txHash)).status).toBe(400);
  for (const more of [
    { token: 'BTC' },
    { amount: 'all of it' },
    { amount: -1 },
    { quoteId: 'mine' },
  ])
    expect((await verify(payer, quote, UNKNOWN, more)).status).toBe(400);
  expect((await findQuote(site.db, quote.id))?.txHash).toBeNull();
});

test('a browser without the quote gets the answer that there is none, and changes nothing', async () => {
  const [payer, other] = [await site.payer(), await site.payer()];
  const quote = await quoteOf(payer, 'ETH');
  const txHash = await site.chain.payEth(quote.address, wei(quote));
  for (const visitor of [site.visitor(), other]) {
    expect((await verify(visitor, quote, txHash)).status).toBe(404);
    expect((await verify(visitor, quote, txHash, { quoteId: undefined })).status).toBe(404);
  }
  expect((await verify(payer, quote, txHash, { quoteId: crypto.randomUUID() })).status).toBe(404);
  expect((await findQuote(site.db, quote.id))?.txHash).toBeNull();
});

test('without the quote’s id the amount finds it, and a rounded number the latest in the token', async () => {
  const payer = await site.payer();
  const [first, second] = [await quoteOf(payer, 'ETH'), await quoteOf(payer, 'ETH')];
  await verify(payer, first, UNKNOWN, { quoteId: undefined });
  expect((await findQuote(site.db, first.id))?.txHash).toBe(UNKNOWN);
  const rounded = Number(Number(second.amount).toFixed(4));
  await verify(payer, second, UNKNOWN, { quoteId: undefined, amount: rounded });
  expect((await findQuote(site.db, second.id))?.txHash).toBe(UNKNOWN);
  expect((await verify(payer, first, UNKNOWN, { quoteId: undefined, token: 'USDT' })).status).toBe(
    404,
  );
  expect((await verify(payer, first, UNKNOWN, { quoteId: undefined, amount: 1e-7 })).status).toBe(
    200,
  );
});

test('a transaction that pays something else is refused, and nothing is written', async () => {
  await site.configure();
  const [payer, other] = [await site.payer(), await site.payer()];
  const [quote, others] = [await quoteOf(payer, 'ETH'), await quoteOf(other, 'ETH')];
  const wrong = [
    await site.chain.payEth(newAddress(), wei(quote)),
    await site.chain.payEth(quote.address, wei(others)),
    await site.chain.payEth(quote.address, wei(quote) - 1n),
    await site.chain.payUsdt(quote.address, 1_000_000_000n),
    await site.chain.payEth(CONTRACTS.usdt, wei(quote)),
  ];
  await site.checkout.mine();
  for (const txHash of wrong) expect((await verify(payer, quote, txHash)).status).toBe(409);
  expect((await verify(payer, quote, UNKNOWN, { token: 'USDT' })).status).toBe(409);
  expect((await findQuote(site.db, quote.id))?.txHash).toBeNull();
  expect(await paymentStatus(payer)).toBe('pending');
});

test.each(['down', 'busy', 'wrong-chain'] as const)(
  'while the node is %s nothing is known, and the hash is kept for later',
  async (fault) => {
    const payer = await site.payer();
    const quote = await quoteOf(payer, 'ETH');
    const txHash = await site.chain.payEth(quote.address, wei(quote));
    await site.chain.fail(fault);
    const { status, body } = await verify(payer, quote, txHash);
    expect(status).toBe(200);
    expect(body).toEqual({ txHash, status: 'confirming', confirmations: 0 });
    await expect(scan()).rejects.toThrow(/No node/);
    expect(await paymentStatus(payer)).toBe('pending');
    await site.chain.fail('none');
    await site.checkout.mine(1);
    expect(await paymentStatus(payer)).toBe('confirming');
  },
);

test('an older quote of the same payment goes on being watched', async () => {
  const payer = await site.payer();
  const [older, newer] = [await quoteOf(payer, 'ETH'), await quoteOf(payer, 'ETH')];
  expect(older.amount).not.toBe(newer.amount);
  await site.chain.payEth(older.address, wei(older));
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await paymentStatus(payer)).toBe('completed');
});

test('while money is confirmed no other quote is given', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.chain.payEth(quote.address, wei(quote));
  await site.checkout.mine();
  const again = { token: 'ETH', usdAmount: '1000.00' };
  expect((await payer.post('/api/payments/quote', again)).status).toBe(409);
});

test('money for a payment that was left for a card comes back to crypto', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  const before = (await myApplications(payer))[0]?.payments[0]?.id;
  await site.turnTo('paypal', payer.applicationId);
  expect((await myApplications(payer))[0]?.payments.find(({ id }) => id === before)?.status).toBe(
    'cancelled',
  );
  await site.chain.payEth(quote.address, wei(quote));
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await paymentStatus(payer)).toBe('completed');
  expect(
    (await myApplications(payer))[0]?.payments.map(({ method, status }) => [method, status]),
  ).toEqual([
    ['crypto', 'cancelled'],
    ['paypal', 'cancelled'],
    ['crypto', 'succeeded'],
  ]);
});

test('money for an instalment whose transfer is being checked waits for a person', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await payer.post('/payment/submit', claim('ZX-1', { person: person() }));
  await site.chain.payEth(quote.address, wei(quote));
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await paymentStatus(payer)).toBe('awaiting_verification');
  expect(await site.checkout.reviews(quote.address)).toEqual(['closed']);
});

describe('ETH through a contract, where one of two nodes does not trace', () => {
  test('needs review', async () => {
    await site.configure();
    const payer = await site.payer();
    const quote = await quoteOf(payer, 'ETH');
    const node = await openBlindNode(site.sandbox.chain.rpcUrl);
    const txHash = await site.chain.payByContract([
      { token: 'ETH', to: quote.address, units: wei(quote) },
    ]);
    await site.checkout.mine();
    const context = {
      ...site.context,
      externalServices: site.checkout.outsideWith([node.url, site.sandbox.chain.rpcUrl]),
    };
    expect((await verify(payer, quote, txHash)).status).toBe(200);
    await checkSubmittedTransaction(context, quote.id);
    await node.close();
    expect(await site.checkout.reviews(quote.address)).toEqual(['opaque']);
    expect(await paymentStatus(payer)).toBe('pending');
    expect(await listTransfersOfHash(site.db, 1, txHash)).toMatchObject([{ quoteId: quote.id }]);
  });
});

/** A node that refuses to trace, as most public ones do. */
async function openBlindNode(rpcUrl: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    response.setHeader('content-type', 'application/json');
    if (method.startsWith('debug_')) {
      const error = { code: -32601, message: `the method ${method} does not exist` };
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    const headers = { 'content-type': 'application/json' };
    response.end(await (await fetch(rpcUrl, { method: 'POST', headers, body })).text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
