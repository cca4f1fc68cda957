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

/** Too few nodes answer, or they contradict one another: nothing is known. */
export class ChainUnavailable extends Error {}

const timeoutMs = seconds(10);
/** A node whose newest block is older has stopped, unless all have. Mainnet has a block every twelve seconds. */
const stoppedMs = minutes(5);

/** The nodes that answer, and how many of them must say the same. */
export interface Nodes {
  clients: readonly PublicClient[];
  quorum: number;
}

/** What no two nodes say is not believed, unless there is only one. */
const quorumOf = ({ rpcUrls }: ChainService) => Math.min(rpcUrls.length, 2);

/**
 * The nodes that answer for the right chain (asked each time: an address can change its chain) and are up to
 * date by our clock. A node far ahead of the others may be the one that is wrong. Throws `ChainUnavailable` when they
 * are fewer than must agree.
 */
export async function nodesOf(service: ChainService): Promise<Nodes> {
  const { rpcUrls, chainId } = service;
  const quorum = quorumOf(service);
  const clients = rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, {
        timeout: timeoutMs,
        retryCount: 0,
        fetchOptions: { redirect: 'error' },
      }),
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
  const usable = running.length > 0 ? running : answering;
  if (usable.length < quorum) throw tooFew(usable.length, chainId);
  return { clients: usable.map(({ client }) => client), quorum };
}

const tooFew = (count: number, chainId: number) =>
  new ChainUnavailable(`Only ${count} node answers for chain ${chainId}, and two must agree.`);

export async function fulfilledAnswers<N, T>(
  nodes: readonly N[],
  ask: (node: N) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The answers of the nodes that answer. Throws `ChainUnavailable` when they are fewer than must agree. */
export async function answersOf<T>(
  { clients, quorum }: Nodes,
  ask: (node: PublicClient) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(clients.map(ask));
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (answers.length >= quorum) return answers;
  const failed = asked.find((one) => one.status === 'rejected');
  throw new ChainUnavailable('Too few nodes of the chain answer.', { cause: failed?.reason });
}

/** What enough nodes agree on, compared by `keyOf`. */
export async function agree<T>(
  nodes: Nodes,
  ask: (node: PublicClient) => Promise<T>,
  keyOf: (answer: T) => unknown,
): Promise<T> {
  return agreedAnswer(await answersOf(nodes, ask), nodes, keyOf);
}

/**
 * The answer that as many nodes give as must agree, and more than give any other. Throws `ChainUnavailable` when
 * there is none.
 */
export function agreedAnswer<T>(
  answers: readonly T[],
  { quorum }: Pick<Nodes, 'quorum'>,
  keyOf: (answer: T) => unknown,
): T {
  const groups = [...Map.groupBy(answers, (answer) => serialize(keyOf(answer))).values()];
  const [most = [], next = []] = groups.toSorted((one, other) => other.length - one.length);
  if (most.length < quorum || most.length === next.length)
    throw new ChainUnavailable('The nodes of the chain contradict one another.');
  return most[0] as T;
}

/** The highest number that as many nodes have reached as must agree. */
export function reachedNumber(numbers: readonly bigint[], { quorum }: Pick<Nodes, 'quorum'>) {
  const reached = numbers.toSorted((one, other) => (one < other ? 1 : -1))[quorum - 1];
  if (reached === undefined) throw new ChainUnavailable('Too few nodes of the chain answer.');
  return reached;
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
