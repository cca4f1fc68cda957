// How fast the watch reads the chain: blocks of 300 transactions, five of which pay us, with 10,000 open quotes;
// with no closed quotes and with 100,000, whose number must not matter.
//
//   npm run bench -- chain
//
// The node is simulated and answers from memory, so that the figures are the watch's own: what it asks, reads,
// matches and writes. A block a second must be kept up with; mainnet has one every twelve.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/server/database/database.ts';
import { jobs } from '../src/server/jobs.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { externalServicesOf } from '../src/server/external-services.ts';
import { createQueue } from '../src/server/queue/queue.ts';
import { readSettings } from '../src/server/settings.ts';
import { systemClock } from '../src/server/clock.ts';
import {
  scanOnce,
  type WatchContext,
} from '../src/features/payments/rails/crypto/watch/watch.service.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { minutes } from '../src/shared/time.ts';
import { Blocks } from './chain/blocks.ts';
import { addClosedQuotes, addOpenQuotes } from './chain/rows.ts';
import { median } from './load.part.ts';
import { machineLoad, printTable } from './table.part.ts';

const openQuotes = 10_000;
const closedQuotes = 100_000;
const transactions = 300;
const paying = 5;
/** Read in one go, as after a stop; and so often. */
const blocksPerRound = 10;
const warmRounds = 2;
const rounds = 7;
/** A block with 100,000 closed quotes against one with none; above it their number would matter. */
const mostRatio = 1.25;
const mostMs = 1000;

interface AppContext {
  watcher: WatchContext;
  blocks: Blocks;
}

async function openSite(
  workspace: Workspace,
  url: string | undefined,
  closed: number,
): Promise<AppContext> {
  const database = await openDatabase(url ? { url } : {});
  workspace.atEnd(() => database.close());
  await migrate(database);
  const queue = createQueue(database, url, (error) => console.error(error.message), jobs);
  await queue.createQueues();
  workspace.atEnd(() => queue.stop());
  const blocks = new Blocks(transactions);
  const rpcUrl = await serve(workspace, blocks);
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: join(workspace.folder, 'data'),
    ETH_RPC_URLS: rpcUrl,
  });
  const externalServices = externalServicesOf(settings, () => undefined);
  const watcher = { db: database.db, jobs: queue, clock: systemClock, externalServices, settings };
  blocks.quotes = await addOpenQuotes(database.db, blocks.head, openQuotes);
  await addClosedQuotes(database.db, closed);
  return { watcher, blocks };
}

/** A node that says what it is asked from memory. */
async function serve(workspace: Workspace, blocks: Blocks): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'application/json');
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${blocks.answer(method, params)}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  workspace.atEnd(() => void (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Milliseconds for one block: reading it, placing what it pays, and booking what has become final. */
async function readRound({ watcher, blocks }: AppContext): Promise<number> {
  blocks.grow(blocksPerRound, paying);
  const startedAt = performance.now();
  const { blocks: read } = await scanOnce(watcher);
  if (read !== blocksPerRound) throw new Error(`Only ${read} blocks were read.`);
  return (performance.now() - startedAt) / blocksPerRound;
}

/** One round here, one there, so that what disturbs the machine disturbs both. */
async function measure(without: AppContext, among: AppContext) {
  for (const context of [without, among])
    for (let n = 0; n < warmRounds; n++) await readRound(context);
  const [alone, crowded]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await readRound(without));
    crowded.push(await readRound(among));
  }
  const ratios = alone.map((figure, round) => (crowded[round] ?? Number.NaN) / figure);
  return { without: median(alone), among: median(crowded), ratio: median(ratios) };
}

async function databasesOn(workspace: Workspace): Promise<string[]> {
  const postgres = await startPostgres();
  workspace.atEnd(() => postgres.stop());
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const names = ['without', 'among'];
  for (const name of names) await client.query(`create database ${name}`);
  await client.end();
  return names.map((name) => postgres.url.replace(/\/postgres$/, `/${name}`));
}

await inWorkspace(minutes(10), async (workspace) => {
  console.log(machineLoad());
  const rows: string[][] = [];
  let isEnough = true;
  for (const [name, urls] of [
    ['PostgreSQL', await databasesOn(workspace)],
    ['PGlite', []],
  ] as const) {
    const { without, among, ratio } = await measure(
      await openSite(workspace, urls[0], 0),
      await openSite(workspace, urls[1], closedQuotes),
    );
    isEnough &&= among <= mostMs && ratio <= mostRatio;
    rows.push([
      name,
      without.toFixed(1),
      among.toFixed(1),
      ratio.toFixed(2),
      (1000 / among).toFixed(0),
    ]);
  }
  printTable([
    [
      `blocks of ${transactions} transactions, ${paying} for us, ${openQuotes.toLocaleString('en')} open quotes`,
      'ms a block, no closed quote',
      `${closedQuotes.toLocaleString('en')} closed`,
      'ratio',
      'blocks a second',
    ],
    ...rows,
  ]);
  console.log(
    `a block in at most ${mostMs} ms, whatever is closed (ratio at most ${mostRatio}): ${isEnough ? 'ok' : 'TOO SLOW'}`,
  );
  return isEnough;
});
