import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { z } from 'zod';

/** A refusal of a node, in its own words (JSON-RPC 2.0 §5.1). */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Node = {
  url: string;
  /** Calls a method; rejects with `RpcError` when the node refuses. */
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Passes a question on and gives the answer back as it came, a refusal too. */
  pass(question: { id: unknown; method: string; params?: unknown }): Promise<Passed>;
  /** Resolves when the process has ended, no matter who ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

const Passed = z.looseObject({ jsonrpc: z.string(), id: z.unknown() });
export type Passed = z.infer<typeof Passed>;
const Answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/**
 * Blocks until one is final: twice the slots of an epoch, as on mainnet. So a payment is final
 * after 16 blocks, and a reorganisation of 12 blocks can still happen before.
 */
export const FINAL_BLOCKS = 16;
/** How far back a reorganisation may reach. */
export const RETAINED_STATES = 200;

const FLAGS = [
  ['--host', '127.0.0.1', '--port', '0', '--chain-id', '1', '--no-mining'],
  ['--slots-in-an-epoch', String(FINAL_BLOCKS / 2)],
  // In memory only: nothing is left behind in the home directory.
  ['--prune-history', String(RETAINED_STATES), '--no-request-size-limit'],
].flat();

// The shell reads from a pipe that the kernel closes when this process dies, however it dies: no node is left behind.
const UNTIL_WE_DIE =
  'exec 3<&0 0</dev/null; (read -r _ <&3; kill -9 $$ 2>/dev/null) & exec "$0" "$@" 3<&-';

/**
 * Starts anvil on a free port (about 60 ms), with an empty chain that began at `since`.
 * Throws when it has no binary for this machine or does not start.
 */
export async function startNode(since: Date, log: (line: string) => void): Promise<Node> {
  const seconds = String(Math.floor(since.getTime() / 1000));
  const flags = [...FLAGS, '--timestamp', seconds];
  const child = spawn('/bin/sh', ['-c', UNTIL_WE_DIE, binary(), ...flags], { stdio: 'pipe' });
  child.stdin.on('error', () => undefined); // It has ended: `ended` says so.
  child.stderr.on('data', (chunk) => log(`Chain: ${String(chunk).trim()}`));
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => {
      child.stdin.destroy();
      resolve();
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
      const address = /Listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(`http://${address}`);
    });
    void ended.then(() => reject(new Error(`The chain’s node did not start: ${output}`)));
  });
  child.stdout.removeAllListeners('data').resume();
  const node: Node = {
    url,
    rpc: (method, ...params) => call(url, method, params),
    pass: async (question) => Passed.parse(await post(url, question)),
    ended,
    async stop() {
      child.kill('SIGKILL'); // Its state is saved after each block.
      await ended;
    },
  };
  await node.rpc('anvil_setLoggingEnabled', false);
  return node;
}

/** The program inside the package for this machine: started directly, without a Node process around it. */
function binary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`;
  return createRequire(import.meta.url).resolve(name);
}

async function call<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const { result, error } = Answer.parse(await post(url, { id: 1, method, params }));
  if (error) throw new RpcError(error.code, `${method}: ${error.message}`);
  return result as T;
}

async function post(url: string, question: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...question }),
  });
  return answer.json();
}
