import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { auditLog } from '../../../../../server/audit.store.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { minutes } from '../../../../../shared/time.ts';
import { siteSettings } from '../../../../maintenance/site.store.ts';
import type { ReviewItem } from '../../../admin/review/review.contract.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { topUpMs } from '../crypto.rules.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';
import type { ChainInstalments, ChainReviewRow } from './chain-review.contract.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const LIST = '/api/admin/payments/chain-review';
const unitsIn = (quote: Quote) => unitsOf(quote.amount, 'USDT') as bigint;
const match = (id: string, quoteId: string, more: object = {}) =>
  site.admin.post(`${LIST}/${id}/match`, { quoteId, ...more });
const shortfallOf = async (payer: Visitor) => (await myApplications(payer))[0]?.shortfall;
async function rowOf(txHash: string) {
  const rows = (await site.admin.get(LIST)).body as ChainReviewRow[];
  const row = rows.find((one) => one.txHash === txHash);
  if (!row) throw new Error('Not in the list.');
  return row;
}

/** Two payers have a price at one address; the account that sends has signed neither. */
async function quoted() {
  await site.configure();
  await site.login();
  const [payer, other] = [await site.payer(), await site.payer()];
  const [quote, others] = [await quoteOf(payer, 'USDT'), await quoteOf(other, 'USDT')];
  return { payer, other, quote, others };
}
async function send(quote: Quote, units: bigint, from = 0) {
  const txHash = await site.chain.payUsdt(quote.address, units, { from });
  await site.checkout.mine(1 + FINAL_BLOCKS);
  return txHash;
}

test('two odd amounts of unknown senders, assigned to one quote, pay it together while other quotes are open', async () => {
  const { payer, other, quote } = await quoted();
  const first = await rowOf(await send(quote, 600_000_000n));
  expect(first).toMatchObject({ reason: 'unmatched', amount: '600' });
  const suggested = first.quotes.find(({ id }) => id === quote.id);
  expect(suggested).toMatchObject({
    amount: quote.amount,
    received: '0',
    canTake: true,
    surplus: null,
  });
  const { status, body } = await match(first.id, quote.id);
  expect(status).toBe(200);
  const [application] = await myApplications(payer);
  const reference = application?.reference;
  expect(body).toEqual({
    message: `Assigned to ${reference}: 600 USDT of ${quote.amount} USDT received.`,
  });
  expect(application?.paymentStatus).toBe('confirming');
  expect(application?.shortfall).toMatchObject({ state: 'open', received: '600', sender: null });

  const second = await rowOf(await send(quote, unitsIn(quote) - 600_000_000n, 1));
  expect(second.quotes.find(({ id }) => id === quote.id)).toMatchObject({ received: '600' });
  expect((await match(second.id, quote.id)).status).toBe(200);
  await site.checkout.mine();
  const [paid] = await myApplications(payer);
  expect(paid).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1000.00' });
  expect(paid?.payments).toMatchObject([{ status: 'succeeded', received: '1000.00' }]);
  expect(await paymentStatus(other)).toBe('pending');
  expect(await site.db.select().from(auditLog).where(eq(auditLog.subject, first.id))).toMatchObject(
    [{ action: 'chain_receipt.matched', after: { quoteId: quote.id, reference } }],
  );
  expect((await match(first.id, quote.id)).status).toBe(409);
});

test('above the owners’ sum it is assigned once a second administrator approves it, with what came before', async () => {
  const { payer, quote } = await quoted();
  const asker = await site.loggedIn('finance');
  const [first, second] = [
    await rowOf(await send(quote, 600_000_000n)),
    await rowOf(await send(quote, unitsIn(quote) - 600_000_000n, 1)),
  ];
  const ask = (id: string) => asker.post(`${LIST}/${id}/match`, { quoteId: quote.id });
  await site.admin.put('/api/admin/payments/approval-sum', { sum: '700.00' });
  expect((await ask(first.id)).status).toBe(200);
  const answer = await ask(second.id);
  expect([answer.status, answer.body]).toMatchObject([202, { isWaiting: true }]);
  expect((await rowOf(second.txHash)).id).toBe(second.id);
  const { body } = await site.admin.get('/api/admin/payments/review?limit=200');
  const waiting = (body as ReviewItem[]).find(({ kind }) => kind === 'approval');
  expect(waiting?.approval).toMatchObject({ action: 'matchOnChainTransfer', target: second.id });
  const approve = (by: Visitor) => by.post(`/api/admin/approvals/${waiting?.id}/approve`);
  expect((await approve(asker)).status).toBe(403);
  expect((await approve(site.admin)).status).toBe(200);
  await site.checkout.mine();
  expect(await paymentStatus(payer)).toBe('completed');
  await site.db.delete(siteSettings).where(eq(siteSettings.name, 'approval-sum'));
});

test('more than quoted, assigned to its quote, is recorded and flagged once it is meant', async () => {
  const { payer, quote } = await quoted();
  const { id, txHash, quotes } = await rowOf(await send(quote, 1_600_000_000n));
  const shown = quotes.find((one) => one.id === quote.id);
  expect(shown).toMatchObject({ instalment: 1, of: 1, surplus: '600.00' });
  const refused = await match(id, quote.id);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    message: expect.stringMatching(/^You confirm \$1,600\.00\. Due: \$1,000\.00\.$/),
    reason: 'difference',
    over: '600.00',
    applicationId: payer.applicationId,
  });
  expect(refused.body).not.toHaveProperty('creditable');
  expect(await paymentStatus(payer)).toBe('pending');
  expect((await rowOf(txHash)).reason).toBe('unmatched');
  expect((await match(id, quote.id, { acceptDifference: true })).body).toMatchObject({
    message: expect.stringMatching(/^\$1,[56]\d\d\.\d\d recorded for PX-/),
  });
  const [paid] = await myApplications(payer);
  expect(paid?.paymentStatus).toBe('completed');
  expect(paid?.payments[0]?.flag).toBe('over');
});

test('what came beyond an instalment counts for the next ones where that is chosen', async () => {
  await site.configure();
  await site.login();
  const payer = await site.payer('installment');
  const quote = await quoteOf(payer, 'USDT', { usdAmount: '100.00', plan: 'installment' });
  const { id } = await rowOf(await send(quote, 250_000_000n));
  expect((await match(id, quote.id)).body).toMatchObject({ over: '150.00', creditable: '150.00' });
  const decision = { acceptDifference: true, keepSurplus: true };
  expect((await match(id, quote.id, decision)).status).toBe(200);
  const [application] = await myApplications(payer);
  expect(application?.instalments.slice(0, 3)).toMatchObject([
    { status: 'paid' },
    { status: 'paid' },
    { status: 'scheduled', received: '50.00' },
  ]);
  expect(await site.db.select().from(auditLog).where(eq(auditLog.subject, id))).toMatchObject([
    { action: 'chain_receipt.matched', after: { quoteId: quote.id, keepSurplus: true } },
  ]);
});

test('when the time for the rest is over, what came is recorded and the rest is due; another transfer of that time joins it', async () => {
  const { payer, quote } = await quoted();
  const first = await rowOf(await send(quote, 600_000_000n));
  const second = await rowOf(await send(quote, unitsIn(quote) - 600_000_000n, 1));
  await site.checkout.advance(topUpMs + minutes(30));
  await site.login();
  await match(first.id, quote.id);
  const [short] = await myApplications(payer);
  expect(short?.paymentStatus).toBe('partially_paid');
  expect(short?.shortfall).toBeUndefined();
  expect(short?.instalments[0]?.rest).toMatch(/^(399|400|401)\./);
  expect((await match(second.id, quote.id)).status).toBe(200);
  expect((await myApplications(payer))[0]).toMatchObject({
    paymentStatus: 'completed',
    receivedAmount: '1000.00',
  });
});

test('a quote far from the amount is found by the reference of its application', async () => {
  const { payer, quote } = await quoted();
  const { id } = await rowOf(await send(quote, 101_000_000n));
  const [application] = await myApplications(payer);
  const query = `reference=${application?.reference}&transfer=${id}`;
  const found = (await site.admin.get(`/api/admin/payments/chain-dues?${query}`))
    .body as ChainInstalments;
  expect(found.quotes).toMatchObject([{ id: quote.id, amount: quote.amount, canTake: true }]);
});

test('what does not fit is refused with the reason, and nothing is written', async () => {
  const { payer, quote, others } = await quoted();
  const txHash = await site.chain.payUsdt(quote.address, 600_000_000n);
  await site.checkout.mine();
  const { id } = await rowOf(txHash);
  // Not final yet.
  expect((await match(id, quote.id)).status).toBe(409);
  await site.checkout.mine(FINAL_BLOCKS);
  const eth = await quoteOf(payer, 'ETH');
  expect((await match(id, eth.id)).status).toBe(404);
  expect((await match(id, crypto.randomUUID())).status).toBe(404);
  await send(others, unitsIn(others));
  const paid = await match(id, others.id);
  expect([paid.status, paid.body]).toEqual([
    409,
    { message: 'The amount quoted is already paid.' },
  ]);
  await site.checkout.advance(minutes(20));
  await site.login();
  const late = await rowOf(await send(quote, 300_000_000n));
  expect(late.quotes.find(({ id: one }) => one === quote.id)?.canTake).toBe(false);
  expect((await match(late.id, quote.id)).status).toBe(409);
  const newer = await quoteOf(await site.payer(), 'USDT');
  const early = await match(id, newer.id);
  expect([early.status, early.body]).toEqual([
    409,
    { message: 'It was sent before the quote was made.' },
  ]);
  expect((await rowOf(txHash)).reason).toBe('unmatched');
  expect(await paymentStatus(payer)).toBe('pending');
  expect((await site.visitor().post(`${LIST}/${id}/match`, { quoteId: quote.id })).status).toBe(
    401,
  );
});

test('a payer whose browser has reported the transaction is not asked for the whole price again', async () => {
  const { payer, other, quote } = await quoted();
  const txHash = await site.chain.payUsdt(quote.address, 600_000_000n);
  const body = { txHash, token: 'USDT', amount: quote.amount, quoteId: quote.id };
  // The page reports it before a block has it.
  await payer.post('/api/payments/crypto/verify', body);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  expect(await shortfallOf(payer)).toMatchObject({ state: 'in_review', received: '600' });
  expect(await shortfallOf(other)).toBeUndefined();
  const { id } = await rowOf(txHash);
  await match(id, quote.id);
  expect(await shortfallOf(payer)).toMatchObject({ state: 'open', received: '600' });
});
