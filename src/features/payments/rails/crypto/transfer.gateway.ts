import { decodeFunctionData, erc20Abi, parseAbiItem } from 'viem';
import type { Token } from './crypto.rules.ts';

type Hex = `0x${string}`;

/** Money that a transaction brought to one of our addresses. Everything lower case. */
export interface Transfer {
  txHash: string;
  /** Of the token's event; -1 for ETH sent directly, below for ETH through a contract, in the order of its calls. */
  logIndex: number;
  token: Token;
  from: string;
  to: string;
  /** What arrived, by the event: a token may keep a fee. */
  units: bigint;
  /** What the sender asked for, where that is more. */
  sentUnits?: bigint;
}

export const TRANSFER = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
);

/** What of a transaction says whom it pays. */
export interface Sent {
  hash: string;
  from: string;
  to: string | null;
  value: bigint;
  input: Hex;
}

export function directTransfer(tx: Sent, ours: ReadonlySet<string>): Transfer | undefined {
  const to = tx.to?.toLowerCase();
  if (!to || tx.value === 0n || !ours.has(to)) return undefined;
  const [txHash, from] = [tx.hash.toLowerCase(), tx.from.toLowerCase()];
  return { txHash, logIndex: -1, token: 'ETH', from, to, units: tx.value };
}

/** The event of a token's contract. */
export interface TokenLog {
  address: string;
  transactionHash: string;
  logIndex: number;
  args: { from: string; to: string; value: bigint };
}

/** The event is believed where the pinned contract itself wrote it, whatever a node was asked for. */
export function tokenTransfer(
  { address, transactionHash, logIndex, args }: TokenLog,
  contract: string,
  ours: ReadonlySet<string>,
  tx: Sent | undefined,
): Transfer | undefined {
  const to = args.to.toLowerCase();
  if (address.toLowerCase() !== contract || !ours.has(to) || args.value === 0n) return undefined;
  const asked = tx?.to?.toLowerCase() === contract ? askedUnits(tx.input, to) : undefined;
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

/** The amount in a call of the token itself; undefined when the call is another one. */
function askedUnits(input: Hex, to: string): bigint | undefined {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: input });
    if (call.functionName === 'transfer' && call.args[0].toLowerCase() === to) return call.args[1];
    if (call.functionName === 'transferFrom' && call.args[1].toLowerCase() === to)
      return call.args[2];
    return undefined;
  } catch {
    return undefined; // Not a call of a token: its words are not needed, the event is.
  }
}
