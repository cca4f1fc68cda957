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

/** No node answers, or they contradict one another: nothing is known, and nothing may be concluded from it. */
export class ChainUnavailable extends Error {}

/** The specification's time-out of chain nodes (§9). */
const timeoutMs = seconds(10);
/** A node whose newest block is older than this has stopped, where another one's is not. Mainnet has one every twelve seconds. */
const stoppedMs = minutes(5);

/**
 * The nodes that answer for the right chain (asked each time: an address can come to mean another one) and go on
 * reading it. By the blocks' times and our clock: who is far ahead of the others may be the one that lies.
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

/** What came of it where something did. */
export async function fulfilledAnswers<N, T>(
  nodes: readonly N[],
  ask: (node: N) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The answers of those that answer. */
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

/** What all nodes that answer say; when they differ in what counts, nobody is believed. */
export async function agree<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
  keyOf: (answer: T) => unknown,
): Promise<T> {
  return unanimous(await answersOf(nodes, ask), keyOf) as T;
}

/** The one thing that all of them say; undefined of nobody. Throws `ChainUnavailable` when they differ in what counts. */
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
