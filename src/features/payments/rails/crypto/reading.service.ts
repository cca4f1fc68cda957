import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import type { ChainService } from '../../../../server/external-services.ts';
import { Fault } from '../../../../shared/fault.ts';
import { days } from '../../../../shared/time.ts';
import {
  addBlock,
  findLastBlock,
  listReadBlocks,
  lockBlocks,
  type ReadBlock,
  removeBlocksAbove,
  removeBlocksBelow,
} from './block.store.ts';
import type { BlockId } from './answers.gateway.ts';
import { type Chain, openChain } from './chain.gateway.ts';
import { ChainAway } from './nodes.gateway.ts';
import type { Transfer } from './transfer.gateway.ts';
import { addReceipts, type ChainReceipt, orphanReceiptsAbove } from './chain.store.ts';
import { isOpaqueClaimed } from './placement.store.ts';
import { NO_PRICE } from './crypto.rules.ts';
import type { Quote } from './quote.store.ts';
import { isAnyQuoteOpen } from './watch.store.ts';
import { listHinted } from './asking.store.ts';

/** Blocks that are kept below the last final one; more than any reorganisation undoes. */
const keptBlocks = 64n;
const mostKept = 1000;
/** A chain that nobody was asked to pay on for so long is not read up from where it was left. */
const longIdleMs = days(1);

type Reader = Pick<AppContext, 'db' | 'clock'>;

/**
 * From which block a chain must be read for a quote of now: none when it is being read already.
 * Throws 503 when the chain says nothing sure: what would not be found is not asked for.
 */
export async function whereToBegin(
  db: Database,
  service: ChainService,
  now: Date,
): Promise<ReadBlock | undefined> {
  const last = await findLastBlock(db, service.chainId);
  const isRunning =
    last && (now.getTime() - last.readAt.getTime() < longIdleMs || (await isAnyQuoteOpen(db)));
  if (isRunning) return undefined;
  try {
    const { head } = await (await openChain(service)).heights();
    return { chainId: service.chainId, number: head.number, hash: head.hash, readAt: now };
  } catch (error) {
    if (error instanceof ChainAway) throw new Fault(503, NO_PRICE);
    throw error;
  }
}

/**
 * Reads every block from the last one that was read up to the newest, and writes down what came to our addresses.
 * Each block is one transaction that begins where the one before ended, so a kill, a second reader and a
 * reorganisation between two blocks leave nothing out and nothing twice. Answers how many were read.
 */
export async function readBlocks(
  reader: Reader,
  chain: Chain,
  { head, ours, isTest }: { head: BlockId; ours: readonly string[]; isTest: boolean },
): Promise<number> {
  const found = await findLastBlock(reader.db, chain.chainId);
  if (!found) return 0;
  let last = (await isStillThere(chain, found, head))
    ? found
    : await stepBack(reader, chain, { head, isTest });
  let count = 0;
  for (; last.number < head.number; count++) {
    const block = await chain.block(last.number + 1n, ours);
    // The chain has changed since it was asked how long it is: the next round sees how.
    if (!block || block.id.parentHash !== last.hash) break;
    const { transfers, claims } = await innerMoney(reader.db, chain, block, ours);
    const at = reader.clock.now();
    const next = await append(reader, chain, last, block.id, [
      ...[...block.transfers, ...transfers].map((one) =>
        receiptOf(chain.chainId, block.id, one, at),
      ),
      ...claims.map((quote) => claimOf(quote, block.id, at)),
    ]);
    if (!next) break; // Somebody else reads as well, and was quicker.
    last = next;
  }
  return count;
}

/** Forgets blocks that nothing can undo any more. */
export async function forgetOldBlocks(db: Database, chainId: number, finalized: bigint) {
  await removeBlocksBelow(db, chainId, finalized - keptBlocks);
}

/** A node may lag behind what was read: then its newest block is compared with ours of the same number. */
async function isStillThere(chain: Chain, last: ReadBlock, head: BlockId): Promise<boolean> {
  if (last.number > head.number) return false;
  const now = last.number === head.number ? head : await chain.header(last.number);
  return now?.hash === last.hash;
}

/**
 * A reorganisation: goes back to the last block that still stands, and what was in those above is orphaned.
 * Throws `ChainAway` when the node only lags, or denies everything that we know: the latter ends a sandbox's
 * chain and begins another, a real one never.
 */
async function stepBack(
  reader: Reader,
  chain: Chain,
  { head, isTest }: { head: BlockId; isTest: boolean },
): Promise<ReadBlock> {
  const { db, clock } = reader;
  const { chainId } = chain;
  const known = await listReadBlocks(db, chainId, { limit: mostKept });
  let stands: ReadBlock | undefined;
  for (const block of known) {
    if (block.number > head.number) continue;
    const now = block.number === head.number ? head : await chain.header(block.number);
    if (now?.hash !== block.hash) continue;
    stands = block;
    break;
  }
  if (stands?.number === head.number) throw new ChainAway('The node lags behind what was read.');
  if (!stands && !isTest) throw new ChainAway('The node denies every block that was read.');
  const from = stands ?? { chainId, number: head.number, hash: head.hash, readAt: clock.now() };
  await inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const above = stands ? stands.number : -1n;
    await orphanReceiptsAbove(tx, chainId, above, clock.now());
    await removeBlocksAbove(tx, chainId, above);
    if (!stands) await addBlock(tx, from);
  });
  return from;
}

/**
 * ETH through contracts is only looked for in transactions of which somebody says that they pay. `claims`: quotes
 * whose transaction no node can look into.
 */
async function innerMoney(
  db: Database,
  chain: Chain,
  block: { hashes: string[]; transfers: Transfer[] },
  ours: readonly string[],
): Promise<{ transfers: Transfer[]; claims: Quote[] }> {
  const hinted = (await listHinted(db, block.hashes)).filter(({ token }) => token === 'ETH');
  const found: { transfers: Transfer[]; claims: Quote[] } = { transfers: [], claims: [] };
  for (const [txHash, quote] of new Map(hinted.map((one) => [one.txHash, one]))) {
    const isDirect = block.transfers.some((one) => one.txHash === txHash && one.token === 'ETH');
    if (!txHash || isDirect) continue;
    const { transfers = [], isOpaque = false } = (await chain.transaction(txHash, ours)) ?? {};
    found.transfers.push(...transfers.filter(({ token }) => token === 'ETH'));
    if (isOpaque && !(await isOpaqueClaimed(db, quote.id))) found.claims.push(quote);
  }
  return found;
}

/** Adds a block with what it brought; undefined, and nothing is written, when it does not follow the last one any more. */
async function append(
  { db, clock }: Reader,
  { chainId }: Chain,
  last: ReadBlock,
  block: BlockId,
  receipts: ChainReceipt[],
): Promise<ReadBlock | undefined> {
  return inTransaction(db, async (tx) => {
    await lockBlocks(tx, chainId);
    const now = await findLastBlock(tx, chainId);
    if (now?.hash !== last.hash || now.number !== last.number) return undefined;
    const read = { chainId, number: block.number, hash: block.hash, readAt: clock.now() };
    await addReceipts(tx, receipts);
    await addBlock(tx, read);
    return read;
  });
}

/** Money as it is first written down. */
export const receiptOf = (
  chainId: number,
  block: BlockId,
  { txHash, logIndex, token, from, to, units, sentUnits }: Transfer,
  at: Date,
): ChainReceipt => ({
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
 * What should have come for a quote with a transaction into which nobody can look: a person is asked. It stands for
 * nothing else that the transaction brought, which may be a stranger's.
 */
export const claimOf = (
  { id: quoteId, chainId, txHash, token, address, units }: Quote,
  block: BlockId,
  at: Date,
): ChainReceipt => {
  const claimed = {
    txHash: txHash as string,
    logIndex: -2,
    token,
    from: address,
    to: address,
    units,
  };
  const review = { state: 'review', reviewReason: 'opaque', quoteId } as const;
  return { ...receiptOf(chainId, block, claimed, at), ...review };
};
