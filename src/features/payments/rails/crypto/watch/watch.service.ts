import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../../../server/context.ts';
import { isUnavailable, inTransaction } from '../../../../../server/database/database.ts';
import { seconds } from '../../../../../shared/time.ts';
import { findActiveConfig } from '../../../pricing/payment-config.store.ts';
import {
  acquireWatchLease,
  findLastBlock,
  releaseWatchLease,
  lockBlocks,
} from '../chain/block.store.ts';
import { openChain, type FoundTransaction } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { payingChain, listOurAddresses } from '../chain/paying-chain.service.ts';
import { hasFreshQuote, hasOpenQuote, listExpiredQuotes } from '../quotes/open-quotes.store.ts';
import { matchTransfers, tryEach } from '../settlement/matching.service.ts';
import { hasMoneyUnderWay, addOnChainTransfers } from '../settlement/on-chain-transfer.store.ts';
import { endLostPayments, settleTransfers } from '../settlement/transfer-settlement.service.ts';
import {
  removeOldBlocks,
  scanBlocks,
  newOpaqueTransfer,
  newOnChainTransfer,
} from './block-scanner.service.ts';
import { changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { isMoneyPending, hasOpaqueTransfer } from '../settlement/matching.store.ts';
import { expiryGraceMs } from '../crypto.rules.ts';
import {
  findQuote,
  listOpenQuotesOf,
  setQuote,
  isSubmitted,
  type SubmittedQuote,
} from '../quotes/quote.store.ts';

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

const batchSize = 100;

/**
 * Expires quotes that are no longer watched, and payments that have no other quote. Call it only once the chain
 * was scanned up to its newest block.
 */
async function expireQuotes({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  const before = new Date(at.getTime() - expiryGraceMs);
  for (const { id } of await listExpiredQuotes(db, before, batchSize)) {
    await inTransaction(db, async (tx) => {
      const seen = await findQuote(tx, id);
      const asked = seen && (await findPayment(tx, seen.paymentId));
      if (!asked) throw new Error('A quote without its payment.');
      await lockApplication(tx, asked.application.id);
      const [quote, payment] = [
        await findQuote(tx, id),
        (await findPayment(tx, asked.payment.id))?.payment,
      ];
      // Renewed or paid in the meantime.
      if (!quote || quote.state !== 'open' || quote.watchedUntil >= before) return;
      await setQuote(tx, id, { state: 'lapsed', updatedAt: at });
      const isIdle =
        payment?.status === 'action_required' &&
        (await listOpenQuotesOf(tx, payment.id)).length === 0 &&
        !(await isMoneyPending(tx, payment.id));
      if (isIdle)
        await changePaymentStatus(tx, {
          paymentId: payment.id,
          to: 'expired',
          actor: { kind: 'system' },
          at,
        });
    });
  }
}

/**
 * Checks the transaction that a browser submitted for a quote, without waiting for the watch: scans up to the
 * newest block, and reads the transaction itself where its block was scanned before. Throws `ChainUnavailable`.
 */
export async function checkSubmittedTransaction(
  context: WatchContext,
  quoteId: string,
): Promise<void> {
  await scanOnce(context);
  const service = payingChain(context);
  const quote = await findQuote(context.db, quoteId);
  if (!service || quote?.state !== 'open' || !isSubmitted(quote)) return;
  const found = await (await openChain(service)).transaction(quote.txHash, [quote.address]);
  if (!found || found.isReverted) return;
  await recordTransaction(context, quote, found);
  await matchTransfers(context, service);
}

/** Records what the scan could not know: ETH through a contract. */
async function recordTransaction(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  quote: SubmittedQuote,
  { block, transfers, isOpaque }: FoundTransaction,
): Promise<void> {
  const { chainId, token } = quote;
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const last = await findLastBlock(tx, chainId);
    if (!last || last.number < block.number) return; // The watch will scan it.
    await addOnChainTransfers(
      tx,
      transfers.map((transfer) => newOnChainTransfer(chainId, block, transfer, at)),
    );
    // One item for review for each quote: hashes cost nothing, and people read the list.
    if (isOpaque && token === 'ETH' && !(await hasOpaqueTransfer(tx, quote.id)))
      await addOnChainTransfers(tx, [newOpaqueTransfer(quote, block, at)]);
  });
}
