import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../../../../../../sandbox/chain/testing.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { checkLedger } from '../../../admin/reconciliation/ledger-check.service.ts';
import { closeWithBalancedLedger, myApplications } from '../../../core/testing.ts';
import type { Quote } from '../checkout/crypto.contract.ts';
import { lockBlocks } from '../chain/block.store.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import type { ChainReviewRow } from '../review/chain-review.contract.ts';
import { settleTransfers } from './transfer-settlement.service.ts';
import { type ChainSite, openChainSite, paymentStatus, quoteOf } from '../testing.ts';

// Decision 0012. Only a real PostgreSQL runs two transactions at once; the embedded one proves the outcome alone.

let site: ChainSite;
beforeAll(async () => {
  site = await openChainSite();
});
afterAll(() => closeWithBalancedLedger(site));

const LIST = '/api/admin/payments/chain-review';
const usdt = (quote: Quote) => unitsOf(quote.amount, 'USDT') as bigint;

/** The transactions that wait for another one. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await site.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n;
}

/** Of the whole database, as PostgreSQL counts them a moment later. */
async function deadlocks(): Promise<number> {
  const { rows } = await site.db.execute<{ n: string }>(
    sql`select deadlocks as n from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]?.n ?? 0);
}

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'the watch waits for the application before it holds the chain, so that who has the application gets both',
  async () => {
    await site.configure();
    const service = payingChain(site.context);
    if (!service) throw new Error('No chain.');
    const payer = await site.payer();
    const quote = await quoteOf(payer, 'USDT');
    await site.chain.payUsdt(quote.address, usdt(quote));
    await site.checkout.mine();
    const chain = await openChain(service);
    const { head } = await chain.readHeadAndFinalized();
    const holder = await (site.database.pool as Pool).connect();
    let watching: Promise<void> | undefined;
    try {
      await holder.query('begin');
      await lockApplication(drizzle(holder), payer.applicationId);
      const context = { ...site.context, clock: site.clock };
      watching = settleTransfers(context, chain, service, head.number);
      await site.until(async () => expect(await countWaiting()).toBe(1));
      await holder.query("set local lock_timeout = '200ms'");
      await lockBlocks(drizzle(holder), service.chainId);
    } finally {
      await holder.query('rollback');
      holder.release();
      await watching;
    }
    expect(await paymentStatus(payer)).toBe('completed');
  },
);

test('money that is booked by the watch and by administrators at once never deadlocks', async () => {
  await site.configure();
  const service = payingChain(site.context);
  if (!service) throw new Error('No chain.');
  const rounds = 12;
  const payers: { payer: Visitor; odd: string; reference: string }[] = [];
  for (let n = 0; n < rounds; n++) {
    const payer = await site.payer('installment');
    const quote = await quoteOf(payer, 'USDT', { usdAmount: '100.00', plan: 'installment' });
    // The sum that was asked for, and another one that no one asked for.
    await site.chain.payUsdt(quote.address, usdt(quote));
    const odd = await site.chain.payUsdt(quote.address, 7_000_000n + BigInt(n));
    const [application] = await myApplications(payer);
    payers.push({ payer, odd, reference: application?.reference ?? '' });
  }
  await site.checkout.mine();
  await site.chain.mine(FINAL_BLOCKS);
  const rows = (await site.admin.get(`${LIST}?limit=100`)).body as ChainReviewRow[];
  const chain = await openChain(service);
  const { finalized } = await chain.readHeadAndFinalized();
  const before = await deadlocks();

  // Administrators assign each odd sum to its payer while two watches book what was asked for.
  const watch = () =>
    settleTransfers({ ...site.context, clock: site.clock }, chain, service, finalized);
  const assign = async ({ odd, reference }: (typeof payers)[number]) => {
    const row = rows.find(({ txHash }) => txHash === odd);
    const body = { reference, instalment: 1, amount: '7.00' };
    return (await site.admin.post(`${LIST}/${row?.id}/assign`, body)).status;
  };
  const [, , ...answers] = await Promise.all([watch(), watch(), ...payers.map(assign)]);

  // Each is booked, or its due was paid a moment before; nothing broke.
  expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
  await site.checkout.mine();
  for (const { payer } of payers) expect(await paymentStatus(payer)).toBe('partially_paid');
  expect((await checkLedger(site.db)).filter(({ total }) => total > 0)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1100)); // PostgreSQL tells its counts once a second.
  expect(await deadlocks()).toBe(before);
}, 60_000);
