import { z } from 'zod';

/** Faults of a node that the site calls, each with the sentence that the page shows. */
export const FAULTS = {
  none: 'The node answers',
  down: 'The node is down: connections are cut',
  busy: 'The node refuses with 429, too many requests',
  slow: 'The node answers slowly',
  'wrong-chain': 'The node says that it serves another chain (Sepolia)',
  lying: 'The node lies: failed transactions succeeded, and paid a thousand times as much',
  forgetful: 'The node has never heard of any transaction',
  lagging: 'The node lags five blocks behind',
  hasty: 'The node calls every block final',
  'no-calls': 'The node cannot run contracts',
  agreeable: 'The node lies: every contract that is asked says yes',
} as const;
export type FaultMode = keyof typeof FAULTS;

const mode = z.enum(Object.keys(FAULTS) as [FaultMode, ...FaultMode[]]);
export const FaultSetting = z.strictObject({
  mode,
  /** For `slow`: how long each answer waits. */
  delayMs: z.coerce.number().int().min(0).max(120_000).default(5000),
  /** Of the two; both when absent. */
  node: z.coerce.number().int().min(1).max(2).optional(),
});
export type FaultSetting = z.infer<typeof FaultSetting>;

/** `/as/lying` is a second node with a fault of its own beside the good one; undefined for any other path. */
export function faultOfPath(path: string): FaultMode | undefined {
  return mode.safeParse(/^\/as\/([^/]+)$/.exec(path)?.[1]).data;
}

export interface Question {
  id: string | number | null;
  method: string;
  params?: unknown;
}
export type Answer = { jsonrpc: string; id: unknown; result?: unknown; error?: unknown };
type Ask = (question: Question) => Promise<Answer>;

/** How many blocks a lagging node is behind. */
export const LAG_BLOCKS = 5;

/** A node with a fault before a good one. */
export function withFault(fault: FaultMode, ask: Ask): Ask {
  if (fault === 'lagging') return (question) => answerBehind(question, ask);
  if (fault === 'hasty')
    return ({ params, ...question }) =>
      ask({ ...question, params: replaced(params, 'finalized', 'latest') });
  if (fault === 'no-calls' || fault === 'agreeable')
    return async (question) =>
      question.method === 'eth_call'
        ? { jsonrpc: '2.0', id: question.id, ...CALL_ANSWERS[fault] }
        : ask(question);
  return async (question) => {
    const said = await ask(question);
    return 'result' in said
      ? { ...said, result: distorted(fault, question.method, said.result) }
      : said;
  };
}

const CALL_ANSWERS = {
  'no-calls': { error: { code: -32603, message: 'internal error' } },
  agreeable: { result: `0x${'1'.padStart(64, '0')}` },
} as const;

const hex = (number: number) => `0x${Math.max(0, number).toString(16)}`;

const replaced = (params: unknown, old: string, by: string) =>
  Array.isArray(params) ? params.map((one) => (one === old ? by : one)) : params;

/** As if the last blocks were not there yet. */
async function answerBehind(question: Question, ask: Ask): Promise<Answer> {
  const head = await ask({ id: null, method: 'eth_blockNumber' });
  const last = Number(head.result) - LAG_BLOCKS;
  if (question.method === 'eth_blockNumber')
    return { jsonrpc: '2.0', id: question.id, result: hex(last) };
  const [tag, ...rest] = Array.isArray(question.params) ? (question.params as unknown[]) : [];
  const said = await ask(question);
  if (question.method === 'eth_getBlockByNumber' && /^(latest|safe|finalized)$/.test(String(tag))) {
    const number = hex(Number(numberOf(said.result)) - LAG_BLOCKS);
    return ask({ ...question, params: [number, ...rest] });
  }
  return isAbove(last, said.result) ? { ...said, result: null } : said;
}

const numberOf = (result: unknown) =>
  isObject(result) ? (result.blockNumber ?? result.number) : undefined;

function isAbove(last: number, result: unknown): boolean {
  const number = numberOf(Array.isArray(result) ? result[0] : result);
  return typeof number === 'string' && Number(number) > last;
}

const SEPOLIA = 11_155_111;
const THOUSAND = 1000n;

/** The answer to a method as a node with this fault gives it. */
function distorted(fault: FaultMode, method: string, result: unknown): unknown {
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
