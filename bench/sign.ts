// Signatures per second through the real server, beside the least that could take them: a bare
// Fastify that writes the same three rows, in one transaction and in one statement.
//
//   npm run bench -- sign
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startApp } from '../testing/app.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { addressOf } from '../testing/visit.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { startBare } from './bare-server.part.ts';
import { median, perSecond } from './load.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

/** Ours against the bare transaction and against the bare statement must be at least this. */
const LEAST = [
  { name: 'transaction', place: 1, ratio: 0.8 },
  { name: 'statement', place: 2, ratio: 0.6 },
] as const;
const rounds = 5;
const connections = 64;
const burst = { requests: 4000, forMs: 2500 };

interface Server {
  name: string;
  port: number;
}

/** Ours first, then the bare transaction, then the bare statement. */
async function serversOnPostgres(workspace: Workspace): Promise<Server[]> {
  const postgres = await startPostgres({ maxConnections: 100 });
  workspace.atEnd(() => postgres.stop());
  const databaseUrl = postgres.url.replace(/\/postgres$/, '/ours');
  await inPostgres(postgres.url, 'CREATE DATABASE ours');
  const settings = { dataDir: join(workspace.folder, 'ours'), databaseUrl };
  // The bare servers write into tables that the site itself has made.
  const first = await startOurs(workspace, settings);
  await first.stop();
  await inPostgres(postgres.url, 'CREATE DATABASE bare TEMPLATE ours');
  const ours = await startOurs(workspace, settings);
  workspace.atEnd(() => ours.stop());
  const bareUrl = postgres.url.replace(/\/postgres$/, '/bare');
  return [
    { name: 'ours', port: ours.port },
    await startPeer(workspace, 'bare Fastify, BEGIN + 3 INSERT + COMMIT', [
      'pg',
      bareUrl,
      'transaction',
    ]),
    await startPeer(workspace, 'bare Fastify, one statement', ['pg', bareUrl, 'statement']),
  ];
}

async function serversOnPglite(workspace: Workspace): Promise<Server[]> {
  const dataDir = join(workspace.folder, 'embedded');
  const first = await startOurs(workspace, { dataDir });
  await first.stop();
  const copy = (name: string) => {
    const folder = join(workspace.folder, name);
    cpSync(join(dataDir, 'db'), folder, { recursive: true });
    return folder;
  };
  const [transaction, statement] = [copy('transaction'), copy('statement')];
  const ours = await startOurs(workspace, { dataDir });
  workspace.atEnd(() => ours.stop());
  return [
    { name: 'ours', port: ours.port },
    await startPeer(workspace, 'bare Fastify, BEGIN + 3 INSERT + COMMIT', [
      'pglite',
      transaction,
      'transaction',
    ]),
    await startPeer(workspace, 'bare Fastify, one statement', ['pglite', statement, 'statement']),
  ];
}

async function startOurs(workspace: Workspace, given: { dataDir: string; databaseUrl?: string }) {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOW_EMBEDDED_IN_PRODUCTION: 'true',
  };
  return { port, ...(await startApp(workspace, { port, ...given, environment })) };
}

const startPeer = async (workspace: Workspace, name: string, args: string[]): Promise<Server> => ({
  name,
  ...(await startBare(workspace, 'bare.part.ts', args)),
});

async function inPostgres(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

interface Raced {
  name: string;
  figures: number[];
}

/** Every server in turn, several times over, so that what disturbs the machine disturbs all of them. */
async function race(servers: Server[]): Promise<Raced[]> {
  const raced = servers.map(({ name }): Raced => ({ name, figures: [] }));
  for (const server of servers) await sign(server, 'warm-up', { requests: 1000, forMs: 2500 });
  for (let round = 0; round < rounds; round++)
    for (const [n, server] of servers.entries())
      raced[n]?.figures.push(await sign(server, `round${round}`, burst));
  return raced;
}

/** Everyone signs once, from a network of their own, with a key of their own. */
function sign({ port }: Server, run: string, size: { requests: number; forMs: number }) {
  const requestOf = (n: number) => {
    // Two of the bare servers write into one database: the port tells their people apart.
    const body = `{"fullName":"Awa Diop","email":"${run}.${n}.${port}@bench.example","country":"Senegal","agreeToDeclaration":true}`;
    return `POST /api/unity-declaration HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${run}-${n}-${port}\r\nX-Forwarded-For: ${addressOf(n)}\r\n\r\n${body}`;
  };
  return perSecond({ port, requestOf, connections, status: 201, ...size });
}

/** Median over the rounds of ours / the n-th of the same round. */
function ratioTo(raced: Raced[], n: number): number {
  const [ours, other] = [raced[0]?.figures ?? [], raced[n]?.figures ?? []];
  return median(ours.map((figure, round) => figure / (other[round] ?? Number.NaN)));
}

const rowsOf = (database: string, raced: Raced[]) =>
  raced.map(({ name, figures }, n) => [
    `${database}: ${name}`,
    whole(median(figures)),
    n === 0 ? '' : ratioTo(raced, n).toFixed(2),
  ]);

await inWorkspace(300_000, async (workspace) => {
  console.log(machineLoad());
  const onPostgres = await race(await serversOnPostgres(workspace));
  const onPglite = await race(await serversOnPglite(workspace));
  printTable([
    [`signatures per second, ${connections} connections`, 'median', 'ours / this'],
    ...rowsOf('PostgreSQL', onPostgres),
    ...rowsOf('PGlite', onPglite),
  ]);
  let holds = true;
  for (const { name, place, ratio } of LEAST) {
    const ratios = [onPostgres, onPglite].map((found) => ratioTo(found, place));
    const isEnough = ratios.every((one) => one >= ratio);
    holds &&= isEnough;
    console.log(
      `ours / bare ${name}, at least ${ratio}: ${ratios.map((r) => r.toFixed(2)).join(', ')} ${isEnough ? 'ok' : 'UNDER'}`,
    );
  }
  return holds;
});
