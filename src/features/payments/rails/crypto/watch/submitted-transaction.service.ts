import { type AppContext } from '../../../../../server/context.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import { findLastBlock, lockBlocks } from '../chain/block.store.ts';
import { type FoundTransaction, openChain } from '../chain/chain.gateway.ts';
import { addOnChainTransfers } from '../settlement/on-chain-transfer.store.ts';
import { hasOpaqueTransfer } from '../settlement/matching.store.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { matchTransfers } from '../settlement/matching.service.ts';
import { findQuote, isSubmitted, type SubmittedQuote } from '../quotes/quote.store.ts';
import { newOpaqueTransfer, newOnChainTransfer } from './block-scanner.service.ts';
import { scanOnce, type WatchContext } from './watch.service.ts';

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
