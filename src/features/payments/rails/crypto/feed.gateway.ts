import { parseAbi, type PublicClient } from 'viem';
import type { ChainService } from '../../../../server/external-services.ts';
import { agree, nodesOf } from './nodes.gateway.ts';

/** Answers of a price feed. */
export interface FeedAnswer {
  description: string;
  decimals: number;
  answer: bigint;
  updatedAt: Date;
  round: bigint;
}

/** https://docs.chain.link/data-feeds/api-reference */
const FEED = parseAbi([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

/** What a price feed says, now or as it stood in a block. Throws `ChainAway`. */
export async function readFeed(
  service: ChainService,
  feed: string,
  blockNumber?: bigint,
): Promise<FeedAnswer> {
  const of = {
    address: feed as `0x${string}`,
    abi: FEED,
    ...(blockNumber === undefined ? {} : { blockNumber }),
  } as const;
  const read = async (node: PublicClient): Promise<FeedAnswer> => {
    const [description, decimals, [round, answer, , updatedAt]] = await Promise.all([
      node.readContract({ ...of, functionName: 'description' }),
      node.readContract({ ...of, functionName: 'decimals' }),
      node.readContract({ ...of, functionName: 'latestRoundData' }),
    ]);
    return { description, decimals, answer, round, updatedAt: new Date(Number(updatedAt) * 1000) };
  };
  return agree(await nodesOf(service), read, ({ description, decimals, answer, round }) => [
    description,
    decimals,
    answer,
    round,
  ]);
}
