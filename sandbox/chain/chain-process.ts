import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxClock } from '../part.ts';
import { type Chain, Miner } from './miner.ts';
import { type Node, startNode } from './node.ts';

const TICK_MS = 500;

/**
 * Starts the node with the first question, so that anyone who needs no chain pays for none, and again
 * should it have ended. `dress` writes into the contracts what a start finds set.
 */
export function keepChain(
  dir: string,
  clock: SandboxClock,
  dress: (node: Node) => Promise<void>,
  log: (line: string) => void,
) {
  let running: Promise<Chain> | undefined;
  let isClosed = false;
  const ticks = setInterval(() => void tick(), TICK_MS);

  async function tick(): Promise<void> {
    try {
      await (await running)?.miner.tick();
    } catch (error) {
      if (!isClosed) log(`Chain: no block could be made: ${String(error)}`);
    }
  }
  function get(): Promise<Chain> {
    if (isClosed) return Promise.reject(new Error('The sandbox is stopping'));
    if (running) return running;
    const started = open(join(dir, 'chain'), clock, dress, log);
    running = started;
    const forget = () => {
      if (running === started) running = undefined;
    };
    started.then(({ node }) => node.ended).then(forget, forget);
    return started;
  }
  async function stop(): Promise<void> {
    isClosed = true;
    clearInterval(ticks);
    const chain = await running?.catch(() => undefined); // The caller has the reason why it did not start.
    await chain?.miner.settled();
    await chain?.node.stop();
  }
  return { get, stop };
}

async function open(
  dir: string,
  clock: SandboxClock,
  dress: (node: Node) => Promise<void>,
  log: (line: string) => void,
): Promise<Chain> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // The library that knows how contracts keep their data is read when a chain is needed.
  const { BEGUN_MS_AGO, layGenesis } = await import('./genesis.ts');
  const node = await startNode(new Date(clock.now().getTime() - BEGUN_MS_AGO), log);
  try {
    const miner = new Miner(node, clock, dir);
    const wasThere = await miner.restore();
    if (!wasThere) await miner.change(() => layGenesis(node));
    await miner.change(() => dress(node));
    await miner.mine(1);
    log(`The chain is ready at block ${miner.head.number}, ${wasThere ? 'restored' : 'new'}`);
    return { node, miner };
  } catch (error) {
    await node.stop();
    throw error;
  }
}
