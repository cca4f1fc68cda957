import { CONTRACTS } from './contracts.ts';
import type { Node } from './node.ts';
import { whole } from './units.ts';

/** Money that came to an address, as the chain itself says; amounts in wei and in the token's units. */
export type Transfer = {
  token: 'ETH' | 'USDT';
  from: string;
  to: string;
  units: string;
  txHash: string;
  /** -1 for ETH that a transaction sends itself. */
  logIndex: number;
  blockNumber: number;
};

type Transaction = { hash: string; from: string; to: string | null; value: string };
type Block = { number: string; transactions: Transaction[] };
type Log = {
  topics: string[];
  data: string;
  transactionHash: string;
  logIndex: string;
  blockNumber: string;
};

/** `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** `transfer(address,uint256)`. */
const TRANSFER_CALL = '0xa9059cbb';
const BLOCKS_AT_ONCE = 100;

/** Every transfer to an address on the current chain, oldest first. ETH from inside a contract is not among them. */
export async function transfersTo(node: Node, address: string, head: number): Promise<Transfer[]> {
  const to = address.toLowerCase();
  const [ether, tokens] = await Promise.all([etherTo(node, to, head), tokensTo(node, to)]);
  return [...ether, ...tokens].sort(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  );
}

async function etherTo({ rpc }: Node, to: string, head: number): Promise<Transfer[]> {
  const found: Transfer[] = [];
  for (let from = 0; from <= head; from += BLOCKS_AT_ONCE) {
    const count = Math.min(BLOCKS_AT_ONCE, head - from + 1);
    const blocks = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        rpc<Block | null>('eth_getBlockByNumber', `0x${(from + index).toString(16)}`, true),
      ),
    );
    for (const block of blocks) {
      for (const sent of block?.transactions ?? []) {
        if (sent.to?.toLowerCase() !== to || BigInt(sent.value) === 0n) continue;
        const receipt = await rpc<{ status: string }>('eth_getTransactionReceipt', sent.hash);
        if (receipt.status !== '0x1') continue;
        const blockNumber = Number(block?.number);
        const units = BigInt(sent.value).toString();
        found.push({
          token: 'ETH',
          from: sent.from,
          to,
          units,
          txHash: sent.hash,
          logIndex: -1,
          blockNumber,
        });
      }
    }
  }
  return found;
}

async function tokensTo({ rpc }: Node, to: string): Promise<Transfer[]> {
  const topics = [TRANSFER, null, `0x${to.slice(2).padStart(64, '0')}`];
  const logs = await rpc<Log[]>('eth_getLogs', {
    address: CONTRACTS.usdt,
    topics,
    fromBlock: '0x0',
    toBlock: 'latest',
  });
  return logs.map((log) => ({
    token: 'USDT',
    from: `0x${log.topics[1]?.slice(-40)}`,
    to,
    units: BigInt(log.data).toString(),
    txHash: log.transactionHash,
    logIndex: Number(log.logIndex),
    blockNumber: Number(log.blockNumber),
  }));
}

/** The amount and recipient of a transaction; of a call that is no payment, the contract. */
export function payment(sent: { to: string | null; value: string; input: string }) {
  const isTransfer = sent.to?.toLowerCase() === CONTRACTS.usdt.toLowerCase();
  if (isTransfer && sent.input.startsWith(TRANSFER_CALL)) {
    const units = BigInt(`0x${sent.input.slice(74, 138)}`);
    return { to: `0x${sent.input.slice(34, 74)}`, amount: `${whole(units, 6)} USDT` };
  }
  return { to: sent.to ?? '', amount: `${whole(BigInt(sent.value), 18)} ETH` };
}
