import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { closeWithBalancedLedger } from '../../../core/testing.ts';
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import type { Token } from '../crypto.rules.ts';
import { checkSubmittedTransaction, scanOnce } from './watch.service.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { setQuote } from '../quotes/quote.store.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const unitsIn = (quote: Quote, token: Token) => unitsOf(quote.amount, token) as bigint;
const verify = (visitor: Visitor, quote: Quote, token: Token, txHash: string) =>
  visitor.post('/api/payments/crypto/verify', {
    txHash,
    token,
    amount: quote.amount,
    quoteId: quote.id,
  });
/** A payer with a quote for an address of their own, and what a smart wallet sends for it. */
async function quoted(token: Token) {
  const payer = await site.payer();
  const quote = await quoteOf(payer, token);
  return { payer, quote, leg: { token, to: quote.address, units: unitsIn(quote, token) } };
}

describe.each([
  ['in JSON', 200, { code: -32601, message: 'the method does not exist' }],
  ['with 403 and a page', 403, undefined],
])('where the node refuses to trace %s', (_, status, error) => {
  test('ETH through a contract needs review, also when it was submitted before its block', async () => {
    await site.configure();
    const { payer, quote, leg } = await quoted('ETH');
    const node = await openBlindNode(site.sandbox.chain.rpcUrl, status, error);
    const context = {
      ...site.context,
      externalServices: site.checkout.outsideWith([node.url, node.url]),
    };
    const txHash = await site.chain.payByContract([leg]);
    expect((await verify(payer, quote, 'ETH', txHash)).status).toBe(200);
    await checkSubmittedTransaction(context, quote.id);
    expect(await listTransfersOfHash(site.db, 1, txHash)).toEqual([]);
    await site.chain.mine(1 + FINAL_BLOCKS);
    await scanOnce(context);
    await scanOnce(context);
    await node.close();
    expect(await listTransfersOfHash(site.db, 1, txHash)).toMatchObject([
      { state: 'review', reviewReason: 'opaque', quoteId: quote.id, paymentId: null },
    ]);
    expect(await paymentStatus(payer)).toBe('pending');
  });

  test('who names a stranger’s transaction takes nothing that it brought the stranger', async () => {
    await site.configure();
    const [victim, attacker] = [await quoted('USDT'), await quoted('ETH')];
    const node = await openBlindNode(site.sandbox.chain.rpcUrl, status, error);
    const context = {
      ...site.context,
      externalServices: site.checkout.outsideWith([node.url, node.url]),
    };
    const txHash = await site.chain.payByContract([victim.leg]);
    await site.chain.mine();
    await scanOnce(context);
    expect(await paymentStatus(victim.payer)).toBe('confirming');
    // What verifying it writes down where the site asks this node.
    await setQuote(site.db, attacker.quote.id, { txHash });
    await checkSubmittedTransaction(context, attacker.quote.id);
    expect(await site.checkout.reviews(attacker.quote.address)).toEqual(['opaque']);
    await site.chain.mine(FINAL_BLOCKS);
    await scanOnce(context);
    await node.close();
    expect(await paymentStatus(victim.payer)).toBe('completed');
    expect(await paymentStatus(attacker.payer)).toBe('pending');
  });
});

test('a payer who sends twice loses nothing to anyone who names the second transaction', async () => {
  await site.configure();
  const [payer, attacker] = [await quoted('ETH'), await quoted('ETH')];
  await site.chain.payEth(payer.quote.address, payer.leg.units);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await paymentStatus(payer.payer)).toBe('completed');
  const second = await site.chain.payEth(payer.quote.address, payer.leg.units);
  await site.checkout.mine();
  expect((await verify(attacker.payer, attacker.quote, 'ETH', second)).status).toBe(409);
  await checkSubmittedTransaction(site.context, attacker.quote.id);
  await site.checkout.mine(FINAL_BLOCKS);
  expect(await paymentStatus(attacker.payer)).toBe('pending');
  expect(await site.checkout.reviews(payer.quote.address)).toEqual(['unmatched']);
});

test('a transfer found later in a transaction that was recorded before is recorded too', async () => {
  await site.configure();
  const [first, second] = [await quoted('USDT'), await quoted('ETH')];
  const txHash = await site.chain.payByContract([first.leg, second.leg]);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await paymentStatus(first.payer)).toBe('completed');
  expect((await verify(second.payer, second.quote, 'ETH', txHash)).status).toBe(200);
  await checkSubmittedTransaction(site.context, second.quote.id);
  await site.checkout.mine();
  expect(await paymentStatus(second.payer)).toBe('completed');
  const [one] = await site.checkout.attempts(first.payer);
  const [other] = await site.checkout.attempts(second.payer);
  expect([one?.railReference, other?.railReference]).toEqual([txHash, `${txHash}:-2`]);
});

/** A node that traces nothing: it answers such calls with this status and error, all others as the chain does. */
async function openBlindNode(rpcUrl: string, status: number, error: object | undefined) {
  const headers = { 'content-type': 'application/json' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    if (method.startsWith('debug_')) {
      response.statusCode = status;
      return void response.end(
        error ? JSON.stringify({ jsonrpc: '2.0', id, error }) : '<h1>Forbidden</h1>',
      );
    }
    response.end(await (await fetch(rpcUrl, { method: 'POST', headers, body })).text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
