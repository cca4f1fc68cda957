import { type AppContext } from '../../../../server/context.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { findLastBlock, lockBlocks } from './block.store.ts';
import { type Found, openChain } from './chain.gateway.ts';
import { addReceipts } from './chain.store.ts';
import { isOpaqueClaimed, revisitReceipts } from './placement.store.ts';
import { payingChain } from './paying-chain.service.ts';
import { placeReceipts } from './placement.service.ts';
import { findQuote, type Quote } from './quote.store.ts';
import { claimOf, receiptOf } from './reading.service.ts';
import { scanOnce, type Watcher } from './watch.service.ts';

/**
 * Looks at once at the transaction of which a browser says that it pays a quote: reads the chain up to its end,
 * and where the block was read before the hint came, looks into the transaction itself. Throws `ChainAway`.
 */
export async function followHint(watcher: Watcher, quoteId: string): Promise<void> {
  await scanOnce(watcher);
  const service = payingChain(watcher);
  const quote = await findQuote(watcher.db, quoteId);
  if (!service || quote?.state !== 'open' || !quote.txHash) return;
  const found = await (await openChain(service)).transaction(quote.txHash, [quote.address]);
  if (!found || found.isReverted) return;
  await writeDown(watcher, quote, found);
  await placeReceipts(watcher, service);
}

/** What the hint tells beyond what the watch has read: ETH through a contract, or whose an odd amount is. */
async function writeDown(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  quote: Quote,
  { block, transfers, isOpaque }: Found,
): Promise<void> {
  const { chainId, token } = quote;
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const last = await findLastBlock(tx, chainId);
    if (!last || last.number < block.number) return; // The watch comes there by itself.
    await addReceipts(
      tx,
      transfers.map((transfer) => receiptOf(chainId, block, transfer, at)),
    );
    await revisitReceipts(tx, chainId, quote.txHash as string, at);
    // One question for each quote: hashes cost nobody anything, and the list is read by people.
    if (isOpaque && token === 'ETH' && !(await isOpaqueClaimed(tx, quote.id)))
      await addReceipts(tx, [claimOf(quote, block, at)]);
  });
}
