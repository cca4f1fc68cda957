import { payment } from './transfers.ts';
import { CONTRACTS } from './contracts.ts';
import type { Chain } from './miner.ts';
import { FINAL_BLOCKS } from './node.ts';

/** An unlocked account and what it holds, in wei and in the token's units. */
export type Account = { address: string; wei: bigint; units: bigint };
/** A transaction as the page lists it. */
export type Sent = {
  hash: string;
  to: string;
  /** With the token's name. */
  amount: string;
  /** Undefined while it waits for a block. */
  blockNumber: number | undefined;
  state: 'waiting' | 'failed' | 'confirming' | 'final';
};

type Transaction = { hash: string; to: string | null; value: string; input: string };
type Block = { number: string; transactions: Transaction[] };

const BLOCKS_SHOWN = 150;
const SENT_SHOWN = 15;

/** `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

export async function readAccounts({ node: { rpc } }: Chain): Promise<Account[]> {
  const addresses = await rpc<string[]>('eth_accounts');
  return Promise.all(
    addresses.map(async (address) => {
      const data = `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`;
      const [wei, units] = await Promise.all([
        rpc<string>('eth_getBalance', address, 'latest'),
        rpc<string>('eth_call', { to: CONTRACTS.usdt, data }, 'latest'),
      ]);
      return { address, wei: BigInt(wei), units: BigInt(units) };
    }),
  );
}

/** The last transactions, newest first: what waits for a block, then those of the last blocks. */
export async function readSent({ node: { rpc }, miner }: Chain): Promise<Sent[]> {
  const { number } = miner.head;
  const lower = Array.from({ length: Math.min(BLOCKS_SHOWN, number + 1) }, (_, back) =>
    rpc<Block | null>('eth_getBlockByNumber', `0x${(number - back).toString(16)}`, true),
  );
  const blocks = await Promise.all([rpc<Block>('eth_getBlockByNumber', 'pending', true), ...lower]);
  const sent = blocks.flatMap((block) =>
    (block?.transactions ?? []).map((transaction) => ({ transaction, at: Number(block?.number) })),
  );
  return Promise.all(
    sent.slice(0, SENT_SHOWN).map(async ({ transaction, at }) => {
      const { hash } = transaction;
      const receipt = await rpc<{ status: string } | null>('eth_getTransactionReceipt', hash);
      const state = stateOf(receipt, number - at);
      return { hash, ...payment(transaction), blockNumber: receipt ? at : undefined, state };
    }),
  );
}

function stateOf(receipt: { status: string } | null, above: number): Sent['state'] {
  if (!receipt) return 'waiting';
  if (receipt.status !== '0x1') return 'failed';
  return above >= FINAL_BLOCKS ? 'final' : 'confirming';
}
