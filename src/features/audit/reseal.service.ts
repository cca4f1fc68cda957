import { addAudit } from '../../server/audit.store.ts';
import type { AppContext } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { checkChain, hashOf } from './chain.service.ts';
import {
  findHead,
  forbidNewHashes,
  listLinks,
  lockChain,
  permitNewHashes,
  setHashes,
} from './chain.store.ts';

const atOnce = 1000;

type ResealContext = Pick<AppContext, 'db' | 'clock' | 'secrets'>;

/** What became of the chain: `broken` has faults, and is left as it is so that they stay visible. */
export type Resealed =
  | { outcome: 'current'; links: number }
  | { outcome: 'broken'; links: number }
  | { outcome: 'resealed'; links: number; before: string; after: string };

/**
 * Hashes every link anew with the current secret, so that the one before can be forgotten: all or none, as each link
 * depends on the one before. `current` holds the current secret alone.
 */
export async function resealChain(
  { db, clock, secrets }: ResealContext,
  current: AppContext['secrets'],
): Promise<Resealed> {
  return inTransaction(db, async (tx) => {
    await lockChain(tx);
    const own = await checkChain(tx, { secrets: current });
    if (own.total === 0) return { outcome: 'current', links: own.sealed };
    const { total, sealed, head } = await checkChain(tx, { secrets });
    if (total > 0 || !head) return { outcome: 'broken', links: sealed };
    await permitNewHashes(tx);
    const after = await hashAnew(tx, current);
    await forbidNewHashes(tx);
    await addAudit(tx, {
      at: clock.now(),
      action: 'site.log_resealed',
      before: { lastSeal: head.hash },
      after: { lastSeal: after },
    });
    return { outcome: 'resealed', links: sealed, before: head.hash, after };
  });
}

async function hashAnew(tx: Database, secrets: AppContext['secrets']): Promise<string> {
  let [position, before] = [0, ''];
  for (
    let links = await listLinks(tx, 0, atOnce);
    links.length > 0;
    links = await listLinks(tx, position, atOnce)
  ) {
    const anew = links.map(({ position: place, content }) => {
      before = hashOf({ secrets }, before, content ?? '');
      return { position: place, hash: before };
    });
    await setHashes(tx, anew);
    position = anew.at(-1)?.position ?? position;
  }
  return (await findHead(tx))?.hash ?? '';
}
