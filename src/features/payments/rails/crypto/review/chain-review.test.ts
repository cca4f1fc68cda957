import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { auditLog } from '../../../../../server/audit.store.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { hours, minutes } from '../../../../../shared/time.ts';
import { siteSettings } from '../../../../maintenance/site.store.ts';
import type { ReviewItem } from '../../../admin/review/review.contract.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import type { ChainInstalments, ChainReviewRow } from './chain-review.contract.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const LIST = '/api/admin/payments/chain-review';
const usdt = (quote: Quote) => unitsOf(quote.amount, 'USDT') as bigint;
const reviews = async () => (await site.admin.get(LIST)).body as ChainReviewRow[];
const rowOf = async (txHash: string) => {
  const row = (await reviews()).find((one) => one.txHash === txHash);
  if (!row) throw new Error('Not in the list.');
  return row;
};
const assign = (id: string, body: object) => site.admin.post(`${LIST}/${id}/assign`, body);
const dismiss = (id: string, reason = 'A gift.') =>
  site.admin.post(`${LIST}/${id}/dismiss`, { reason });
const auditOf = (id: string) =>
  site.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id);

/** Someone sends too little by hand, while another is asked for money too: no one can say whose it is. */
async function oddMoney(unitsLess = 1_000_000n) {
  await site.configure();
  const [payer, other] = [await site.payer(), await site.payer()];
  const quote = await quoteOf(payer, 'USDT');
  await quoteOf(other, 'USDT');
  const txHash = await site.chain.payUsdt(quote.address, usdt(quote) - unitsLess);
  await site.checkout.mine();
  const [application] = await myApplications(payer);
  return { payer, quote, txHash, reference: application?.reference ?? '' };
}

test('money that no one can place is listed with what it may be for', async () => {
  const { txHash, quote, reference } = await oddMoney();
  const row = await rowOf(txHash);
  expect(row).toMatchObject({
    token: 'USDT',
    reason: 'unmatched',
    to: quote.address.toLowerCase(),
    worth: '999.00',
  });
  expect(row.quotes.map((one) => one.reference)).toContain(reference);
  expect(row.quotes.every(({ isClaimed }) => !isClaimed)).toBe(true);
});

test('what waits comes in pages, newest first, without a gap or a row twice, and says how many there are', async () => {
  for (let n = 0; n < 3; n++) await oddMoney(1_000_000n + BigInt(n));
  const all = await reviews();
  const seen: ChainReviewRow[] = [];
  let next: string | undefined = `${LIST}?limit=2`;
  while (next) {
    const { status, body, headers } = await site.admin.get(next);
    expect(status).toBe(200);
    const page = body as ChainReviewRow[];
    expect(page.length).toBeLessThanOrEqual(2);
    expect(headers['x-total-count']).toBe(String(all.length));
    seen.push(...page);
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  }
  expect(seen).toEqual(all);
  const blocks = seen.map(({ block }) => BigInt(block));
  expect(blocks).toEqual([...blocks].sort((a, b) => Number(b - a)));
});

test('it is searched by transaction and narrowed to a reason; a cursor of no one is refused', async () => {
  const { txHash } = await oddMoney();
  const asked = async (query: string) =>
    (await site.admin.get(`${LIST}?${query}`)).body as ChainReviewRow[];
  expect((await asked(`search=${txHash}`)).map((row) => row.txHash)).toEqual([txHash]);
  expect((await asked('status=unmatched')).map((row) => row.txHash)).toContain(txHash);
  expect(await asked(`search=${txHash}&status=dust`)).toEqual([]);
  expect((await site.admin.get(`${LIST}?cursor=none`)).status).toBe(400);
});

test('an administrator records it once it is final, with a flag and an audit row, and only once', async () => {
  const { payer, txHash, reference } = await oddMoney();
  const { id, worth } = await rowOf(txHash);
  const body = { reference: reference.toLowerCase(), amount: worth };
  expect((await assign(id, body)).status).toBe(409);
  expect(await paymentStatus(payer)).toBe('pending');
  await site.checkout.mine(FINAL_BLOCKS);
  const { status, body: said } = await assign(id, body);
  expect(status).toBe(200);
  expect(said).toMatchObject({ message: `$999.00 recorded for ${reference}.` });
  const [application] = await myApplications(payer);
  expect(application).toMatchObject({ paymentStatus: 'partially_paid', receivedAmount: '999.00' });
  expect(application?.payments[0]).toMatchObject({ status: 'succeeded', flag: 'under' });
  expect(await listTransfersOfHash(site.db, 1, txHash)).toMatchObject([
    { state: 'final', decision: `booked at 999.00 for ${reference}` },
  ]);
  expect(await auditOf(id)).toMatchObject([
    { action: 'chain_receipt.assigned', after: { reference, amount: '999.00' } },
  ]);
  expect((await assign(id, body)).status).toBe(409);
  expect((await dismiss(id)).status).toBe(409);
  expect(await reviews()).not.toContainEqual(expect.objectContaining({ id }));
});

test('money that comes after the watch is over opens the expired payment again', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  await site.checkout.advance(hours(25));
  await site.login();
  await site.checkout.mine();
  const [before] = await myApplications(payer);
  expect(before?.payments).toMatchObject([{ status: 'expired' }]);
  const txHash = await site.chain.payUsdt(quote.address, usdt(quote));
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const { id, reason } = await rowOf(txHash);
  expect(reason).toBe('unmatched');
  await assign(id, { reference: before?.reference, amount: '1000.00' });
  const [after] = await myApplications(payer);
  expect(after?.paymentStatus).toBe('completed');
  expect(after?.payments.map(({ status }) => status)).toEqual(['succeeded']);
});

test('what is wrong with a decision is said, and nothing is written', async () => {
  const { txHash, reference } = await oddMoney();
  await site.checkout.mine(FINAL_BLOCKS);
  const { id } = await rowOf(txHash);
  for (const amount of [0, -1, '1e3', '10.001', '', null, '1000000.01'])
    expect((await assign(id, { reference, amount })).status, String(amount)).toBe(400);
  expect((await assign(id, { amount: '999.00' })).status).toBe(400);
  expect((await assign(id, { reference, amount: '999.00', isFree: true })).status).toBe(400);
  expect((await assign(id, { reference: 'PX-00000', amount: '999.00' })).status).toBe(404);
  expect((await assign(id, { reference, amount: '999.00', instalment: 2 })).status).toBe(409);
  expect((await assign(crypto.randomUUID(), { reference, amount: '1.00' })).status).toBe(404);
  expect((await dismiss(id, '')).status).toBe(400);
  expect((await rowOf(txHash)).reason).toBe('unmatched');
  expect(await auditOf(id)).toEqual([]);
});

test('money that was dismissed by mistake is to review again, and can be recorded', async () => {
  const { txHash, reference } = await oddMoney();
  const { id } = await rowOf(txHash);
  const undo = () => site.admin.post('/api/admin/payments/review/reopen', { kind: 'chain', id });
  expect((await undo()).status).toBe(409);
  await dismiss(id, 'A gift.');
  expect((await site.admin.get('/api/admin/payments/review/dismissed')).body).toContainEqual(
    expect.objectContaining({ kind: 'chain', id, note: 'A gift.' }),
  );
  const { body } = await site.admin.get('/api/admin/undo');
  expect(body).toMatchObject([{ undo: { by: 'reopenTransfer', id } }]);
  expect((await undo()).status).toBe(200);
  expect(await rowOf(txHash)).toMatchObject({ id, reason: 'unmatched' });
  await site.checkout.mine(FINAL_BLOCKS);
  expect((await assign(id, { reference, amount: '999.00' })).status).toBe(200);
  expect((await undo()).status).toBe(409);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'chain_receipt.dismissed',
    'chain_receipt.reopened',
    'chain_receipt.assigned',
  ]);
});

test('money can be dismissed with a reason, which is kept', async () => {
  const { payer, txHash } = await oddMoney();
  const { id } = await rowOf(txHash);
  expect((await dismiss(id, 'Sent back on Monday.')).status).toBe(200);
  expect(await listTransfersOfHash(site.db, 1, txHash)).toMatchObject([
    { state: 'dismissed', decision: 'Sent back on Monday.', paymentId: null },
  ]);
  expect(await auditOf(id)).toMatchObject([
    { action: 'chain_receipt.dismissed', after: { reason: 'Sent back on Monday.' } },
  ]);
  expect((await dismiss(id)).status).toBe(409);
  await site.checkout.mine(FINAL_BLOCKS);
  expect(await paymentStatus(payer)).toBe('pending');
});

test('above the owners’ sum it is recorded once a second administrator approves it', async () => {
  const { payer, txHash, reference } = await oddMoney();
  await site.checkout.mine(FINAL_BLOCKS);
  const { id, worth } = await rowOf(txHash);
  const asker = await site.loggedIn('finance');
  await site.admin.put('/api/admin/payments/approval-sum', { sum: '998.99' });
  const answer = await asker.post(`${LIST}/${id}/assign`, { reference, amount: worth });
  expect([answer.status, answer.body]).toMatchObject([202, { isWaiting: true }]);
  expect(await paymentStatus(payer)).toBe('pending');
  const { body } = await site.admin.get('/api/admin/payments/review?limit=200');
  const waiting = (body as ReviewItem[]).find(({ kind }) => kind === 'approval');
  expect(waiting).toMatchObject({
    amount: worth,
    approval: { action: 'assignOnChainTransfer', target: id, details: { reference } },
  });
  const approve = (by: Visitor) => by.post(`/api/admin/approvals/${waiting?.id}/approve`);
  expect((await approve(asker)).status).toBe(403);
  expect((await approve(site.admin)).status).toBe(200);
  expect(await paymentStatus(payer)).toBe('partially_paid');
  await site.db.delete(siteSettings).where(eq(siteSettings.name, 'approval-sum'));
});

test('money for an instalment that is paid cannot be booked for it', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'USDT');
  await site.chain.payUsdt(quote.address, usdt(quote));
  const again = await site.chain.payUsdt(quote.address, usdt(quote), { from: 1 });
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const { id, reason, quotes } = await rowOf(again);
  expect(reason).toBe('paid');
  const [application] = await myApplications(payer);
  expect(quotes[0]?.applicationId).toBe(application?.id);
  const body = { reference: application?.reference, amount: '1000.00' };
  expect((await assign(id, body)).status).toBe(409);
  expect((await assign(id, { ...body, instalment: 1 })).status).toBe(409);
});

test('more than is due is booked once someone chose what becomes of it: it counts for the next payments', async () => {
  await site.configure();
  await site.login();
  const payer = await site.payer('installment');
  const quote = await quoteOf(payer, 'USDT', { usdAmount: '100.00', plan: 'installment' });
  const txHash = await site.chain.payUsdt(quote.address, 130_000_000n);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const { id } = await rowOf(txHash);
  const [before] = await myApplications(payer);
  const body = { reference: before?.reference, amount: '130.00' };
  const refused = await assign(id, body);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    message: 'You confirm $130.00. Due: $100.00.',
    reason: 'difference',
    over: '30.00',
    creditable: '30.00',
    applicationId: before?.id,
  });
  expect((await rowOf(txHash)).reason).toBe('unmatched');
  expect((await myApplications(payer))[0]).toEqual(before);
  const decision = { acceptDifference: true, keepSurplus: true };
  expect((await assign(id, { ...body, ...decision })).status).toBe(200);
  const [after] = await myApplications(payer);
  expect(after?.instalments.slice(0, 2)).toMatchObject([
    { status: 'paid' },
    { status: 'scheduled', received: '30.00' },
  ]);
  expect(await auditOf(id)).toMatchObject([
    { action: 'chain_receipt.assigned', after: { amount: '130.00', keepSurplus: true } },
  ]);
});

test('what is too much and is to be refunded stays with its payment', async () => {
  await site.configure();
  await site.login();
  const payer = await site.payer('installment');
  const quote = await quoteOf(payer, 'USDT', { usdAmount: '100.00', plan: 'installment' });
  const txHash = await site.chain.payUsdt(quote.address, 130_000_000n);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const { id } = await rowOf(txHash);
  const [{ reference } = { reference: '' }] = await myApplications(payer);
  const body = { reference, amount: '130.00', acceptDifference: true };
  expect((await assign(id, body)).status).toBe(200);
  const [after] = await myApplications(payer);
  expect(after?.payments).toMatchObject([
    { status: 'succeeded', received: '130.00', flag: 'over' },
  ]);
  expect(after?.instalments[1]).toMatchObject({ status: 'scheduled' });
});

test('before it is booked, the instalments of its application are shown, and which of them can take money', async () => {
  await site.configure();
  const payer = await site.payer('installment');
  const quote = await quoteOf(payer, 'USDT', { usdAmount: '100.00', plan: 'installment' });
  await site.chain.payUsdt(quote.address, usdt(quote));
  await site.checkout.mine(1 + FINAL_BLOCKS);
  const [application] = await myApplications(payer);
  const listInstalmentsOf = async (reference: string) =>
    (await site.admin.get(`/api/admin/payments/chain-dues?reference=${reference}`)).body;
  const found = (await listInstalmentsOf(
    String(application?.reference).toLowerCase(),
  )) as ChainInstalments;
  expect(found).toMatchObject({
    applicationId: application?.id,
    reference: application?.reference,
  });
  expect(found.dues).toHaveLength(12);
  expect(found.dues.slice(0, 2)).toEqual([
    { number: 1, amount: '100.00', held: '100.00', canTake: false },
    { number: 2, amount: '100.00', held: '0.00', canTake: true },
  ]);
  expect(await listInstalmentsOf('PX-00000')).toEqual({
    message: 'This application does not exist.',
  });
});

test('an instalment that is being paid with Zelle is shown as one that takes no money', async () => {
  await site.configure();
  const payer = await site.payer();
  const [application] = await myApplications(payer);
  const read = async () =>
    (await site.admin.get(`/api/admin/payments/chain-dues?reference=${application?.reference}`))
      .body;
  expect(await read()).toMatchObject({ dues: [{ canTake: true }] });
  await payer.post('/payment/submit', {
    paymentMethod: 'zelle',
    paymentData: { confirmationNumber: 'ZL-CHAIN-1', plan: 'onetime' },
    applicationId: application?.id,
  });
  expect(await read()).toMatchObject({ dues: [{ held: '0.00', canTake: false }] });
});

test('it is decided with a recent password alone, and looked at without', async () => {
  const { txHash, reference } = await oddMoney();
  const { id } = await rowOf(txHash);
  await site.checkout.advance(minutes(6));
  expect((await rowOf(txHash)).id).toBe(id);
  for (const answer of [await assign(id, { reference, amount: '999.00' }), await dismiss(id)]) {
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ reason: 'reauthenticate' });
  }
  expect(await auditOf(id)).toEqual([]);
  await site.login();
  expect((await dismiss(id)).status).toBe(200);
});

test('only who may see payments sees it, and only who may confirm them decides', async () => {
  const { txHash } = await oddMoney();
  const { id } = await rowOf(txHash);
  const member = await site.loggedIn('member');
  for (const [visitor, status] of [
    [site.visitor(), 401],
    [member, 403],
  ] as const) {
    expect((await visitor.get(LIST)).status).toBe(status);
    const answer = await visitor.get('/api/admin/payments/chain-dues?reference=PX-7K4M2');
    expect(answer.status).toBe(status);
    expect((await visitor.post(`${LIST}/${id}/assign`, {})).status).toBe(status);
    expect((await visitor.post(`${LIST}/${id}/dismiss`, {})).status).toBe(status);
  }
});
