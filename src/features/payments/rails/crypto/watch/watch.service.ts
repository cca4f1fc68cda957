import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../../../server/context.ts';
import { isUnavailable } from '../../../../../server/database/database.ts';
import { seconds } from '../../../../../shared/time.ts';
import { findActiveConfig } from '../../../pricing/payment-config.store.ts';
import { acquireWatchLease, findLastBlock, releaseWatchLease } from '../chain/block.store.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { listOurAddresses } from '../quotes/our-addresses.service.ts';
import { hasFreshQuote, hasOpenQuote } from '../quotes/open-quotes.store.ts';
import { matchTransfers } from '../settlement/matching.service.ts';
import { hasMoneyUnderWay } from '../settlement/on-chain-transfer.store.ts';
import { endLostPayments, settleTransfers } from '../settlement/transfer-settlement.service.ts';
import { tryEach } from '../settlement/try-each.service.ts';
import { removeOldBlocks, scanBlocks } from './block-scanner.service.ts';
import { expireQuotes } from './quote-expiry.service.ts';

export type WatchContext = Pick<
  AppContext,
  'db' | 'jobs' | 'clock' | 'externalServices' | 'settings'
>;

/** `off`: nothing to look for; `busy`: a payer may be paying now. */
export type ScanResult = { state: 'off' | 'quiet' | 'busy'; blocks: number };

/**
 * One round: scans new blocks, matches money to payments, settles what is final, expires quotes. Every step is
 * a transaction of its own and begins with what the rows say, so a round can end anywhere and the next one
 * continues; two rounds at once do nothing twice. Throws `ChainUnavailable`.
 */
export async function scanOnce(context: WatchContext): Promise<ScanResult> {
  const { db, clock } = context;
  const service = payingChain(context);
  if (!service || !(await findLastBlock(db, service.chainId))) return { state: 'off', blocks: 0 };
  const isMoneyOnItsWay = await hasMoneyUnderWay(db, service.chainId);
  const isAsked = isMoneyOnItsWay || (await hasOpenQuote(db));
  if (!isAsked && !(await findActiveConfig(db, 'crypto'))) return { state: 'off', blocks: 0 };

  const chain = await openChain(service);
  const { head, finalized } = await chain.readHeadAndFinalized();
  const ours = await listOurAddresses(db);
  const blocks = await scanBlocks(context, chain, { head, ours, isTest: service.isTest });
  const match = () => matchTransfers(context, service);
  const settle = () => settleTransfers(context, chain, service, finalized);
  // Twice: money that was matched to a payment which has just been settled pays the next instalment, or the
  // rest.
  await tryEach([match, settle, match, settle], (operation) => operation());
  await endLostPayments(context, service.chainId, finalized);
  const last = await findLastBlock(db, service.chainId);
  if (last && last.number >= head.number) await expireQuotes(context);
  await removeOldBlocks(db, service.chainId, finalized);
  const isBusy = isMoneyOnItsWay || (await hasFreshQuote(db, clock.now()));
  return { state: isBusy ? 'busy' : 'quiet', blocks };
}

/** Mainnet has a block every twelve seconds, the sandbox one every second while a payer pays. */
const busyPauseMs = { real: seconds(4), test: seconds(1) };
const quietPauseMs = { real: seconds(6), test: seconds(1) };
/** After a round that failed. */
const troublePauseMs = seconds(10);
/** Another instance takes over from one that was killed after this long. */
const leaseMs = seconds(15);

/**
 * Runs `scanOnce` until it is stopped, on one instance at a time, and returns how to stop it. A loop and not a
 * job: the queue's cron counts in minutes, a job that sends itself again would leave tens of thousands of rows
 * a day, and both wait for a killed worker's job to time out. All state is in rows, so nothing is lost with the
 * loop; the lease is a row that expires.
 */
export function startWatching(context: WatchContext, log: FastifyBaseLogger): () => Promise<void> {
  const holder = randomUUID();
  const stopping = new AbortController();
  let trouble: string | undefined;
  let leasedUntilMs = 0;

  async function scanWithLease(): Promise<ScanResult['state'] | 'elsewhere'> {
    const service = payingChain(context);
    if (!service) return 'off';
    const now = context.clock.now();
    if (now.getTime() > leasedUntilMs - leaseMs / 2 || leasedUntilMs > now.getTime() + leaseMs) {
      const watch = { chainId: service.chainId, holder, now, forMs: leaseMs };
      if (!(await acquireWatchLease(context.db, watch))) return 'elsewhere';
      leasedUntilMs = now.getTime() + leaseMs;
    }
    return (await scanOnce(context)).state;
  }

  /** Logs a problem once, and once that it is over: a node that is down for a night does not fill the log. */
  function report(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    if (what === trouble) return;
    trouble = what;
    if (error instanceof ChainUnavailable || isUnavailable(error))
      log.warn({ err: error }, 'the chain cannot be read');
    else log.error({ err: error }, 'the watch over the chain failed');
  }

  async function scanAndChoosePause(): Promise<number> {
    try {
      const state = await scanWithLease();
      if (trouble) log.info('the chain is read again');
      trouble = undefined;
      const chain = payingChain(context)?.isTest ? 'test' : 'real';
      if (state === 'busy') return busyPauseMs[chain];
      return state === 'quiet' ? quietPauseMs[chain] : quietPauseMs.real;
    } catch (error) {
      report(error);
      return troublePauseMs;
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pauseMs = await scanAndChoosePause();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        // `stop` ends the pause by throwing; nothing else does.
        if (!stopping.signal.aborted) throw error;
      });
    }
    await releaseWatchLease(context.db, holder);
  }

  const ended = loop();
  return async () => {
    stopping.abort();
    // The database may be closed by now; the lease then expires.
    await ended.catch(report);
  };
}
