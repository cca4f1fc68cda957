// PostgreSQL whose data are on a disk that runs full, and has space again.
//
//   npm run prove -- disk-full            full for 30 s, five times
//   npm run prove -- disk-full --quick    full for 10 s, once
//
// Proves that a full disk costs writers a clean "try again" (503 with Retry-After), that what only reads is still
// answered, that nothing acknowledged is lost, and that writing works again within ten seconds of there being space.
// The disk is a tmpfs of 96 MB, which takes root on Linux. The write-ahead log is elsewhere: without space for that,
// PostgreSQL ends itself, and a database that is gone is the proof of database-away.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { seconds } from '../src/shared/time.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { missing, recovered, report, start } from './database-away/report.ts';
import { Watchers } from './database-away/watchers.ts';
import { Figures, spread } from './figures.part.ts';

/** A mount of its own namespace is gone with the proof, however that ends. */
function inOwnNamespace(): boolean {
  if (process.env.OWN_MOUNTS) return true;
  const again = spawnSync(
    'unshare',
    ['--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, OWN_MOUNTS: '1' } },
  );
  if (again.error) throw again.error;
  process.exitCode = again.status ?? 1;
  return false;
}

/** A disk of 96 MB that belongs to the user of PostgreSQL. */
function mountDisk(folder: string, ownedAs: string): void {
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) throw new Error(`A tmpfs cannot be mounted: ${mounted.stderr}`);
  const { uid, gid } = statSync(ownedAs);
  chownSync(folder, uid, gid);
}

/** Takes all space that is left, to the last page. */
function fill(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (const size of [1024 * 1024, 4096])
      try {
        for (;;) writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
  } finally {
    closeSync(handle);
  }
}

async function createDatabase(url: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create tablespace small location '${folder}'`);
    await client.query('create database small tablespace small');
  } finally {
    await client.end();
  }
  return url.replace(/\/postgres$/, '/small');
}

async function proveFullDisk(workspace: Workspace, figures: Figures): Promise<void> {
  const [times, fullMs] = workspace.isQuick ? [1, seconds(10)] : [5, seconds(30)];
  const disk = join(workspace.folder, 'disk');
  workspace.atEnd(() => void spawnSync('umount', [disk]));
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  // Its user has to pass through.
  chmodSync(workspace.folder, 0o711);
  mountDisk(disk, join(postgres.folder, 'data'));
  const filler = join(disk, 'filler');
  const app = await start(workspace, await createDatabase(postgres.url, disk), 'full');
  const watchers = new Watchers(app.origin);
  const recoveredMs: number[] = [];
  const refused: number[] = [];
  for (let round = 1; round <= times; round++) {
    watchers.isAway = false;
    await sleep(seconds(2));
    const before = watchers.whileAway;
    watchers.isAway = true;
    fill(filler);
    await sleep(fullMs);
    refused.push(watchers.whileAway - before);
    rmSync(filler);
    recoveredMs.push(await recovered(app, `space${round}@prove.example`));
  }
  watchers.isAway = false;
  await watchers.stop();
  report('full disk', app, watchers, figures);
  figures.add('full disk: times', times);
  figures.add(
    'full disk: writes refused each time',
    refused.join(', '),
    '> 0',
    refused.every((n) => n > 0),
  );
  figures.add(
    'full disk: reads of the count answered meanwhile',
    watchers.reads,
    '> 0',
    watchers.reads > 0,
  );
  figures.none('full disk: reads refused', watchers.refusedReads);
  figures.add(
    'full disk: writes again after there is space, min / median / max',
    spread(recoveredMs),
    '≤ 10 s',
    Math.max(...recoveredMs) <= seconds(10),
  );
  const url = postgres.url.replace(/\/postgres$/, '/small');
  figures.none('full disk: acknowledged and lost', await missing(url, watchers.acknowledged));
  await app.stop();
}

if (inOwnNamespace())
  await inWorkspace(600_000, async (workspace) => {
    const figures = new Figures();
    await proveFullDisk(workspace, figures);
    return figures.print();
  });
