import { z } from 'zod';

/** Faults of the node that the site calls, each with the sentence that the page shows. */
export const FAULTS = {
  none: 'The node answers',
  down: 'The node is down: connections are cut',
  busy: 'The node refuses with 429, too many requests',
  slow: 'The node answers slowly',
  'wrong-chain': 'The node says that it serves another chain (Sepolia)',
  lying: 'The node lies: failed transactions succeeded, and paid a thousand times as much',
  forgetful: 'The node has never heard of any transaction',
} as const;
export type FaultMode = keyof typeof FAULTS;

const mode = z.enum(Object.keys(FAULTS) as [FaultMode, ...FaultMode[]]);
export const FaultSetting = z.strictObject({
  mode,
  /** For `slow`: how long each answer waits. */
  delayMs: z.coerce.number().int().min(0).max(120_000).default(5000),
});
export type FaultSetting = z.infer<typeof FaultSetting>;

/** `/as/lying` is a second node with a fault of its own beside the good one; undefined for any other path. */
export function faultOfPath(path: string): FaultMode | undefined {
  return mode.safeParse(/^\/as\/([^/]+)$/.exec(path)?.[1]).data;
}

const SEPOLIA = 11_155_111;
const THOUSAND = 1000n;

/** The answer to a method as a node with this fault gives it. */
export function distorted(fault: FaultMode, method: string, result: unknown): unknown {
  if (fault === 'wrong-chain') {
    if (method === 'eth_chainId') return `0x${SEPOLIA.toString(16)}`;
    if (method === 'net_version') return String(SEPOLIA);
  }
  if (fault === 'lying') return exaggerated(result);
  if (fault === 'forgetful') {
    if (/^eth_get(TransactionReceipt|TransactionByHash)$/.test(method)) return null;
    if (method === 'eth_getLogs' || method === 'eth_getBlockReceipts') return [];
    if (method.startsWith('eth_getBlockBy') && isObject(result))
      return { ...result, transactions: [] };
  }
  return result;
}

/** The same, but every failure a success, and every amount of a transfer a thousand times as large. */
function exaggerated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exaggerated);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, v]) => [key, exaggerated(v)]));
  if ('cumulativeGasUsed' in copy) copy.status = '0x1';
  if ('nonce' in copy && typeof copy.value === 'string') copy.value = larger(copy.value, 0);
  if (Array.isArray(copy.topics) && typeof copy.data === 'string' && copy.data.length === 66)
    copy.data = larger(copy.data, 64);
  return copy;
}

const larger = (hex: string, digits: number) =>
  `0x${(BigInt(hex) * THOUSAND).toString(16).padStart(digits, '0')}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
