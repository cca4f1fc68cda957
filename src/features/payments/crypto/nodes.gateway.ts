import {
  BlockNotFoundError,
  createPublicClient,
  http,
  HttpRequestError,
  type PublicClient,
  TimeoutError,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainService } from '../../../server/outside.ts';
import { seconds } from '../../../shared/time.ts';

/** No node answers, or they contradict one another: nothing is known, and nothing may be concluded from it. */
export class ChainAway extends Error {}

/** The specification's time-out of chain nodes (§9). */
const timeoutMs = seconds(10);
/** The nodes that answer, for the right chain (asked each time: an address can come to mean another one). */
export async function nodesOf({ rpcUrls, chainId }: ChainService): Promise<PublicClient[]> {
  const clients = rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
      cacheTime: 0,
    }),
  );
  const ids = await Promise.allSettled(clients.map((client) => client.getChainId()));
  const right = clients.filter((_, index) => {
    const id = ids[index];
    return id?.status === 'fulfilled' && id.value === chainId;
  });
  if (right.length === 0) throw new ChainAway(`No node answers for chain ${chainId}.`);
  return right;
}

/** The answers of those that answer. */
export async function those<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
): Promise<T[]> {
  const asked = await Promise.allSettled(nodes.map(ask));
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (answers.length > 0) return answers;
  const [failed] = asked;
  throw new ChainAway('No node of the chain answers.', {
    cause: failed?.status === 'rejected' ? failed.reason : undefined,
  });
}

/** What all nodes that answer say; when they differ in what counts, nobody is believed. */
export async function agree<T>(
  nodes: readonly PublicClient[],
  ask: (node: PublicClient) => Promise<T>,
  whatCounts: (answer: T) => unknown,
): Promise<T> {
  const answers = await those(nodes, ask);
  const said = new Set(answers.map((answer) => inWords(whatCounts(answer))));
  if (said.size > 1) throw new ChainAway('The nodes of the chain contradict one another.');
  return answers[0] as T;
}

const inWords = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ??
  'nothing';

export const isAway = (error: unknown) =>
  error instanceof HttpRequestError || error instanceof TimeoutError;

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
