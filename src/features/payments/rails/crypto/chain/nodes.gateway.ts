import {
  BlockNotFoundError,
  createPublicClient,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainService } from '../../../../../server/external-services.ts';
import { minutes, seconds } from '../../../../../shared/time.ts';

/** No node answers, or they contradict one another: nothing is known. */
export class ChainUnavailable extends Error {}

const timeoutMs = seconds(10);
/** A node whose newest block is older has stopped, unless all have. Mainnet has a block every twelve seconds. */
const stoppedMs = minutes(5);

/**
 * The nodes that answer for the right chain (asked each time: an address can change its chain) and are up to
 * date by our clock. A node far ahead of the others may be the one that is wrong.
 */
export async function nodesOf({ rpcUrls, chainId }: ChainService): Promise<PublicClient[]> {
  const clients = rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
      cacheTime: 0,
    }),
  );
  const right = await fulfilledAnswers(clients, async (client) => {
    const [id, { timestamp }] = await Promise.all([
      client.getChainId(),
      client.getBlock({ blockTag: 'latest' }),
    ]);
    return id === chainId ? [{ client, blockAt: Number(timestamp) * 1000 }] : [];
  });
  const answering = right.flat();
  if (answering.length === 0) throw new ChainUnavailable(`No node answers for chain ${chainId}.`);
  const running = answering.filter(({ blockAt }) => blockAt > Date.now() - stoppedMs);
  return (running.length > 0 ? running : answering).map(({ client }) => client);
}

export async function fulfilledAnswers<N, T>(
  nodes: readonly N[],
  ask: (node: N) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The answers of the nodes that answer. Throws `ChainUnavailable` when none does. */
export async function answersOf<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (answers.length > 0) return answers;
  const [failed] = asked;
  throw new ChainUnavailable('No node of the chain answers.', {
    cause: failed?.status === 'rejected' ? failed.reason : undefined,
  });
}

/** What all nodes that answer agree on, compared by `keyOf`. */
export async function agree<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
  keyOf: (answer: T) => unknown,
): Promise<T> {
  return unanimous(await answersOf(nodes, ask), keyOf) as T;
}

/** The answer when all are equal by `keyOf`; undefined without any. Throws `ChainUnavailable` when they differ. */
export function unanimous<T>(
  answers: readonly T[],
  whatCounts: (answer: T) => unknown,
): T | undefined {
  const said = new Set(answers.map((answer) => serialize(whatCounts(answer))));
  if (said.size > 1) throw new ChainUnavailable('The nodes of the chain contradict one another.');
  return answers[0];
}

const serialize = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ??
  'nothing';

export async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isMissing =
      error instanceof BlockNotFoundError ||
      error instanceof TransactionNotFoundError ||
      error instanceof TransactionReceiptNotFoundError;
    if (isMissing) return undefined;
    throw error;
  }
}
