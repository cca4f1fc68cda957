import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import { start } from '../../../../../../sandbox/testing.ts';
import { hours, minutes, seconds } from '../../../../../shared/time.ts';
import { payments } from '../../../core/payment.store.ts';
import { closeWithBalancedLedger } from '../../../core/testing.ts';
import {
  findLastBlock,
  acquireWatchLease,
  releaseWatchLease,
  listReadBlocks,
} from '../chain/block.store.ts';
import { onChainTransfers } from '../settlement/on-chain-transfer.store.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import { cryptoQuotes, findQuote } from '../quotes/quote.store.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';
import { startWatching, scanOnce } from './watch.service.ts';

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const wei = (quote: Quote) => unitsOf(quote.amount, 'ETH') as bigint;
const scan = () => scanOnce(site.context);

test('before anyone was quoted the chain is not asked at all', async () => {
  await site.chain.fail('down');
  expect(await scan()).toEqual({ state: 'off', blocks: 0 });
  await site.chain.fail('none');
});

test('rounds at the same time read every block once and book everything once', async () => {
  const payers = [await site.payer(), await site.payer(), await site.payer()];
  for (const payer of payers) {
    const quote = await quoteOf(payer, 'ETH');
    await site.chain.payEth(quote.address, wei(quote));
  }
  await site.chain.mine(1 + FINAL_BLOCKS);
  await Promise.all(Array.from({ length: 5 }, scan));
  await scan();
  for (const payer of payers) expect(await paymentStatus(payer)).toBe('completed');
  expect(await site.db.$count(onChainTransfers)).toBe(3);
  const blocks = await listReadBlocks(site.db, 1, { limit: 1000 });
  const [newest, oldest] = [blocks[0]?.number ?? 0n, blocks.at(-1)?.number ?? 0n];
  expect(newest - oldest + 1n).toBe(BigInt(blocks.length));
});

test('what is final long ago is forgotten, so that the blocks do not pile up', async () => {
  for (let n = 0; n < 4; n++) await site.checkout.mine(60);
  expect((await listReadBlocks(site.db, 1, { limit: 1000 })).length).toBeLessThan(100);
});

test('one quote that cannot be placed does not keep the others from their money', async () => {
  const [broken, payer] = [await site.payer(), await site.payer()];
  const [first, second] = [await quoteOf(broken, 'ETH'), await quoteOf(payer, 'ETH')];
  await site.chain.payEth(first.address, wei(first));
  await site.checkout.mine();
  await site.chain.payEth(second.address, wei(second));
  // Its amount is in the database already, so that recording it fails.
  const [{ id } = { id: '' }] = await site.checkout.attempts(broken);
  const write = (receivedCents: bigint | null) =>
    site.db.update(payments).set({ receivedCents }).where(eq(payments.id, id));
  await write(1n);
  await site.chain.mine(1 + FINAL_BLOCKS);
  await expect(scan()).rejects.toThrow(/written down once/);
  expect(await paymentStatus(payer)).toBe('completed');
  await write(null);
  await scan();
  expect(await paymentStatus(broken)).toBe('completed');
});

test('a sandbox that begins a new chain is read anew', async () => {
  const payer = await site.payer();
  await quoteOf(payer, 'ETH');
  const other = await start();
  const fresh = chainOf(other);
  await fresh.mining('manual');
  const blocks = await fresh.mine(3);
  const context = {
    ...site.context,
    externalServices: site.checkout.outsideWith([other.chain.rpcUrl]),
  };
  await scanOnce(context);
  expect((await findLastBlock(site.db, 1))?.number).toBe(BigInt(blocks));
  await other.stop();
  await scan();
  expect((await findLastBlock(site.db, 1))?.number).toBe(await site.chain.client.getBlockNumber());
});

test('quotes end a day after their rate, and a payment that no one paid with them', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.checkout.advance(hours(24) + minutes(18));
  await site.chain.fail('down');
  await expect(scan()).rejects.toThrow(/No node/);
  expect((await findQuote(site.db, quote.id))?.state).toBe('open');
  await site.chain.fail('none');
  await scan();
  expect((await findQuote(site.db, quote.id))?.state).toBe('lapsed');
  expect((await site.checkout.attempts(payer))[0]?.status).toBe('expired');
});

test('a payment under way does not end with its quotes', async () => {
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.chain.payEth(quote.address, wei(quote));
  await site.checkout.mine(1);
  await site.checkout.advance(hours(25));
  await scan();
  expect(await paymentStatus(payer)).toBe('confirming');
  await site.checkout.mine(FINAL_BLOCKS);
  expect(await paymentStatus(payer)).toBe('completed');
});

test('the watch is one instance’s at a time, until it leaves or its time is over', async () => {
  const now = site.clock.now();
  const hold = (holder: string, at: Date) =>
    acquireWatchLease(site.db, { chainId: 5, holder, now: at, forMs: seconds(15) });
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await hold(one, now)).toBe(true);
  expect(await hold(two, now)).toBe(false);
  expect(await hold(one, now)).toBe(true);
  expect(await hold(two, new Date(now.getTime() + seconds(16)))).toBe(true);
  // A clock that was set back does not lock anyone out.
  expect(await hold(one, new Date(now.getTime() - hours(1)))).toBe(true);
  await releaseWatchLease(site.db, one);
  expect(await hold(two, now)).toBe(true);
});

test('the keeper of the watch finds a payment by itself, and stops when it is asked to', async () => {
  await site.chain.mining('auto');
  const stop = startWatching(site.context, site.app.log);
  const payer = await site.payer();
  const quote = await quoteOf(payer, 'ETH');
  await site.chain.payEth(quote.address, wei(quote));
  await site.until(async () => expect(await paymentStatus(payer)).toBe('confirming'));
  await stop();
  await site.chain.mining('manual');
  expect(await site.db.$count(cryptoQuotes)).toBeGreaterThan(0);
  expect(
    await acquireWatchLease(site.db, {
      chainId: 1,
      holder: crypto.randomUUID(),
      now: site.clock.now(),
      forMs: 1,
    }),
  ).toBe(true);
});
