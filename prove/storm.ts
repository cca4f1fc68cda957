// A storm of signatures: 1,000 a second over two instances and one PostgreSQL that waits for its disk, with the
// generator on the same cores.
//
//   npm run prove -- storm           1,000 a second for 60 seconds
//   npm run prove -- storm --quick   100 a second for 5 seconds
//
// Everyone signs when they want to, not when a connection is free: the time of an answer counts from the moment at
// which the signature was due. Proves that nothing acknowledged is lost or doubled and that each signature gets one
// email. Prints the processor time of a signature with its email queued, and that of its rows alone, with the jobs of the
// emails held back, beside that of a bare Fastify that writes the same rows in one statement for all that wait
// (bench/bare.part.ts): two shorter storms.
import { cpus } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startBare } from '../bench/bare-server.part.ts';
import { cpuMsOf, cpuMsOfTree } from '../bench/cpu.part.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { startApp } from '../testing/app.ts';
import { addressOf } from '../testing/visit.ts';
import { freePort, inWorkspace, until, type Workspace } from '../testing/workspace.ts';
import { Figures } from './figures.part.ts';
import { type Answered, openLoop } from './storm/open-loop.ts';

/** security.md §4 of the design: what the full form must reach. */
const LIMIT = { p99Ms: 250, taken: 0.9999, ofBare: 0.6, msOfEach: 1.6 };

/** From now on the jobs of the emails wait for an hour, so that the rows of signatures are measured alone. */
const HOLD_MAILS = `
  create function hold_mails() returns trigger language plpgsql as
    'begin new.start_after := new.start_after + interval ''1 hour''; return new; end';
  create trigger hold_mails before insert on pgboss.job for each row
    when (new.name = 'declaration-signed') execute function hold_mails()`;

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
  process.argv.includes('--quick') ? 240_000 : 900_000,
  async (workspace: Workspace) => {
    const { perSecond, forSeconds, shorterSeconds } = workspace.isQuick
      ? { perSecond: 100, forSeconds: 5, shorterSeconds: 5 }
      : { perSecond: 1000, forSeconds: 60, shorterSeconds: 20 };
    const figures = new Figures();
    const postgres = await startPostgres();
    workspace.atEnd(postgres.stop);
    const ours = await startInstances(workspace, postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    workspace.atEnd(() => client.end());
    const count = async (text: string) =>
      Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);

    /** A storm at these servers once they are warm; answers what came back, and the processor time of a signature by then. */
    const blow = async (run: string, { ports, pids }: Target, seconds: number) => {
      const meter = meterOf(pids, postgres.pid);
      await openLoop({ ports, perSecond: 50, forSeconds: 4, requestOf: requestOf(`warm-${run}`) });
      await untilMailed();
      meter.reset();
      const loop = { ports, perSecond, forSeconds: seconds, requestOf: requestOf(run) };
      const answered = await openLoop(loop);
      return { answered, meter, msOfEach: meter.read(answered.length) };
    };
    /** All that signed have their emails in the queue, and these were looked at. */
    const untilMailed = () =>
      until(
        async () => {
          const left = await count(`pgboss.job where name in ('declaration-signed', 'mail-deliver')
          and (state in ('retry', 'active') or state = 'created' and start_after <= now())`);
          if (left > 0) throw new Error(`${left} jobs have not been done.`);
        },
        240_000,
        500,
      );

    const storm = await blow('storm', ours, forSeconds);
    const endedMs = performance.now();
    await untilMailed();
    const mailedAfterMs = performance.now() - endedMs;
    const withMail = storm.meter.read(storm.answered.length);
    const acknowledged = storm.answered.filter(({ status }) => status === 201);
    const { rows } = await client.query<{ email: string }>(
      `select email from unity_declarations where email like 'storm.%'`,
    );
    const written = new Set(rows.map(({ email }) => email));
    const jobs = await count(`pgboss.job j cross join jsonb_array_elements(j.data->'signatures') s
      join unity_declarations d on d.id::text = s->>'id'
      where j.name = 'declaration-signed' and d.email like 'storm.%'`);
    const mails = await count(`outgoing_mails m join unity_declarations d
      on m.batch_id = 'declaration:' || d.id || ':' || d.link_id and m.recipient_address = d.email
      where d.email like 'storm.%'`);

    const bytesOf = (run: string) =>
      count(`(select avg(pg_column_size(d) + pg_column_size(k)) from unity_declarations d join idempotency_keys k
        on k.key = replace(split_part(d.email, '@', 1), '.', '-') || '-key' where d.email like '${run}.%') as n (count)`);
    await client.query(HOLD_MAILS);
    const alone = await blow('alone', ours, shorterSeconds);
    for (const stop of ours.stops) await stop();
    const bare = await startBare(workspace, 'bare.part.ts', ['pg', postgres.url, 'together']);
    const peer = await blow('bare', { ports: [bare.port], pids: [bare.pid] }, shorterSeconds);
    const [ownBytes, bareBytes] = [await bytesOf('alone'), await bytesOf('bare')];

    const due = perSecond * forSeconds;
    const p99 = percentile(storm.answered, 0.99);
    const ofBare = peer.msOfEach.servers / alone.msOfEach.servers;
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
    figures.add('in a job', jobs, `${rows.length}`, jobs === rows.length);
    figures.add('emails of them', mails, `${rows.length}`, mails === rows.length);
    figures.add('the last one queued', `${(mailedAfterMs / 1000).toFixed(1)} s after the storm`);
    figures.add('processor time of a signature until the last answer', inWords(storm.msOfEach));
    figures.add(
      'of a signature with its email queued',
      inWords(withMail),
      workspace.isQuick ? '' : `≤ ${LIMIT.msOfEach} ms`,
      withMail.servers + withMail.generator <= LIMIT.msOfEach,
    );
    figures.add('of its rows alone', inWords(alone.msOfEach));
    figures.add('the bare server, of the same rows', inWords(peer.msOfEach));
    figures.add('bytes of these rows', ownBytes.toFixed(0));
    figures.add('the bare server', bareBytes.toFixed(0));
    figures.add(
      'from due to answered, 99th of 100',
      `${percentile(peer.answered, 0.99).toFixed(0)} ms`,
    );
    figures.add(
      'bare / ours, of the rows alone, without the generator',
      ofBare.toFixed(2),
      workspace.isQuick ? '' : `≥ ${LIMIT.ofBare}`,
      ofBare >= LIMIT.ofBare,
    );
    return figures.print();
  },
);

interface Spent {
  app: number;
  database: number;
  generator: number;
}

/** Processor time of the servers, PostgreSQL and this process since `reset`, in ms a signature. */
function meterOf(pids: readonly number[], databasePid: number) {
  const now = (): Spent => ({
    app: pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    database: cpuMsOfTree(databasePid),
    generator: cpuMsOf(process.pid),
  });
  let from = now();
  return {
    reset() {
      from = now();
    },
    read(signatures: number) {
      const to = now();
      const each = (part: keyof Spent) => (to[part] - from[part]) / signatures;
      const [app, database, generator] = [each('app'), each('database'), each('generator')];
      return { app, database, generator, servers: app + database };
    },
  };
}

const inWords = ({ app, database, generator }: Spent) =>
  `${(app + database + generator).toFixed(2)} ms (server ${app.toFixed(2)}, PostgreSQL ${database.toFixed(2)}, generator ${generator.toFixed(2)})`;

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
