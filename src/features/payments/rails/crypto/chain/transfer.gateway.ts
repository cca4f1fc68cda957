import { decodeFunctionData, erc20Abi, parseAbiItem } from 'viem';
import type { Token } from '../crypto.rules.ts';
import { agreedAnswer, fulfilledAnswers, type Nodes } from './nodes.gateway.ts';

type Hex = `0x${string}`;

/** Money that a transaction brought to one of our addresses. All strings are lower case. */
export interface Transfer {
  txHash: string;
  /** The token's event; -1 for ETH sent directly, below -1 for ETH through a contract, in the order of its calls. */
  logIndex: number;
  token: Token;
  from: string;
  to: string;
  /** What arrived by the event: a token may deduct a fee. */
  units: bigint;
  /** The amount that the sender asked for, where it is more. */
  sentUnits?: bigint;
}

export const TRANSFER = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
);

/** The part of a transaction that says whom it pays. */
export interface SentTransaction {
  hash: string;
  from: string;
  to: string | null;
  value: bigint;
  input: Hex;
}

export function directTransfer(
  tx: SentTransaction,
  ours: ReadonlySet<string>,
): Transfer | undefined {
  const to = tx.to?.toLowerCase();
  if (!to || tx.value === 0n || !ours.has(to)) return undefined;
  const [txHash, from] = [tx.hash.toLowerCase(), tx.from.toLowerCase()];
  return { txHash, logIndex: -1, token: 'ETH', from, to, units: tx.value };
}

export interface TokenLog {
  address: string;
  transactionHash: string;
  logIndex: number;
  args: { from: string; to: string; value: bigint };
}

/** Accepts the event only when the configured contract emitted it, whatever the node was asked for. */
export function tokenTransfer(
  { address, transactionHash, logIndex, args }: TokenLog,
  contract: string,
  ours: ReadonlySet<string>,
  tx: SentTransaction | undefined,
): Transfer | undefined {
  const to = args.to.toLowerCase();
  if (address.toLowerCase() !== contract || !ours.has(to) || args.value === 0n) return undefined;
  const asked = tx?.to?.toLowerCase() === contract ? requestedUnits(tx.input, to) : undefined;
  return {
    txHash: transactionHash.toLowerCase(),
    logIndex,
    token: 'USDT',
    from: args.from.toLowerCase(),
    to,
    units: args.value,
    ...(asked !== undefined && asked > args.value ? { sentUnits: asked } : {}),
  };
}

/** The amount in a call of the token itself; undefined for any other call. */
function requestedUnits(input: Hex, to: string): bigint | undefined {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: input });
    if (call.functionName === 'transfer' && call.args[0].toLowerCase() === to) return call.args[1];
    if (call.functionName === 'transferFrom' && call.args[1].toLowerCase() === to)
      return call.args[2];
    return undefined;
  } catch {
    return undefined; // Not a call of a token; the event is enough.
  }
}

/**
 * ETH that contracts passed on to our addresses within a transaction; undefined when too few nodes trace it. Most
 * public nodes refuse to, each in its own way, and anyone can send a transaction whose trace takes very long.
 * So a trace is not waited for, and a person decides. Throws `ChainUnavailable` when two traces differ.
 */
export async function internalTransfers(
  nodes: Nodes,
  txHash: string,
  ours: ReadonlySet<string>,
): Promise<Transfer[] | undefined> {
  const traces = await fulfilledAnswers(nodes.clients, async (node) => {
    const root = await node.request<Trace>({
      method: 'debug_traceTransaction',
      params: [txHash, { tracer: 'callTracer' }],
    });
    return (root.calls ?? [])
      .flatMap(ethMovedBy)
      .filter(({ to }) => ours.has(to))
      .map((transfer, index): Transfer => ({ ...transfer, txHash, logIndex: -2 - index }));
  });
  if (traces.length < nodes.quorum) return undefined;
  return agreedAnswer(traces, nodes, (transfers) => transfers);
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

/** ETH that a call and the calls below it moved; failed calls moved nothing. */
function ethMovedBy({
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
  return [...own, ...calls.flatMap(ethMovedBy)];
}
