// kill -9 of the app under 64 writers of all public and member POSTs, on both databases.
//
//   npm run prove -- kill-app            50 kills on each
//   npm run prove -- kill-app --quick    5 kills on each, 10 in all
//
// Proves that a site which dies at any moment is back within 3 seconds, that whatever was answered with
// success is in the database, whole and once, and that what was not answered can be sent again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../scripts/postgres.mjs';
import { routes } from '../src/server/routes.ts';
import { ADMIN, type App, queuedMsOf, sandboxPidOf, startApp } from '../testing/app.ts';
import { Figures, spread } from './figures.part.ts';
import {
  audit,
  type DatabaseReader,
  findLost,
  readFolder,
  readPostgres,
} from './kill-app/database-reader.ts';
import { ELSEWHERE, ENDPOINTS, type Kind as Doing, KINDS } from './kill-app/operations.ts';
import { preparePlans } from './kill-app/plans.ts';
import { Writers } from './kill-app/writers.ts';
import { seconds } from '../src/shared/time.ts';
import { freePort, inWorkspace, waitFactor, until, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin, openManualRails, send } from '../testing/visit.ts';

const writerCount = 64;
const readyLimitMs = 3000;
/** Of openings of the bare database after the same kill: as many as fit into the limit on a machine that rests. */
const readyLimitInOpenings = 6;
const slowestInOpenings = 10;
/** Of PostgreSQL, beside other work: even the time that a process has for itself is slower then, as caches are shared. */
const slowestQuickMs = 5000;
/** A plan can be stopped once, and takes three payments before. */
const plansPerKill = 4;

type Kind = 'embedded' | 'PostgreSQL';

async function proveOn(
  workspace: Workspace,
  kind: Kind,
  kills: number,
  figures: Figures,
): Promise<void> {
  const dataDir = join(workspace.folder, kind);
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined;
  if (postgres) workspace.atEnd(postgres.stop);
  const options = {
    port: await freePort(),
    dataDir,
    databaseUrl: postgres?.url,
    // Members write at once: what waits for a mail would see few lives.
    environment: { MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false' },
  };
  let app = await startApp(workspace, options);
  const firstReadyMs = app.readyMs;
  const admin = await logInAsAdmin(app.origin, ADMIN);
  await openManualRails(app.origin, admin);
  const plans = await preparePlans(app.origin, admin, kills * plansPerKill);
  const sandboxPid = sandboxPidOf(dataDir);
  const reader = () =>
    postgres ? readPostgres(postgres.url) : readFolder(copyOf(workspace, dataDir));

  const writers = new Writers(app.origin, writerCount, plans);
  const found = {
    lost: [] as string[],
    halves: [] as string[],
    doubles: [] as string[],
    sandbox: [] as string[],
    changed: [] as string[],
  };
  const readyMs: number[] = [];
  const readyAloneMs: number[] = [];
  const readyCpuMs: number[] = [];
  const bareMs: number[] = [];
  let checked = 0;
  for (let kill = 1; kill <= kills; kill++) {
    writers.gate.open();
    await writers.acknowledged(10 + Math.floor(Math.random() * 150), seconds(2) * waitFactor);
    await sleep(Math.random() * 30);
    const killed = app.kill();
    writers.gate.close();
    await killed;
    await writers.settled();
    // The embedded database is read as the kill left it; PostgreSQL once the new start has it.
    if (!postgres && workspace.isQuick)
      bareMs.push(await timeBareOpening(workspace, copyOf(workspace, dataDir)));
    const asLeft = postgres ? undefined : await reader();
    app = await startApp(workspace, options);
    readyMs.push(app.readyMs);
    readyAloneMs.push(app.readyAloneMs);
    readyCpuMs.push(app.readyCpuMs);
    if (sandboxPidOf(dataDir) !== sandboxPid) found.sandbox.push(`after kill ${kill}`);
    await look(asLeft ?? (await reader()), writers.done.slice(checked), found);
    found.changed.push(...(await repeat(app, writers, checked)));
    checked = writers.done.length;
  }
  writers.gate.open();
  // Between a few kills on a busy machine little is done: wait for what happens late in every life.
  await until(() => {
    if (undone(writers).length > 0) throw new Error('Some operations are still to be done.');
  }, seconds(60) * waitFactor).catch(() => undefined);
  await writers.finish();
  await app.stop();
  const rows = await look(await reader(), writers.done, found);
  if (existsSync(join(dataDir, 'db.lock')))
    found.halves.push('the folder stays locked after a good end');

  const repeated = writers.done.filter(({ tries }) => tries > 1).length;
  figures.add(`${kind}: kills under ${writerCount} writers`, kills);
  figures.add(
    `${kind}: operations acknowledged`,
    writers.done.length,
    '> 0',
    writers.done.length > kills * 10,
  );
  figures.none(`${kind}: kinds of operations that nobody did`, undone(writers));
  figures.add(`${kind}: cut by a kill and sent again`, repeated, '> 0', writers.unanswered > 0);
  figures.add(`${kind}: asked to wait (429, 503)`, writers.postponed);
  figures.add(`${kind}: rows written`, rows);
  figures.add(`${kind}: first start, empty database`, `${(firstReadyMs / 1000).toFixed(2)} s`);
  addReadiness(kind, { byClockMs: readyMs, aloneMs: readyAloneMs, bareMs }, figures);
  figures.add(`${kind}: processor time until ready`, spread(readyCpuMs));
  figures.none(`${kind}: acknowledged and lost`, [...new Set(found.lost)]);
  figures.none(`${kind}: half-written`, [...new Set(found.halves)]);
  figures.none(`${kind}: written twice for one key`, [...new Set(found.doubles)]);
  figures.none(`${kind}: repeats with another answer`, found.changed);
  figures.none(`${kind}: other answers than success`, writers.wrong);
  figures.none(`${kind}: sandbox not found again`, found.sandbox);
}

interface Starts {
  byClockMs: number[];
  /** Without the time that others had the processor. */
  aloneMs: number[];
  /** The same of a bare database; none on PostgreSQL, which starts by itself. */
  bareMs: number[];
}

/**
 * By the clock in the full form. The quick one runs beside others on a machine of whatever speed: there a start is held
 * against the least that it must do, opening the database that the kill left.
 */
function addReadiness(kind: Kind, starts: Starts, figures: Figures): void {
  const { byClockMs, aloneMs, bareMs } = starts;
  const ready = `${kind}: ready after a kill, min / median / max`;
  const alone = `${kind}: of that without the time that others had the processor`;
  if (!process.argv.includes('--quick')) {
    figures.add(ready, spread(byClockMs), '≤ 3 s', Math.max(...byClockMs) <= readyLimitMs);
    figures.add(alone, spread(aloneMs));
    return;
  }
  figures.add(ready, spread(byClockMs));
  if (bareMs.length === 0) {
    const holds = medianOf(aloneMs) <= readyLimitMs && Math.max(...aloneMs) <= slowestQuickMs;
    figures.add(alone, spread(aloneMs), 'median ≤ 3 s, max ≤ 5 s', holds);
    return;
  }
  figures.add(alone, spread(aloneMs));
  const bare = medianOf(bareMs);
  const bareHolds = bare <= readyLimitMs;
  figures.add(
    `${kind}: the same of its database alone, opened bare`,
    spread(bareMs),
    'median ≤ 3 s',
    bareHolds,
  );
  const openings = medianOf(aloneMs) / bare;
  const most = Math.max(...aloneMs) / bare;
  figures.add(
    `${kind}: a start in such openings, median / max`,
    `${openings.toFixed(1)} / ${most.toFixed(1)}`,
    '≤ 6 / ≤ 10',
    openings <= readyLimitInOpenings && most <= slowestInOpenings,
  );
}

const medianOf = (figures: number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? NaN;

/** How long a process takes that does nothing but open the database of a folder; without the time that others had the processor. */
async function timeBareOpening(workspace: Workspace, folder: string): Promise<number> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['prove/kill-app/bare.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid as number;
  workspace.own(pid);
  const [word] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [
    unknown,
  ];
  if (!(word instanceof Buffer)) throw new Error('The bare database did not open.');
  const ms = performance.now() - startedAtMs - queuedMsOf(pid);
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
  workspace.disown(pid);
  return ms;
}

/** Kinds of actions that were not acknowledged once. */
const undone = ({ done }: Writers) =>
  (Object.keys(KINDS) as Doing[]).filter((doing) => !done.some((one) => one.kind === doing));

async function look(
  reader: DatabaseReader,
  done: Writers['done'],
  found: { lost: string[]; halves: string[]; doubles: string[] },
): Promise<number> {
  try {
    found.lost.push(...(await findLost(reader, done)));
    const { halves, doubles, rows } = await audit(reader);
    found.halves.push(...halves);
    found.doubles.push(...doubles);
    return rows;
  } finally {
    await reader.close();
  }
}

/** The embedded database as the dead process left it. The original is the next start's to recover. */
function copyOf(workspace: Workspace, dataDir: string): string {
  const copy = join(workspace.folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(dataDir, 'db'), copy, { recursive: true });
  return copy;
}

/** Sends some of what was answered before the kill once more, and says which answers are not the first ones. */
async function repeat(app: App, { done }: Writers, from: number): Promise<string[]> {
  const changed: string[] = [];
  for (const operation of done
    .slice(from)
    .filter(({ kind }) => kind !== 'logOut')
    .slice(-12)) {
    const again = await until(async () => {
      const answer = await send(app.origin, operation.call);
      if (answer.status === 503 || answer.status === 429)
        throw new Error(`${operation.kind}: ${answer.status}`);
      return answer;
    }, 5000);
    const same =
      again.status === operation.answer?.status &&
      again.text === operation.answer.text &&
      again.cookies.join() === operation.answer.cookies.join();
    if (!same)
      changed.push(
        `${operation.kind} ${operation.marker}: ${again.status} ${again.text.slice(0, 100)}`,
      );
  }
  return changed;
}

/** A POST that everyone or every member may send, and that neither a writer nor ELSEWHERE has. */
function unexercised(): string[] {
  const known = new Set([...Object.values(ENDPOINTS), ...Object.keys(ELSEWHERE)]);
  return routes
    .map(({ endpoint }) => endpoint)
    .filter(
      ({ method, access, name }) => method === 'POST' && access.who !== 'admin' && !known.has(name),
    )
    .map(
      ({ name, path }) =>
        `${name} (${path}): add it to prove/kill-app/operations.ts, or say there who proves it`,
    );
}

/** Calls that ELSEWHERE assigns to a file that does not send them. */
function sentNowhere(): string[] {
  return Object.entries(ELSEWHERE)
    .filter(([name, file]) => {
      const path = routes.find(({ endpoint }) => endpoint.name === name)?.endpoint.path;
      if (!path) return true;
      const sent = new RegExp(path.replaceAll(/:\w+/g, '[^\'"`]+'));
      return !sent.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
    })
    .map(([name, file]) => `${name}: ${file}`);
}

await inWorkspace(process.argv.includes('--quick') ? 900_000 : 45 * 60_000, async (workspace) => {
  const kills = workspace.isQuick ? 5 : 50;
  const figures = new Figures();
  for (const kind of ['embedded', 'PostgreSQL'] as const)
    await proveOn(workspace, kind, kills, figures);
  figures.none('public and member POSTs that no writer sends', unexercised());
  figures.none('those of others that nobody else sends', sentNowhere());
  return figures.print();
});
