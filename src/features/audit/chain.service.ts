import type { AppContext } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { minutes } from '../../shared/time.ts';
import type { ChainFault } from './chain.contract.ts';
import {
  addLinks,
  findHead,
  findLeftOut,
  findMisplaced,
  LAST_PLACE,
  type Link,
  listLinks,
  listUnsealed,
  lockChain,
} from './chain.store.ts';

/** Rows that are sealed in one transaction, and that are read at once to check them. */
const atOnce = 1000;
/** A check names so many faults; it counts them all. */
const mostNamed = 20;
/** Clocks of instances differ by seconds, and a row waits for the job for a minute. */
const mostBackMs = minutes(10);

type Keys = Pick<AppContext, 'secrets'>;

/** Keyed, so that who can write to the database alone cannot make a chain that fits what they changed. */
export const hashOf = ({ secrets }: Keys, before: string, content: string) =>
  secrets.digest('audit-chain', `${before}\n${content}`);

const isHashOf = ({ secrets }: Keys, hash: string, [before, content]: [string, string]) =>
  secrets.digests('audit-chain', `${before}\n${content}`).includes(hash);

/** Gives a link to every row of the audit log that has none. Done by a job, so that writing a row waits for no other. */
export async function sealAudit(
  context: Pick<AppContext, 'db' | 'clock' | 'secrets'>,
): Promise<number> {
  for (let sealed = 0; ; ) {
    const added = await inTransaction(context.db, (tx) => sealSome(context, tx));
    sealed += added;
    if (added < atOnce) return sealed;
  }
}

async function sealSome(
  context: Pick<AppContext, 'clock' | 'secrets'>,
  tx: Database,
): Promise<number> {
  await lockChain(tx);
  let last = await findHead(tx);
  const links: Link[] = [];
  for (const { id, content } of await listUnsealed(tx, atOnce)) {
    if (last?.position === LAST_PLACE)
      throw new Error(
        'Somebody put a link at the last place of audit_chain: nothing can be sealed.',
      );
    last = {
      position: (last?.position ?? 0) + 1,
      auditId: id,
      hash: hashOf(context, last?.hash ?? '', content),
      sealedAt: context.clock.now(),
    };
    links.push(last);
  }
  await addLinks(tx, links);
  return links.length;
}

/** What a check of the chain found. */
export interface ChainReport {
  /** Rows that have a link. */
  sealed: number;
  /** Rows that wait for the job. */
  waiting: number;
  /** The last link; a copy elsewhere shows later whether the end was cut off. */
  head: { position: number; hash: string; sealedAt: Date } | null;
  total: number;
  faults: ChainFault[];
}

/**
 * Reads the whole log along its chain, and writes nothing. Finds rows that were changed, are gone, or were put in
 * between: with a time before rows that were sealed earlier, or beside the chain.
 */
export async function checkChain(db: Database, keys: Keys): Promise<ChainReport> {
  const faults = new Faults();
  let [sealed, position, hash, newest] = [0, 0, '', 0];
  let head: ChainReport['head'] = null;
  for (let links = await listLinks(db, 0, atOnce); links.length > 0; ) {
    for (const link of links) {
      faults.addGap(position, link.position);
      const kind = faultOf(keys, hash, link, newest);
      if (kind) faults.add(kind, [link.auditId]);
      ({ position, hash } = link);
      sealed++;
      newest = Math.max(newest, link.at?.getTime() ?? 0);
      head = { position, hash, sealedAt: link.sealedAt };
    }
    links = await listLinks(db, position, atOnce);
  }
  const misplaced = await findMisplaced(db, mostNamed);
  faults.add('inserted', misplaced.ids, misplaced.count);
  const { ids, count, waiting } = await findLeftOut(db, mostNamed);
  faults.add('inserted', ids, count);
  return { sealed, waiting, head, total: faults.total, faults: faults.named };
}

/** Counts what was found and keeps the first of it. */
class Faults {
  total = 0;
  readonly named: ChainFault[] = [];

  add(kind: ChainFault['kind'], ids: number[], count = ids.length): void {
    this.total += count;
    const remaining = mostNamed - this.named.length;
    this.named.push(...ids.slice(0, remaining).map((id) => ({ kind, id })));
  }

  /** The places between two links: one link put in far away makes more of them than could be gone through. */
  addGap(from: number, to: number): void {
    const count = to - from - 1;
    const ids = Array.from({ length: Math.min(count, mostNamed) }, (_, n) => from + 1 + n);
    this.add('link_removed', ids, count);
  }
}

type Read = Awaited<ReturnType<typeof listLinks>>[number];

function faultOf(
  keys: Keys,
  before: string,
  { content, at, hash }: Read,
  newestMs: number,
): ChainFault['kind'] | undefined {
  if (content === null || at === null) return 'removed';
  if (!isHashOf(keys, hash, [before, content])) return 'changed';
  return at.getTime() < newestMs - mostBackMs ? 'inserted' : undefined;
}
