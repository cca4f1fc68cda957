import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { minutes } from '../../../../../shared/time.ts';
import { journal } from '../../../core/journal/journal.store.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { senderMessage, type Token, topUpMs } from '../crypto.rules.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

// Decision 0027.

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const unitsIn = (quote: Quote, token: Token) => unitsOf(quote.amount, token) as bigint;

/** The n-th account signs what the page shows to it. */
async function sign(
  payer: Visitor,
  quote: Quote,
  { from = 0, claimed = from }: { from?: number; claimed?: number } = {},
) {
  return payer.post('/api/payments/crypto/sender', {
    quoteId: quote.id,
    address: await site.chain.account(claimed),
    signature: await site.chain.sign(senderMessage(quote.id), { from }),
  });
}

const pay = (quote: Quote, token: Token, units: bigint) =>
  token === 'ETH'
    ? site.chain.payEth(quote.address, units)
    : site.chain.payUsdt(quote.address, units);

async function payAndFinish(quote: Quote, token: Token, units: bigint) {
  const txHash = await pay(quote, token, units);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  return txHash;
}

test.each(['ETH', 'USDT'] as const)(
  'less %s than quoted waits for the rest while other quotes are open, and is recorded once',
  async (token) => {
    await site.configure();
    const [payer, other] = [await site.payer(), await site.payer()];
    const quote = await quoteOf(payer, token);
    await quoteOf(other, token);
    expect((await sign(payer, quote)).status).toBe(200);
    const part = (unitsIn(quote, token) * 3n) / 5n;
    const txHash = await payAndFinish(quote, token, part);
    const body = { txHash, token, amount: quote.amount, quoteId: quote.id };
    expect((await payer.post('/api/payments/crypto/verify', body)).status).toBe(200);
    expect(await paymentStatus(payer)).toBe('confirming');
    await site.checkout.advance(minutes(50));
    await payAndFinish(quote, token, unitsIn(quote, token) - part);
    const [paid] = await myApplications(payer);
    expect(paid).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1000.00' });
    expect(paid?.payments).toMatchObject([{ status: 'succeeded', received: '1000.00' }]);
    expect(await paymentStatus(other)).toBe('pending');
    const rows = (await site.db.select().from(journal)).filter(
      ({ paymentId }) => paymentId === paid?.payments[0]?.id,
    );
    expect(rows.map(({ kind, asset }) => [kind, asset]).toSorted()).toEqual([
      ['exchange', token],
      ['exchange', token],
      ['received', 'USD'],
    ]);
  },
);

test.each(['ETH', 'USDT'] as const)(
  'one unit of %s less than quoted is short, and the last cent is asked for',
  async (token) => {
    await site.configure();
    const payer = await site.payer();
    const quote = await quoteOf(payer, token);
    await sign(payer, quote);
    await payAndFinish(quote, token, unitsIn(quote, token) - 1n);
    expect(await paymentStatus(payer)).toBe('confirming');
    await site.checkout.advance(topUpMs + minutes(3));
    await site.checkout.mine();
    const [short] = await myApplications(payer);
    expect(short).toMatchObject({ paymentStatus: 'partially_paid', receivedAmount: '999.99' });
    expect(short?.instalments[0]?.rest).toBe('0.01');
  },
);

test('more than quoted is taken from a sender that has signed, while other quotes are open', async () => {
  await site.configure();
  const [payer, other] = [await site.payer(), await site.payer()];
  const quote = await quoteOf(payer, 'USDT');
  await quoteOf(other, 'USDT');
  await sign(payer, quote);
  await payAndFinish(quote, 'USDT', 1_600_000_000n);
  const [paid] = await myApplications(payer);
  expect(paid).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1600.00' });
  expect(paid?.payments[0]?.flag).toBe('over');
});

test('an address that has signed quotes of two payments is left to an administrator', async () => {
  await site.configure();
  const [one, two] = [await site.payer(), await site.payer()];
  const quotes = [await quoteOf(one, 'USDT'), await quoteOf(two, 'USDT')] as const;
  await sign(one, quotes[0]);
  await sign(two, quotes[1]);
  await payAndFinish(quotes[0], 'USDT', 5_000_000n);
  expect(await site.checkout.reviews(quotes[0].address)).toEqual(['unmatched']);
  // An exact amount is certain all the same.
  await payAndFinish(quotes[1], 'USDT', unitsIn(quotes[1], 'USDT'));
  expect([await paymentStatus(one), await paymentStatus(two)]).toEqual(['pending', 'completed']);
});

test('a signature of another wallet, for another quote or of another browser is refused', async () => {
  const [payer, other] = [await site.payer(), await site.payer()];
  const [quote, foreign] = [await quoteOf(payer, 'ETH'), await quoteOf(other, 'ETH')];
  expect((await sign(payer, quote, { from: 1, claimed: 0 })).status).toBe(409);
  const address = await site.chain.account(0);
  const signature = await site.chain.sign(senderMessage(foreign.id));
  const path = '/api/payments/crypto/sender';
  expect((await payer.post(path, { quoteId: quote.id, address, signature })).status).toBe(409);
  expect((await payer.post(path, { quoteId: foreign.id, address, signature })).status).toBe(404);
  expect((await payer.post(path, { quoteId: quote.id, address, signature: '0x' })).status).toBe(
    400,
  );
});
