import { addAudit } from '../../../../../server/audit.store.ts';
import type { AppContext } from '../../../../../server/context.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { hours } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { lockBlocks, findLastBlock } from '../chain/block.store.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { payingChain, requireChain, listOurAddresses } from '../chain/paying-chain.service.ts';
import type { Transfer } from '../chain/transfer.gateway.ts';
import { amountOf } from '../quotes/quote.rules.ts';
import { addOnChainTransfers, listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import { newOnChainTransfer } from '../watch/block-scanner.service.ts';
import {
  findDifference,
  findOldestCheck,
  listOpenDifferences,
  lockOpenDifference,
  reopenDismissed,
  setDifference,
  sumKnownUnits,
  type TreasuryDifference,
  addDifference,
  findBalance,
  putBalance,
  type TreasuryBalance,
} from './treasury.store.ts';
import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../../../server/database/database.ts';
import { TOKENS } from '../crypto.rules.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'externalServices' | 'settings'>;
type ReviewContext = Context & { actorId: string };
type MessageAnswer = { message: string };

/** The hourly comparison was missed, or failed. */
const overdueMs = hours(2);

const DECIDED = words('This difference is no longer waiting for review.');
const NOT_THIS = words(
  'This transaction does not explain the difference. Its blocks, address or amount are different, or it is known.',
);

export async function showTreasury(context: Context) {
  const { db, clock } = context;
  const chain = payingChain(context);
  const checkedAt = chain && (await findOldestCheck(db, chain.chainId));
  return {
    checkedAt: checkedAt ?? null,
    isOverdue: checkedAt !== undefined && clock.now().getTime() - checkedAt.getTime() > overdueMs,
    differences: (await listOpenDifferences(db)).map((one) => ({
      id: one.id,
      token: one.token,
      address: one.address,
      amount: amountOf(one.units, one.token),
      fromBlock: one.fromBlock.toString(),
      toBlock: one.toBlock.toString(),
      at: one.createdAt,
    })),
  };
}

/**
 * Records what a transaction brought, which is then matched like any transfer, when the balance rose by at least that
 * in its block. What is left of the difference stays open. Throws 404, 503 when the chain cannot be asked, and 409
 * when it was decided before or the transaction does not explain it.
 */
export async function explain(
  context: ReviewContext,
  id: string,
  txHash: string,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const difference = await findDifference(context.db, id);
  if (!difference) throw new Fault(404, DECIDED);
  const found = await readTransaction(context, difference, txHash);
  return commit(async (tx) => {
    const { chainId, token } = difference;
    await lockBlocks(tx, chainId);
    const open = await lockOpenDifference(tx, id);
    if (!open) throw new Fault(409, DECIDED);
    const known = await listTransfersOfHash(tx, chainId, txHash);
    const brought = found.transfers.filter(
      ({ logIndex }) =>
        !known.some((one) => one.logIndex === logIndex && one.reviewReason !== 'opaque'),
    );
    const units = brought.reduce((sum, one) => sum + one.units, 0n);
    const block = { after: found.block.number - 1n, upTo: found.block.number };
    const isEnough = found.risenUnits - (await sumKnownUnits(tx, difference, block)) >= units;
    if (units <= 0n || units > open.units || !isEnough) throw new Fault(409, NOT_THIS);
    const at = context.clock.now();
    await addOnChainTransfers(
      tx,
      brought.map((one) => newOnChainTransfer(chainId, found.block, one, at)),
    );
    const rest = open.units - units;
    const decision = rest === 0n ? { decision: txHash } : { units: rest };
    await setDifference(tx, id, { ...decision, updatedAt: at });
    await addAudit(tx, {
      at,
      actorId: context.actorId,
      action: 'treasury_difference.explained',
      subject: id,
      before: auditSnapshot(open),
      after: { txHash, amount: amountOf(units, token) },
    });
    return { message: words('Found. The money will be matched with the open payments.') };
  });
}

/** Lays a difference aside. Throws 404 or 409 when it was decided before. */
export async function dismiss(
  { db: tx, clock, actorId }: ReviewContext,
  id: string,
  reason: string,
): Promise<MessageAnswer> {
  if (!(await findDifference(tx, id))) throw new Fault(404, DECIDED);
  const open = await lockOpenDifference(tx, id);
  if (!open) throw new Fault(409, DECIDED);
  const at = clock.now();
  await setDifference(tx, id, { decision: reason, updatedAt: at });
  await addAudit(tx, {
    at,
    actorId,
    action: 'treasury_difference.dismissed',
    subject: id,
    before: auditSnapshot(open),
    after: { reason },
  });
  return { message: words('Dismissed. It stays in the records with your reason.') };
}

/** Undoes that a difference was dismissed: it is open again. Throws 404, and 409 where a transaction explained it. */
export async function reopenDifference(
  { db: tx, clock, actorId }: Pick<ReviewContext, 'db' | 'clock' | 'actorId'>,
  id: string,
): Promise<void> {
  const difference = await findDifference(tx, id);
  if (!difference) throw new Fault(404, DECIDED);
  const at = clock.now();
  if (!(await reopenDismissed(tx, id, at))) throw new Fault(409, DECIDED);
  await addAudit(tx, {
    at,
    actorId,
    action: 'treasury_difference.reopened',
    subject: id,
    before: { ...auditSnapshot(difference), decision: difference.decision },
  });
}

/** What a transaction brought to the address, and by how much the balance rose in its block. */
async function readTransaction(
  context: Context,
  { address, token, fromBlock, toBlock, units }: TreasuryDifference,
  txHash: string,
) {
  try {
    const chain = await openChain(requireChain(context));
    const found = await chain.transaction(txHash, [address]);
    if (!found || found.isReverted) throw new Fault(409, NOT_THIS);
    const { block, isOpaque } = found;
    if (block.number <= fromBlock || block.number > toBlock) throw new Fault(409, NOT_THIS);
    const [before, after] = [
      await chain.balance(address, token, block.number - 1n),
      await chain.balance(address, token, block.number),
    ];
    // What no node can trace is believed as far as the balance rose.
    const untraced: Transfer = { txHash, logIndex: -2, token, from: address, to: address, units };
    const transfers = isOpaque && token === 'ETH' ? [untraced] : found.transfers;
    return {
      block,
      risenUnits: after - before,
      transfers: transfers.filter((one) => one.token === token && one.to === address),
    };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new Fault(
      503,
      words('The network cannot be reached at the moment. Please try again later.'),
    );
  }
}

const auditSnapshot = ({ address, token, units, fromBlock, toBlock }: TreasuryDifference) => ({
  address,
  token,
  amount: amountOf(units, token),
  blocks: `${fromBlock + 1n} to ${toBlock}`,
});

/**
 * Compares the balance of each of our addresses in a final block that was scanned with the transfers that are known
 * since the last comparison. What they do not explain is a line for review: ETH that a contract sent while no browser
 * named the transaction, money in blocks that were not scanned, or money that left. Throws `ChainUnavailable`.
 */
export async function checkTreasury(context: Context): Promise<void> {
  const { db, clock } = context;
  const service = payingChain(context);
  const last = service && (await findLastBlock(db, service.chainId));
  if (!service || !last) return;
  const { chainId, isTest } = service;
  const chain = await openChain(service);
  const { finalized } = await chain.readHeadAndFinalized();
  const block = finalized < last.number ? finalized : last.number;
  for (const address of await listOurAddresses(db)) {
    for (const token of TOKENS) {
      const units = await chain.balance(address, token, block);
      const now = { chainId, address, token, block, units, checkedAt: clock.now() };
      await inTransaction(db, (tx) => compare({ db: tx, isTest }, now));
    }
  }
}

async function compare(
  { db: tx, isTest }: Pick<Context, 'db'> & { isTest: boolean },
  now: TreasuryBalance,
): Promise<void> {
  await lockBlocks(tx, now.chainId);
  const before = await findBalance(tx, now);
  // The sandbox may have begun a new chain.
  const isNewChain = isTest && before !== undefined && before.block > now.block;
  if (!before || isNewChain) return putBalance(tx, now);
  if (before.block > now.block) return; // Another instance was faster.
  const range = { after: before.block, upTo: now.block };
  const units = now.units - before.units - (await sumKnownUnits(tx, now, range));
  if (units !== 0n) {
    const { chainId, address, token, checkedAt } = now;
    await addDifference(tx, {
      id: randomUUID(),
      chainId,
      address,
      token,
      units,
      fromBlock: before.block,
      toBlock: now.block,
      decision: null,
      createdAt: checkedAt,
      updatedAt: checkedAt,
    });
  }
  await putBalance(tx, now);
}
