import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { auditLog } from '../../../../../server/audit.store.ts';
import { hours } from '../../../../../shared/time.ts';
import { closeWithBalancedLedger } from '../../../core/testing.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';
import { checkTreasury } from './treasury.service.ts';
import type { TreasuryStatus } from './treasury.contract.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const PATH = '/api/admin/payments/treasury';
const wei = (quote: Quote) => unitsOf(quote.amount, 'ETH') as bigint;
const status = async () => (await site.admin.get(PATH)).body as TreasuryStatus;
const check = () => checkTreasury(site.context);
const explain = (id: string | undefined, txHash: string) =>
  site.admin.post(`${PATH}/${id}/explain`, { txHash });

/** ETH that a contract sent while the tab was closed; its balance was compared before and after. */
async function unseenMoney() {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.checkout.mine(1 + FINAL_BLOCKS);
  await check();
  const txHash = await site.chain.payByContract([
    { token: 'ETH', to: quote.address, units: wei(quote) },
  ]);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  await check();
  const { differences } = await status();
  const difference = differences.find(({ address }) => address === quote.address.toLowerCase());
  return { payer, quote, txHash, difference };
}

test('ETH that a contract sent with the tab closed is a line, and pays its quote once its hash is named', async () => {
  const { payer, quote, txHash, difference } = await unseenMoney();
  expect(await paymentStatus(payer)).toBe('pending');
  expect(difference).toMatchObject({ token: 'ETH', amount: quote.amount });
  const { body } = await site.admin.get('/api/admin/payments/review?limit=100');
  expect(JSON.stringify(body)).toContain(`${quote.amount} ETH, blocks`);
  const other = await site.chain.payEth(quote.address, 5n);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  for (const wrong of [other, `0x${'ab'.repeat(32)}`])
    expect((await explain(difference?.id, wrong)).status).toBe(409);
  expect((await explain(difference?.id, txHash)).status).toBe(200);
  expect((await explain(difference?.id, txHash)).status).toBe(409);
  await site.checkout.mine();
  expect(await paymentStatus(payer)).toBe('completed');
  // It is known now, and is not missed a second time.
  await check();
  expect((await status()).differences.map(({ id }) => id)).not.toContain(difference?.id);
  const audits = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, difference?.id ?? ''));
  expect(audits).toMatchObject([{ action: 'treasury_difference.explained' }]);
});

test('known transfers make no line, however often and by however many it is compared', async () => {
  await site.configure();
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.checkout.mine(1 + FINAL_BLOCKS);
  await check();
  await site.chain.payEth(quote.address, wei(quote));
  await site.chain.payUsdt(quote.address, 1_000_000n);
  await site.checkout.mine(1 + FINAL_BLOCKS);
  await Promise.all([check(), check(), check()]);
  expect((await status()).differences).toEqual([]);
});

test('a difference is dismissed with a reason, once', async () => {
  const { difference } = await unseenMoney();
  const dismiss = (reason: string) =>
    site.admin.post(`${PATH}/${difference?.id}/dismiss`, { reason });
  expect((await dismiss('')).status).toBe(400);
  expect((await dismiss('A gift.')).status).toBe(200);
  expect((await dismiss('A gift.')).status).toBe(409);
  expect((await status()).differences).toEqual([]);
});

test('a difference that was dismissed by mistake can be undone, and is open again', async () => {
  const { difference } = await unseenMoney();
  const id = difference?.id ?? '';
  const undo = (kind = 'treasury', which = id) =>
    site.admin.post('/api/admin/payments/review/reopen', { kind, id: which });
  expect((await undo()).status).toBe(409);
  await site.admin.post(`${PATH}/${id}/dismiss`, { reason: 'A gift.' });
  const last = (await site.admin.get('/api/admin/undo')).body as { undo: object }[];
  expect(last[0]?.undo).toEqual({ by: 'reopenDifference', id });
  expect((await undo('chain')).status).toBe(404);
  expect((await undo('paypal')).status).toBe(404);
  expect((await undo('treasury', crypto.randomUUID())).status).toBe(404);
  expect((await undo()).status).toBe(200);
  expect((await status()).differences).toMatchObject([{ id }]);
  await site.admin.post(`${PATH}/${id}/dismiss`, { reason: 'A gift, indeed.' });
});

test('while the node cannot be asked, the list says since when', async () => {
  await check();
  const { checkedAt } = await status();
  await site.chain.fail('down');
  // The node, which is down, does not follow the clock.
  await site.checkout.advance(hours(3)).catch(() => undefined);
  await expect(check()).rejects.toThrow(/node/);
  await site.login();
  expect(await status()).toMatchObject({ checkedAt, isOverdue: true });
  await site.chain.fail('none');
  await site.checkout.mine();
  await check();
  expect(await status()).toMatchObject({ isOverdue: false });
});

test('only who may see payments sees it, and only who may confirm them decides', async () => {
  const member = await site.loggedIn('member');
  const id = crypto.randomUUID();
  for (const [visitor, code] of [
    [site.visitor(), 401],
    [member, 403],
  ] as const) {
    expect((await visitor.get(PATH)).status).toBe(code);
    expect((await visitor.post(`${PATH}/${id}/explain`, {})).status).toBe(code);
    expect((await visitor.post(`${PATH}/${id}/dismiss`, {})).status).toBe(code);
  }
  expect((await explain(id, `0x${'ab'.repeat(32)}`)).status).toBe(404);
});
