import type { PublicClient } from 'viem';
import { fulfilled, unanimous } from './nodes.gateway.ts';
import type { Transfer } from './transfer.gateway.ts';

/**
 * ETH that contracts passed on to our addresses within a transaction; undefined when no node traces it. Most public
 * nodes refuse to, in ways of their own, and anybody can send a transaction whose trace takes for ever: as the nodes
 * have just told of the transaction itself, none of that is waited for, and a person is asked. Throws `ChainAway` when
 * those that trace it contradict one another.
 */
export async function innerTransfers(
  nodes: readonly PublicClient[],
  txHash: string,
  ours: ReadonlySet<string>,
): Promise<Transfer[] | undefined> {
  const traces = await fulfilled(nodes, async (node) => {
    const root = await node.request<Trace>({
      method: 'debug_traceTransaction',
      params: [txHash, { tracer: 'callTracer' }],
    });
    return (root.calls ?? [])
      .flatMap(moneyIn)
      .filter(({ to }) => ours.has(to))
      .map((transfer, index): Transfer => ({ ...transfer, txHash, logIndex: -2 - index }));
  });
  return unanimous(traces, (transfers) => transfers);
}

/** https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer */
interface Trace {
  Method: 'debug_traceTransaction';
  Parameters: [string, { tracer: 'callTracer' }];
  ReturnType: Frame;
}

/** One call of a trace, with the calls that it made. */
interface Frame {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: Frame[];
}

/** ETH that a call and those below it moved; what failed moved nothing. */
function moneyIn({
  type,
  from,
  to,
  value,
  error,
  calls = [],
}: Frame): Omit<Transfer, 'txHash' | 'logIndex'>[] {
  if (error) return [];
  const units = BigInt(value ?? 0);
  const moves = (type === 'CALL' || type === 'SELFDESTRUCT') && to !== undefined && units > 0n;
  const own = moves
    ? [{ token: 'ETH' as const, from: from.toLowerCase(), to: to.toLowerCase(), units }]
    : [];
  return [...own, ...calls.flatMap(moneyIn)];
}
