import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { days } from '../../../../../shared/time.ts';
import {
  addBlock,
  findLastBlock,
  listReadBlocks,
  lockBlocks,
  type ReadBlock,
  removeBlocksAbove,
  removeBlocksBelow,
} from '../chain/block.store.ts';
import { type BlockId, type Chain, openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import type { Transfer } from '../chain/transfer.gateway.ts';
import {
  addOnChainTransfers,
  type OnChainTransfer,
  orphanTransfersAbove,
} from '../settlement/on-chain-transfer.store.ts';
import { hasOpaqueTransfer } from '../settlement/matching.store.ts';
import { NO_PRICE } from '../crypto.rules.ts';
import type { SubmittedQuote } from '../quotes/quote.store.ts';
import { hasOpenQuote, listQuotesBySubmittedHash } from '../quotes/open-quotes.store.ts';

/** Blocks that are stored below the last final one; more than any reorganisation undoes. */
const retainedBlocks = 64n;
const maxKnownBlocks = 1000;
/** After so long without an open quote, scanning starts at the newest block. */
const longIdleMs = days(1);

type ScanContext = Pick<AppContext, 'db' | 'clock'>;

/**
 * From which block to scan for a new quote; undefined when the chain is being scanned already. Throws 503 when
 * the chain cannot be read: money for the quote would not be found.
 */
export async function firstBlockToScan(
  db: Database,
  service: ChainService,
  now: Date,
): Promise<ReadBlock | undefined> {
  const last = await findLastBlock(db, service.chainId);
  const isRunning =
    last && (now.getTime() - last.readAt.getTime() < longIdleMs || (await hasOpenQuote(db)));
  if (isRunning) return undefined;
  try {
    const { head } = await (await openChain(service)).readHeadAndFinalized();
    return { chainId: service.chainId, number: head.number, hash: head.hash, readAt: now };
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Fault(503, NO_PRICE);
    throw error;
  }
}

/**
 * Scans every block after the last one that was scanned, and records money to our addresses. Each block is one
 * transaction that begins where the one before ended, so a kill, a second instance and a reorganisation between
 * two blocks leave nothing out and nothing twice. Returns how many were scanned.
 */
export async function scanBlocks(
  context: ScanContext,
  chain: Chain,
  { head, ours, isTest }: { head: BlockId; ours: readonly string[]; isTest: boolean },
): Promise<number> {
  const found = await findLastBlock(context.db, chain.chainId);
  if (!found) return 0;
  let last = (await isStillThere(chain, found, head))
    ? found
    : await rollBack(context, chain, { head, isTest });
  let count = 0;
  for (; last.number < head.number; count++) {
    const block = await chain.block(last.number + 1n, ours);
    // The chain has changed since its height was read: the next round sees how.
    if (!block || block.id.parentHash !== last.hash) break;
    const { transfers, claims } = await findInternalTransfers(context.db, chain, block, ours);
    const at = context.clock.now();
    const next = await appendBlock(context, chain, last, block.id, [
      ...[...block.transfers, ...transfers].map((one) =>
        newOnChainTransfer(chain.chainId, block.id, one, at),
      ),
      ...claims.map((quote) => newOpaqueTransfer(quote, block.id, at)),
    ]);
    if (!next) break; // Another instance was faster.
    last = next;
  }
  return count;
}

/** Deletes blocks that nothing can undo any more. */
export async function removeOldBlocks(db: Database, chainId: number, finalized: bigint) {
  await removeBlocksBelow(db, chainId, finalized - retainedBlocks);
}

/** A node may lag behind what was scanned: then its newest block is compared with ours of the same number. */
async function isStillThere(chain: Chain, last: ReadBlock, head: BlockId): Promise<boolean> {
  if (last.number > head.number) return false;
  const now = last.number === head.number ? head : await chain.header(last.number);
  return now?.hash === last.hash;
}

/**
 * After a reorganisation: returns to the last block that both have; transfers in those above are orphaned.
 * Throws `ChainUnavailable` when the node only lags, or when it denies every known block: that means a new
 * chain in the sandbox, and never on a real one.
 */
async function rollBack(
  context: ScanContext,
  chain: Chain,
  { head, isTest }: { head: BlockId; isTest: boolean },
): Promise<ReadBlock> {
  const { db, clock } = context;
  const { chainId } = chain;
  const known = await listReadBlocks(db, chainId, { limit: maxKnownBlocks });
  let common: ReadBlock | undefined;
  for (const block of known) {
    if (block.number > head.number) continue;
    const now = block.number === head.number ? head : await chain.header(block.number);
    if (now?.hash !== block.hash) continue;
    common = block;
    break;
  }
  if (common?.number === head.number)
    throw new ChainUnavailable('The node lags behind what was read.');
  if (!common && !isTest) throw new ChainUnavailable('The node denies every block that was read.');
  const from = common ?? { chainId, number: head.number, hash: head.hash, readAt: clock.now() };
  await inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const above = common ? common.number : -1n;
    await orphanTransfersAbove(tx, chainId, above, clock.now());
    await removeBlocksAbove(tx, chainId, above);
    if (!common) await addBlock(tx, from);
  });
  return from;
}

/**
 * ETH through contracts is only looked for in transactions that a browser submitted. `claims`: quotes whose
 * transaction no node can trace.
 */
async function findInternalTransfers(
  db: Database,
  chain: Chain,
  block: { hashes: string[]; transfers: Transfer[] },
  ours: readonly string[],
): Promise<{ transfers: Transfer[]; claims: SubmittedQuote[] }> {
  const hinted = (await listQuotesBySubmittedHash(db, block.hashes)).filter(
    ({ token }) => token === 'ETH',
  );
  const found: { transfers: Transfer[]; claims: SubmittedQuote[] } = { transfers: [], claims: [] };
  for (const [txHash, quote] of new Map(hinted.map((one) => [one.txHash, one]))) {
    const isDirect = block.transfers.some((one) => one.txHash === txHash && one.token === 'ETH');
    if (!txHash || isDirect) continue;
    const { transfers = [], isOpaque = false } = (await chain.transaction(txHash, ours)) ?? {};
    found.transfers.push(...transfers.filter(({ token }) => token === 'ETH'));
    if (isOpaque && !(await hasOpaqueTransfer(db, quote.id)))
      found.claims.push({ ...quote, txHash });
  }
  return found;
}

/** Adds a block with its transfers; writes nothing and returns undefined when it no longer follows the last one. */
async function appendBlock(
  { db, clock }: ScanContext,
  { chainId }: Chain,
  last: ReadBlock,
  block: BlockId,
  transfers: OnChainTransfer[],
): Promise<ReadBlock | undefined> {
  return inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const now = await findLastBlock(tx, chainId);
    if (now?.hash !== last.hash || now.number !== last.number) return undefined;
    const read = { chainId, number: block.number, hash: block.hash, readAt: clock.now() };
    await addOnChainTransfers(tx, transfers);
    await addBlock(tx, read);
    return read;
  });
}

export const newOnChainTransfer = (
  chainId: number,
  block: BlockId,
  { txHash, logIndex, token, from, to, units, sentUnits }: Transfer,
  at: Date,
): OnChainTransfer => ({
  id: randomUUID(),
  chainId,
  txHash,
  logIndex,
  token,
  fromAddress: from,
  toAddress: to,
  units,
  sentUnits: sentUnits ?? null,
  blockNumber: block.number,
  blockHash: block.hash,
  blockAt: block.at,
  state: 'seen',
  quoteId: null,
  paymentId: null,
  reviewReason: null,
  decision: null,
  seenAt: at,
  updatedAt: at,
});

/**
 * The amount of a quote whose transaction no node can trace, for review. It represents nothing else that the
 * transaction brought, which may be for another quote.
 */
export const newOpaqueTransfer = (
  { id: quoteId, chainId, txHash, token, address, units }: SubmittedQuote,
  block: BlockId,
  at: Date,
): OnChainTransfer => {
  const claimed = {
    txHash,
    logIndex: -2,
    token,
    from: address,
    to: address,
    units,
  };
  const review = { state: 'review', reviewReason: 'opaque', quoteId } as const;
  return { ...newOnChainTransfer(chainId, block, claimed, at), ...review };
};
