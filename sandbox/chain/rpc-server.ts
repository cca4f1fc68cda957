import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, type FaultSetting, faultOfPath, withFault } from './faults.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

const Id = z.union([z.string(), z.number(), z.null()]);
const Question = z.object({
  id: Id.default(null),
  method: z.string(),
  params: z.unknown().optional(),
});
type Question = z.infer<typeof Question>;

/** The chain behind the server. */
export type RpcBackend = {
  fault(): FaultSetting;
  /** Passes a question on to the node, as it is. */
  ask(question: Question): Promise<Answer>;
};

/** A node as site and wallets see it: JSON-RPC over HTTP for pages of this machine too, with the faults in between. */
export function rpcServer({ fault, ask }: RpcBackend, log: (line: string) => void): Server {
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`Chain: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent) response.destroy();
      else reply(response, 503, refusal(null, -32603, 'The sandbox’s node does not answer'));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin } = request.headers;
    // Neither a foreign page nor a name that it points at 127.0.0.1 may play with the chain.
    if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin)))
      return reply(response, 403, refusal(null, -32600, 'Only for pages of this machine'));
    if (origin !== undefined) allow(response, origin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method !== 'POST')
      return reply(response, 405, refusal(null, -32600, 'Send JSON-RPC by POST'));

    const setting = fault();
    const mode = faultOfPath(request.url ?? '/') ?? setting.mode;
    if (mode === 'down') return void request.socket.destroy();
    if (mode === 'busy') return reply(response, 429, refusal(null, -32005, 'Too many requests'));
    const body = await read(request);
    const asked = z.union([Question, z.array(Question).min(1)]).safeParse(body);
    if (!asked.success) return reply(response, 400, refusal(null, -32600, 'Invalid request'));
    if (mode === 'slow') await sleep(setting.delayMs);
    const one = async (question: Question): Promise<Answer> => {
      // The switches of the chain are for programs that test it, not for pages.
      if (origin !== undefined && /^(anvil|evm|hardhat)_/.test(question.method))
        return refusal(question.id, -32601, 'Not for pages');
      return withFault(mode, ask)(question);
    };
    const { data } = asked;
    reply(response, 200, Array.isArray(data) ? await Promise.all(data.map(one)) : await one(data));
  }
}

const refusal = (id: unknown, code: number, message: string): Answer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

function isLoopback(origin: string): boolean {
  const name = URL.parse(origin)?.hostname ?? '';
  return name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name);
}

function allow(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-max-age', '600');
  response.setHeader('vary', 'origin');
}

function reply(response: ServerResponse, status: number, body: Answer | Answer[]): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** The JSON that was sent; undefined when it is none, or too large to be meant seriously. */
async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined; // The answer to both is the same: no valid request.
  }
}
