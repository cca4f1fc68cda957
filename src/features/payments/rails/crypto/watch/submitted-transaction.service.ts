import { type AppContext } from '../../../../../server/context.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import { findLastBlock, lockBlocks } from '../chain/block.store.ts';
import { type FoundTransaction, openChain } from '../chain/chain.gateway.ts';
import { addReceipts } from '../settlement/receipt.store.ts';
import { hasOpaqueReceipt, reopenUnmatched } from '../settlement/matching.store.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { matchReceipts } from '../settlement/matching.service.ts';
import { findQuote, type Quote } from '../quotes/quote.store.ts';
import { newOpaqueReceipt, newReceipt } from './block-scanner.service.ts';
import { scanOnce, type WatchContext } from './watch.service.ts';

/**
 * Looks at once at the transaction of which a browser says that it pays a quote: reads the chain up to its end,
 * and where the block was read before the hint came, looks into the transaction itself. Throws `ChainUnavailable`.
 */
export async function checkSubmittedTransaction(
  context: WatchContext,
  quoteId: string,
): Promise<void> {
  await scanOnce(context);
  const service = payingChain(context);
  const quote = await findQuote(context.db, quoteId);
  if (!service || quote?.state !== 'open' || !quote.txHash) return;
  const found = await (await openChain(service)).transaction(quote.txHash, [quote.address]);
  if (!found || found.isReverted) return;
  await recordTransaction(context, quote, found);
  await matchReceipts(context, service);
}

/** What the hint tells beyond what the watch has read: ETH through a contract, or whose an odd amount is. */
async function recordTransaction(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  quote: Quote,
  { block, transfers, isOpaque }: FoundTransaction,
): Promise<void> {
  const { chainId, token } = quote;
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const last = await findLastBlock(tx, chainId);
    if (!last || last.number < block.number) return; // The watch comes there by itself.
    await addReceipts(
      tx,
      transfers.map((transfer) => newReceipt(chainId, block, transfer, at)),
    );
    await reopenUnmatched(tx, chainId, quote.txHash as string, at);
    // One question for each quote: hashes cost nobody anything, and the list is read by people.
    if (isOpaque && token === 'ETH' && !(await hasOpaqueReceipt(tx, quote.id)))
      await addReceipts(tx, [newOpaqueReceipt(quote, block, at)]);
  });
}
