// A storm of signatures: 1,000 a second over two instances and one PostgreSQL that waits for its disk, with the
// generator on the same cores.
//
//   npm run prove -- storm           1,000 a second for 60 seconds
//   npm run prove -- storm --quick   100 a second for 5 seconds
//
// Everyone signs when they want to, not when a connection is free: the time of an answer counts from the moment at
// which the signature was due. Proves that nothing acknowledged is lost or doubled and that each signature has one job,
// and prints the processor time of a signature beside that of a bare Fastify that writes the same rows in one statement
// for all that wait (bench/bare.part.ts).
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startBare } from '../bench/bare-server.part.ts';
import { cpuMsOf, cpuMsOfTree } from '../bench/cpu.part.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { startApp } from '../testing/app.ts';
import { addressOf } from '../testing/visit.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { Figures } from './figures.part.ts';
import { type Answered, openLoop } from './storm/open-loop.ts';

/** security.md §4 of the design: what the full form must reach. */
const LIMIT = { p99Ms: 250, taken: 0.9999, ofBare: 0.6 };

interface Target {
  ports: readonly number[];
  pids: readonly number[];
}

/** Everyone has an address, a network and a key of their own. */
const requestOf = (run: string) => (n: number, port: number) => {
  const body = `{"fullName":"Awa Diop","email":"${run}.${n}@storm.example","country":"Senegal","agreeToDeclaration":true}`;
  return `POST /api/unity-declaration HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${run}-${n}-key\r\nX-Forwarded-For: ${addressOf(n)}\r\n\r\n${body}`;
};

await inWorkspace(
  process.argv.includes('--quick') ? 120_000 : 600_000,
  async (workspace: Workspace) => {
    const { perSecond, forSeconds } = workspace.isQuick
      ? { perSecond: 100, forSeconds: 5 }
      : { perSecond: 1000, forSeconds: 60 };
    const figures = new Figures();
    const postgres = await startPostgres();
    workspace.atEnd(postgres.stop);
    const ours = await startInstances(workspace, postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    workspace.atEnd(() => client.end());
    const count = async (text: string) =>
      Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);

    /** The storm at these servers once they are warm; answers what came back and the processor time of each, in ms a signature. */
    const blow = async (run: string, { ports, pids }: Target) => {
      const spent = () => ({
        app: pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0),
        database: cpuMsOfTree(postgres.pid),
      });
      await openLoop({ ports, perSecond: 50, forSeconds: 4, requestOf: requestOf('warm') });
      const before = spent();
      const answered = await openLoop({ ports, perSecond, forSeconds, requestOf: requestOf(run) });
      const after = spent();
      const each = (ms: number) => ms / answered.length;
      return {
        answered,
        app: each(after.app - before.app),
        database: each(after.database - before.database),
      };
    };

    const storm = await blow('storm', ours);
    const acknowledged = storm.answered.filter(({ status }) => status === 201);
    const { rows } = await client.query<{ email: string }>(
      `select email from unity_declarations where email like 'storm.%'`,
    );
    const written = new Set(rows.map(({ email }) => email));
    const jobs = await count(`pgboss.job j join unity_declarations d on d.id::text = j.data->>'id'
      where j.name = 'declaration-signed' and d.email like 'storm.%'`);
    for (const stop of ours.stops) await stop();

    await client.query('truncate unity_declarations, idempotency_keys cascade');
    const bare = await startBare(workspace, 'bare.part.ts', ['pg', postgres.url, 'together']);
    const least = { ports: [bare.port], pids: [bare.pid] };
    const peer = await blow('storm', least);

    const due = perSecond * forSeconds;
    const p99 = percentile(storm.answered, 0.99);
    const [own, bares] = [storm.app + storm.database, peer.app + peer.database];
    figures.add('cores, generator included', cpus().length);
    figures.add('signatures that were due', due);
    figures.add(
      'of them taken',
      `${acknowledged.length} (${((100 * acknowledged.length) / due).toFixed(2)} %)`,
      `≥ ${100 * LIMIT.taken} %`,
      acknowledged.length >= due * LIMIT.taken,
    );
    figures.add('from due to answered, median', `${percentile(storm.answered, 0.5).toFixed(0)} ms`);
    figures.add(
      'from due to answered, 99th of 100',
      `${p99.toFixed(0)} ms`,
      // Times on a busy machine say nothing.
      workspace.isQuick ? '' : `≤ ${LIMIT.p99Ms} ms`,
      p99 <= LIMIT.p99Ms,
    );
    figures.none(
      'acknowledged signatures that are no row',
      acknowledged.flatMap(({ n }) => (written.has(`storm.${n}@storm.example`) ? [] : [String(n)])),
    );
    figures.add('rows', rows.length, `${written.size}`, rows.length === written.size);
    figures.add('jobs of them', jobs, `${rows.length}`, jobs === rows.length);
    const ms = (each: number) => `${each.toFixed(2)} ms`;
    figures.add('processor time of a signature in the site', ms(storm.app));
    figures.add('… and in PostgreSQL', ms(storm.database));
    figures.add('of the bare server: in the server', ms(peer.app));
    figures.add('… and in PostgreSQL', ms(peer.database));
    figures.add(
      '… from due to answered, 99th of 100',
      `${percentile(peer.answered, 0.99).toFixed(0)} ms`,
    );
    figures.add('bare / ours', (bares / own).toFixed(2));
    return figures.print();
  },
);

async function startInstances(workspace: Workspace, databaseUrl: string) {
  const stops: (() => Promise<void>)[] = [];
  const target = { ports: [] as number[], pids: [] as number[] };
  for (let n = 0; n < 2; n++) {
    const port = await freePort();
    const app = await startApp(workspace, {
      port,
      dataDir: join(workspace.folder, `data-${n}`),
      databaseUrl,
      environment: { NODE_ENV: 'production', PUBLIC_URL: `http://localhost:${port}` },
    });
    target.ports.push(port);
    target.pids.push(app.pid);
    stops.push(() => app.stop());
    workspace.atEnd(() => app.kill());
  }
  return { ...target, stops };
}

function percentile(answered: readonly Answered[], share: number): number {
  const sorted = answered.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
