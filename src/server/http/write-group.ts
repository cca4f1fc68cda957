import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import type { AppContext, RequestContext } from '../context.ts';
import { type Database, losesConnection } from '../database/database.ts';
import { commitTogether, type IdempotentRequest, type Outcome, runOnce } from './idempotency.ts';

/** So many share a transaction at the most: who waits behind them waits for one short transaction. */
const largestGroup = 100;
/** While one waits for its commit, the next one writes. */
const groupsAtOnce = 2;

/** One write on its way to its answer. */
export interface GroupedWrite {
  keyed: IdempotentRequest | undefined;
  /** The context of one try; what an earlier try has set is forgotten. */
  begin(tx: Database): RequestContext<AnyEndpoint>;
  toOutcome(answer: unknown): Outcome;
}

type HandleTogether = (contexts: readonly RequestContext<AnyEndpoint>[]) => Promise<unknown[]>;

interface Waiting {
  write: GroupedWrite;
  answer: PromiseWithResolvers<Outcome>;
}

/**
 * Commits the writes of one route that come while others are being committed in one transaction: a commit costs more
 * than the rows. Nobody waits for a group to fill, only for the end of a turn of the event loop. Each is answered after
 * its commit, and is as atomic and repeatable as by itself.
 */
export function createWriteGroup(context: AppContext, handle: HandleTogether) {
  let waiting: Waiting[] = [];
  let running = 0;

  async function work(): Promise<void> {
    running++;
    // Those that the same turn of the event loop has read come with the first.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup);
      waiting = waiting.slice(largestGroup);
      await commitGroup(context, handle, group);
    }
    running--;
  }

  return (write: GroupedWrite): Promise<Outcome> => {
    const answer = Promise.withResolvers<Outcome>();
    waiting.push({ write, answer });
    if (running < groupsAtOnce) void work();
    return answer.promise;
  };
}

/** Never throws: what goes wrong is the answer of whom it concerns. */
async function commitGroup(
  context: AppContext,
  handle: HandleTogether,
  group: readonly Waiting[],
): Promise<void> {
  const [first] = group;
  if (first && group.length === 1) {
    const { write, answer } = first;
    const effect = async (tx: Database) => write.toOutcome((await handle([write.begin(tx)]))[0]);
    await runOnce(context, write.keyed, effect).then(answer.resolve, answer.reject);
    return;
  }
  try {
    const keyed = group.map(({ write }) => write.keyed);
    const outcomes = await commitTogether(context, keyed, async (tx) => {
      const answers = await handle(group.map(({ write }) => write.begin(tx)));
      return group.map(({ write }, n) => write.toOutcome(answers[n]));
    });
    for (const [n, { answer }] of group.entries()) answer.resolve(outcomes[n] as Outcome);
  } catch (error) {
    if (losesConnection(error)) {
      for (const { answer } of group) answer.reject(error);
      return;
    }
    // One of them cannot be written with the others. It meets its error again in a group of its own, and is answered.
    const middle = Math.ceil(group.length / 2);
    await Promise.all([
      commitGroup(context, handle, group.slice(0, middle)),
      commitGroup(context, handle, group.slice(middle)),
    ]);
  }
}
