import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultMode } from '../../../../../../sandbox/chain/faults.ts';
import { CONTRACTS, FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { minutes } from '../../../../../shared/time.ts';
import { outgoingMails } from '../../../../mail/queue/outgoing-mail.store.ts';
import { paymentMailJobs } from '../../../notifications/payment-mails.jobs.ts';
import { journal } from '../../../core/journal/journal.store.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { senderMessage, type Token, topUpMs } from '../crypto.rules.ts';
import { amountOf, unitsOf } from '../quotes/quote.rules.ts';
import type { ChainReviewRow } from '../review/chain-review.contract.ts';
import { findQuote } from '../quotes/quote.store.ts';
import { type ChainSite, newAddress, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

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
    expect(paid?.payments).toMatchObject([
      { status: 'succeeded', received: '1000.00', coins: `${quote.amount} ${token}` },
    ]);
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

/** What the emails about a part that is missing say; their job is run now. */
async function shortMails(payer: Visitor) {
  const [application] = await myApplications(payer);
  const payment = application?.payments[0];
  const job = paymentMailJobs.find(({ name }) => name === 'payment-short');
  await job?.handle({ id: payment?.id } as never, { context: site.context } as never);
  await job?.handle({ id: payment?.id } as never, { context: site.context } as never);
  const rows = await site.db.select().from(outgoingMails);
  return rows
    .filter(({ template }) => template === 'payment-short')
    .map(({ id, sealedProps }) =>
      JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps ?? '')),
    )
    .filter(({ reference }) => reference === application?.reference)
    .map(({ received, rest }) => ({ received, rest }));
}

const shortfallOf = async (payer: Visitor) => (await myApplications(payer))[0]?.shortfall;

test.each(['ETH', 'USDT'] as const)(
  'a payer who has closed the page sees what has come in %s, what is missing, where and until when',
  async (token) => {
    await site.configure();
    const payer = await site.payer();
    const quote = await quoteOf(payer, token);
    expect(await shortfallOf(payer)).toBeUndefined();
    await sign(payer, quote);
    const rest = unitsIn(quote, token) / 3n;
    await payAndFinish(quote, token, unitsIn(quote, token) - rest);
    const shown = await shortfallOf(payer);
    expect(shown).toMatchObject({
      state: 'open',
      instalment: 1,
      quoteId: quote.id,
      received: amountOf(unitsIn(quote, token) - rest, token),
      rest: amountOf(rest, token),
      address: quote.address,
      sender: await site.chain.account(0),
    });
    expect(Date.parse(String(shown?.until))).toBeGreaterThan(quote.expires);
    expect(await shortMails(payer)).toEqual([
      { received: `${shown?.received} ${token}`, rest: `${shown?.rest} ${token}` },
    ]);
    await payAndFinish(quote, token, rest);
    expect(await shortfallOf(payer)).toBeUndefined();
    expect(await paymentStatus(payer)).toBe('completed');
  },
);

test('the rest of a plan at once is one quote, which completes it', async () => {
  await site.configure();
  const payer = await site.payer('installment');
  const asked = { usdAmount: '100.00', plan: 'installment' };
  const first = await quoteOf(payer, 'USDT', asked);
  await payAndFinish(first, 'USDT', unitsIn(first, 'USDT'));
  const path = `/api/applications/${payer.applicationId}/pay-off`;
  expect((await payer.post(path)).status).toBe(200);
  const rest = await quoteOf(payer, 'USDT', asked);
  expect(Math.round(Number(rest.amount))).toBe(1100);
  await payAndFinish(rest, 'USDT', unitsIn(rest, 'USDT'));
  expect((await myApplications(payer))[0]).toMatchObject({
    paymentStatus: 'completed',
    receivedAmount: '1200.00',
  });
});

test('when the time for the rest is over, it is said, and the rest is quoted anew and paid', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  await sign(payer, quote);
  await payAndFinish(quote, 'USDT', 600_000_000n);
  await site.checkout.advance(topUpMs + minutes(3));
  expect(await shortfallOf(payer)).toMatchObject({ state: 'over', received: '600' });
  await site.checkout.mine();
  expect(await shortfallOf(payer)).toBeUndefined();
  const [short] = await myApplications(payer);
  const rest = Number(short?.instalments[0]?.rest);
  expect(rest).toBeGreaterThan(399);
  expect(rest).toBeLessThan(401);
  const again = await quoteOf(payer, 'USDT', { usdAmount: short?.instalments[0]?.rest });
  await payAndFinish(again, 'USDT', unitsIn(again, 'USDT'));
  expect(await paymentStatus(payer)).toBe('completed');
});

test('what came too late and is less than quoted is shown as in review until it is decided', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  await sign(payer, quote);
  await site.checkout.advance(minutes(20));
  await payAndFinish(quote, 'USDT', 600_000_000n);
  expect(await site.checkout.reviews(quote.address)).toEqual(['late']);
  expect(await shortfallOf(payer)).toMatchObject({ state: 'in_review', received: '600' });
  await site.login();
  const list = '/api/admin/payments/chain-review';
  const rows = (await site.admin.get(list)).body as ChainReviewRow[];
  const id = rows.find(({ to }) => to === quote.address.toLowerCase())?.id;
  await site.admin.post(`${list}/${id}/dismiss`, { reason: 'Sent back.' });
  expect(await shortfallOf(payer)).toBeUndefined();
});

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

describe('a wallet that is a contract', () => {
  const address = CONTRACTS.smartWallet;
  /** Posts a signature of the n-th account as that of a contract, through nodes with a fault. */
  async function signAs(
    payer: Visitor,
    quote: Quote,
    { from = 0, as = address as string, fault = 'none' as FaultMode, node = 0 } = {},
  ) {
    const signature = await site.chain.sign(senderMessage(quote.id), { from });
    await site.chain.fail(fault, node === 1 || node === 2 ? { node } : {});
    const body = { quoteId: quote.id, address: as, signature };
    const answer = await payer.post('/api/payments/crypto/sender', body);
    await site.chain.fail('none');
    return answer;
  }
  async function payFrom(quote: Quote, token: Token, units: bigint) {
    const txHash = await site.chain.payByContract([{ token, to: quote.address, units }]);
    await site.checkout.mine(1 + FINAL_BLOCKS);
    return txHash;
  }
  /** A payer with a price, beside another one at the same address. */
  async function quoted(token: Token) {
    await site.configure();
    const [payer, other] = [await site.payer(), await site.payer()];
    const quote = await quoteOf(payer, token);
    await quoteOf(other, token);
    return { payer, quote };
  }

  test('signs by its owner (EIP-1271): another amount counts for its quote, and the rest pays it', async () => {
    const { payer, quote } = await quoted('USDT');
    expect((await signAs(payer, quote)).status).toBe(200);
    await payFrom(quote, 'USDT', 600_000_000n);
    expect(await shortfallOf(payer)).toMatchObject({ state: 'open', received: '600' });
    expect((await shortfallOf(payer))?.sender?.toLowerCase()).toBe(address.toLowerCase());
    await payFrom(quote, 'USDT', unitsIn(quote, 'USDT') - 600_000_000n);
    expect(await paymentStatus(payer)).toBe('completed');
  });

  test('that says no, or cannot be asked at all, binds nothing', async () => {
    const { payer, quote } = await quoted('USDT');
    // Another key than its owner's, and contracts and addresses that know of no signatures.
    expect((await signAs(payer, quote, { from: 1 })).status).toBe(409);
    expect((await signAs(payer, quote, { as: CONTRACTS.usdt })).status).toBe(409);
    expect((await signAs(payer, quote, { as: newAddress() })).status).toBe(409);
    await payFrom(quote, 'USDT', 600_000_000n);
    expect(await site.checkout.reviews(quote.address)).toEqual(['unmatched']);
    expect(await paymentStatus(payer)).toBe('pending');
  });

  test.each([
    ['both nodes are down', { fault: 'down' }],
    ['one of the two nodes is down', { fault: 'down', node: 1 }],
    ['no node can run it', { fault: 'no-calls' }],
    ['one node cannot run it', { fault: 'no-calls', node: 2 }],
  ] as const)('is neither believed nor refused while %s', async (_when, nodes) => {
    const { payer, quote } = await quoted('USDT');
    expect((await signAs(payer, quote, nodes)).status).toBe(503);
    expect((await signAs(payer, quote, { ...nodes, from: 1 })).status).toBe(503);
    expect((await findQuote(site.db, quote.id))?.sender).toBeNull();
    expect((await signAs(payer, quote)).status).toBe(200);
  });

  test('is not believed when a single node says yes', async () => {
    const { payer, quote } = await quoted('USDT');
    const lying = { from: 1, fault: 'agreeable', node: 1 } as const;
    expect((await signAs(payer, quote, lying)).status).toBe(503);
    expect((await findQuote(site.db, quote.id))?.sender).toBeNull();
  });
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
