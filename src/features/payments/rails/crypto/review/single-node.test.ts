import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { auditLog } from '../../../../../server/audit.store.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';
import type { ChainReviewRow } from './chain-review.contract.ts';

// With two nodes nothing of this happens: see cases.test.ts, rule 15.

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite({ hasSingleNode: true });
});
afterAll(() => closeWithBalancedLedger(site));

const LIST = '/api/admin/payments/chain-review';
const rowOf = async (txHash: string) =>
  ((await site.admin.get(LIST)).body as ChainReviewRow[]).find((row) => row.txHash === txHash);
const confirm = (id: string) => site.admin.post(`${LIST}/${id}/confirm`);
const referenceOf = async (payer: Visitor) => (await myApplications(payer))[0]?.reference;

/** Someone has paid exactly what was quoted, and the block is final. */
async function paid() {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  const units = unitsOf(quote.amount, 'USDT') as bigint;
  const txHash = await site.chain.payUsdt(quote.address, units);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const row = await rowOf(txHash);
  if (!row) throw new Error('Not in the list.');
  return { payer, quote, units, txHash, row };
}

test('a final payment waits for an administrator, who confirms it once', async () => {
  const { payer, txHash, row } = await paid();
  expect(row).toMatchObject({ reason: 'single_node', worth: '1000.00' });
  const reference = await referenceOf(payer);
  expect(row.quotes[0]).toMatchObject({ reference, canTake: false });
  const another = await quoteOf(await site.payer(), 'USDT');
  const match = { quoteId: another.id };
  expect((await site.admin.post(`${LIST}/${row.id}/match`, match)).status).toBe(409);
  expect(await paymentStatus(payer)).toBe('confirming');
  expect(await confirm(row.id)).toMatchObject({
    status: 200,
    body: { message: `$1,000.00 recorded for ${reference}.` },
  });
  expect(await paymentStatus(payer)).toBe('completed');
  expect(await listTransfersOfHash(site.db, 1, txHash)).toMatchObject([
    { state: 'final', decision: null },
  ]);
  const { subject } = auditLog;
  expect(await site.db.select().from(auditLog).where(eq(subject, row.id))).toMatchObject([
    { action: 'chain_receipt.confirmed', after: { reference, amount: '1000.00' } },
  ]);
  expect((await confirm(row.id)).status).toBe(409);
});

test('another amount is recorded once an administrator assigns it to a quote, without a second confirmation', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  const txHash = await site.chain.payUsdt(quote.address, 1_100_000_000n);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const row = await rowOf(txHash);
  const { status } = await site.admin.post(`${LIST}/${row?.id}/match`, {
    quoteId: quote.id,
    acceptDifference: true,
  });
  expect(status).toBe(200);
  expect(await paymentStatus(payer)).toBe('completed');
});

test('it is not confirmed while the node cannot be asked', async () => {
  const { payer, row } = await paid();
  await site.chain.fail('down');
  expect((await confirm(row.id)).status).toBe(503);
  await site.chain.fail('forgetful');
  expect((await confirm(row.id)).status).toBe(409);
  await site.chain.fail('none');
  expect(await paymentStatus(payer)).toBe('confirming');
  expect((await confirm(row.id)).status).toBe(200);
});

test('only who may confirm payments does, and only what waits for that', async () => {
  const { row, quote, units } = await paid();
  const member = await site.loggedIn('member');
  expect((await member.post(`${LIST}/${row.id}/confirm`)).status).toBe(403);
  expect((await site.visitor().post(`${LIST}/${row.id}/confirm`)).status).toBe(401);
  expect((await confirm(crypto.randomUUID())).status).toBe(404);
  // The payer sends it once more: that is for nothing of theirs.
  const again = await site.chain.payUsdt(quote.address, units, { from: 1 });
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const second = await rowOf(again);
  expect(second?.reason).toBe('paid');
  expect((await confirm(second?.id ?? '')).status).toBe(409);
});

test('one that is dismissed fails its payment, and the payer can pay again', async () => {
  const { payer, row } = await paid();
  const reason = 'The explorer does not know it.';
  expect((await site.admin.post(`${LIST}/${row.id}/dismiss`, { reason })).status).toBe(200);
  expect(await paymentStatus(payer)).toBe('failed');
  expect((await quoteOf(payer, 'USDT')).amount).toMatch(/^1000\.0/);
});

test('one that is recorded for another application fails the payment it was matched to', async () => {
  const { payer, row } = await paid();
  const other = await site.payer();
  const reference = await referenceOf(other);
  const body = { reference, amount: '1000.00' };
  expect((await site.admin.post(`${LIST}/${row.id}/assign`, body)).status).toBe(200);
  expect(await paymentStatus(other)).toBe('completed');
  expect(await paymentStatus(payer)).toBe('failed');
});
