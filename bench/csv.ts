// The dashboard's CSV on PostgreSQL, with 1,000,000 signatures: rows per second beside PostgreSQL's own
// COPY … TO STDOUT CSV of the same columns in the same order, in turns; how long until the first byte, and how much
// memory the server takes for it.
//
//   npm run bench -- csv
//   … --rows=100000      fewer, for trying out
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { freePort, inWorkspace } from '../testing/workspace.ts';
import { logInAsAdmin } from '../testing/visit.ts';
import { findBinaries, startPostgres } from '../scripts/postgres.mjs';
import { memoryMbOf } from './cpu.part.ts';
import { median } from './load.part.ts';
import { fillSignatures } from './rows-fill.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

const LIMIT = { share: 0.3, growthMb: 64, firstByteMs: 500 };
const rounds = 5;
const option = process.argv.find((text) => text.startsWith('--rows='))?.split('=')[1];
const rows = Number(option ?? 1_000_000);

interface Download {
  seconds: number;
  lines: number;
  firstByteMs?: number;
}

/** The lines of a stream, each ended by a line feed: no field of these has one inside. */
function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** The download by PostgreSQL's own program: nothing is between the server and it. */
function copyByPsql(url: string): Promise<Download> {
  const copy = `copy (select id, full_name, email, country, signed_at from unity_declarations
    where invalidated_at is null order by signed_at desc, id desc) to stdout csv`;
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const psql = spawn(join(findBinaries(), 'psql'), ['-X', '-d', url, '-c', copy], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let lines = 0;
    psql.stdout.on('data', (chunk: Buffer) => (lines += linesIn(chunk)));
    psql.once('error', reject);
    psql.once('close', (code) => {
      if (code === 0) resolve({ seconds: (performance.now() - startedAtMs) / 1000, lines });
      else reject(new Error(`psql ended with ${code}.`));
    });
  });
}

function downloadFrom(app: App, cookie: string): Promise<Download> {
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const { port } = new URL(app.origin);
    const path = '/api/admin/export/unity-declarations';
    const asked = request({ host: '127.0.0.1', port, path, headers: { cookie } }, (answer) => {
      let lines = 0;
      let firstByteMs: number | undefined;
      answer.on('data', (chunk: Buffer) => {
        firstByteMs ??= performance.now() - startedAtMs;
        lines += linesIn(chunk);
      });
      answer.once('error', reject);
      answer.once('end', () => {
        const seconds = (performance.now() - startedAtMs) / 1000;
        // The names of the columns are a line too.
        if (answer.statusCode === 200)
          resolve({ seconds, lines: lines - 1, firstByteMs: firstByteMs ?? Number.NaN });
        else reject(new Error(`The download was answered with ${answer.statusCode}.`));
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}

await inWorkspace(1_200_000, async (workspace) => {
  console.log(machineLoad());
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' };
  const postgres = await startPostgres({ maxConnections: 60, settings });
  workspace.atEnd(() => postgres.stop());
  const patient = await openDatabase({ url: postgres.url, isPatient: true });
  await migrate(patient);
  await fillSignatures(patient.db, rows);
  await patient.db.execute(sql`vacuum analyze`);
  await patient.db.execute(sql`checkpoint`);
  await patient.close();

  const app = await startApp(workspace, {
    port: await freePort(),
    dataDir: workspace.folder,
    databaseUrl: postgres.url,
  });
  const cookie = await logInAsAdmin(app.origin, ADMIN);
  // The first of each finds everything cold.
  await copyByPsql(postgres.url);
  await downloadFrom(app, cookie);
  const before = memoryMbOf(app.pid, 'VmRSS');
  const own: Download[] = [];
  const ours: Download[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(await copyByPsql(postgres.url));
    ours.push(await downloadFrom(app, cookie));
  }
  const growth = Math.max(0, memoryMbOf(app.pid, 'VmHWM') - before);
  await app.stop();

  const perSecond = (all: Download[]) => median(all.map(({ seconds }) => rows / seconds));
  const firstByte = Math.max(...ours.map(({ firstByteMs = Number.NaN }) => firstByteMs));
  const share = median(ours.map(({ seconds }, n) => (own[n]?.seconds ?? Number.NaN) / seconds));
  const isWhole = [...own, ...ours].every(({ lines }) => lines === rows);
  printTable([
    [`${whole(rows)} signatures as CSV`, 'rows per second'],
    ['COPY … TO STDOUT CSV, read by psql', whole(perSecond(own))],
    ['the dashboard’s download', whole(perSecond(ours))],
  ]);
  const verdicts: [string, string, boolean][] = [
    [`rows per second, at least ${LIMIT.share} of COPY’s`, share.toFixed(2), share >= LIMIT.share],
    [
      `first byte, at most ${LIMIT.firstByteMs} ms (slowest)`,
      `${whole(firstByte)} ms`,
      firstByte <= LIMIT.firstByteMs,
    ],
    [
      `memory growth, at most ${LIMIT.growthMb} MB (highest)`,
      `${growth.toFixed(1)} MB`,
      growth <= LIMIT.growthMb,
    ],
    ['every row in every download', isWhole ? 'yes' : 'no', isWhole],
  ];
  for (const [what, figure, holds] of verdicts)
    console.log(`${what}: ${figure} ${holds ? 'ok' : 'MISSED'}`);
  return verdicts.every(([, , holds]) => holds);
});
