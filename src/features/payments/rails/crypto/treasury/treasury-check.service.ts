import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../../../server/context.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import { findLastBlock, lockBlocks } from '../chain/block.store.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { payingChain } from '../chain/paying-chain.service.ts';
import { TOKENS } from '../crypto.rules.ts';
import { listOurAddresses } from '../quotes/our-addresses.service.ts';
import {
  addDifference,
  findBalance,
  putBalance,
  sumKnownUnits,
  type TreasuryBalance,
} from './treasury.store.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'externalServices' | 'settings'>;

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
