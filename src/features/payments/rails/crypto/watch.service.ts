import type { AppContext } from '../../../../server/context.ts';
import { findActiveConfig } from '../../pricing/payment-config.store.ts';
import { findLastBlock } from './block.store.ts';
import { openChain } from './chain.gateway.ts';
import { isAnyMoneySeen } from './settlement.store.ts';
import { lapseQuotes } from './lapse.service.ts';
import { listOurAddresses, payingChain } from './paying-chain.service.ts';
import { placeReceipts } from './placement.service.ts';
import { isAnyQuoteFresh, isAnyQuoteOpen } from './watch.store.ts';
import { forgetOldBlocks, readBlocks } from './reading.service.ts';
import { inTurn } from './turn.service.ts';
import { endLostPayments, settleReceipts } from './settlement.service.ts';

export type Watcher = Pick<AppContext, 'db' | 'jobs' | 'clock' | 'outside' | 'settings'>;

/** How a round went: `off`, nothing to look for; `busy`, somebody may be paying now. */
export type Round = { state: 'off' | 'quiet' | 'busy'; blocks: number };

/**
 * One round of the watch over the chain: reads the new blocks, places what came, books what is final, ends what is
 * over. Every step is a transaction of its own and begins with what the rows say, so a round can end anywhere and
 * the next one goes on; two rounds at once do nothing twice. Throws `ChainAway` when the chain says nothing sure.
 */
export async function scanOnce(watcher: Watcher): Promise<Round> {
  const { db, clock } = watcher;
  const service = payingChain(watcher);
  if (!service || !(await findLastBlock(db, service.chainId))) return { state: 'off', blocks: 0 };
  const isMoneyOnItsWay = await isAnyMoneySeen(db, service.chainId);
  const isAsked = isMoneyOnItsWay || (await isAnyQuoteOpen(db));
  if (!isAsked && !(await findActiveConfig(db, 'crypto'))) return { state: 'off', blocks: 0 };

  const chain = await openChain(service);
  const { head, finalized } = await chain.heights();
  const ours = await listOurAddresses(db);
  const blocks = await readBlocks(watcher, chain, { head, ours, isTest: service.isTest });
  const place = () => placeReceipts(watcher, service);
  const settle = () => settleReceipts(watcher, chain, service, finalized);
  // Twice: what was under way beside something that has just been booked pays another due, or the rest of it.
  await inTurn([place, settle, place, settle], (deed) => deed());
  await endLostPayments(watcher, service.chainId, finalized);
  const last = await findLastBlock(db, service.chainId);
  if (last && last.number >= head.number) await lapseQuotes(watcher);
  await forgetOldBlocks(db, service.chainId, finalized);
  const isBusy = isMoneyOnItsWay || (await isAnyQuoteFresh(db, clock.now()));
  return { state: isBusy ? 'busy' : 'quiet', blocks };
}
