// kill -9 of PostgreSQL under light load, and PostgreSQL behind a line that has gone dead.
//
//   npm run prove -- database-away           10 kills, one dead line of 60 s
//   npm run prove -- database-away --quick   2 kills
//
// Proves that a database that is away costs visitors a clean "try again" (503 with Retry-After, within
// five seconds), that the pages are still served, that nothing acknowledged is lost, and that the app
// comes back by itself.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../scripts/postgres.mjs';
import { seconds } from '../src/shared/time.ts';
import { inboxOf } from '../testing/app.ts';
import { missing, recovered, report, start } from './database-away/report.ts';
import { killPostgres, restartPostgres } from './database-away/postgres.ts';
import { openProxy } from './database-away/proxy.ts';
import { Figures, spread } from './figures.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { Watchers } from './database-away/watchers.ts';

async function proveKills(workspace: Workspace, figures: Figures): Promise<void> {
  const kills = workspace.isQuick ? 2 : 10;
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  let pid = postgres.pid;
  const app = await start(workspace, postgres.url, 'kills');
  const watchers = new Watchers(app.origin);
  const recoveredMs: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    watchers.isAway = false;
    await sleep(seconds(1));
    watchers.isAway = true;
    await killPostgres(pid);
    if (kill > 1) workspace.disown(pid);
    await sleep(seconds(workspace.isQuick ? 3 : 5));
    pid = await restartPostgres(workspace, postgres);
    recoveredMs.push(await recovered(app, `back${kill}@prove.example`));
  }
  watchers.isAway = false;
  const mailMs = await mailed(join(workspace.folder, 'kills'), `back${kills}@prove.example`);
  await watchers.stop();
  report('kill -9', app, watchers, figures);
  figures.add('kill -9: times PostgreSQL was killed', kills);
  figures.add(
    'kill -9: the queue works again (a mail arrived) after',
    spread([mailMs]),
    '≤ 30 s',
    mailMs <= seconds(30),
  );
  figures.add(
    'kill -9: recovered after, min / median / max',
    spread(recoveredMs),
    '≤ 5 s',
    Math.max(...recoveredMs) <= seconds(5),
  );
  figures.none(
    'kill -9: acknowledged and lost',
    await missing(postgres.url, watchers.acknowledged),
  );
  await app.stop();
  await killPostgres(pid);
}

/** Nothing is refused, nothing answers: the worst that a network can do. */
async function proveDeadLine(workspace: Workspace, figures: Figures): Promise<void> {
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const proxy = await openProxy(postgres.port);
  workspace.atEnd(proxy.close);
  const url = Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href;
  const app = await start(workspace, url, 'line');
  const watchers = new Watchers(app.origin);
  await sleep(seconds(2));
  watchers.isAway = true;
  proxy.isDead = true;
  await sleep(seconds(60));
  proxy.isDead = false;
  const recoveredMs = await recovered(app, 'back@prove.example');
  watchers.isAway = false;
  await sleep(seconds(1));
  await watchers.stop();
  report('dead line of 60 s', app, watchers, figures, seconds(15));
  figures.add(
    'dead line of 60 s: recovered after',
    spread([recoveredMs]),
    '≤ 10 s',
    recoveredMs <= seconds(10),
  );
  figures.none(
    'dead line of 60 s: acknowledged and lost',
    await missing(postgres.url, watchers.acknowledged),
  );
  await app.stop();
}

/** How long the mail of a signature takes to arrive, at most a minute. */
async function mailed(dataDir: string, address: string): Promise<number> {
  const startedAtMs = performance.now();
  const inbox = `${inboxOf(dataDir)}/messages?to=${encodeURIComponent(address)}&wait=60000`;
  const found = (await (await fetch(inbox)).json()) as unknown[];
  return found.length > 0 ? performance.now() - startedAtMs : Number.POSITIVE_INFINITY;
}

await inWorkspace(process.argv.includes('--quick') ? 300_000 : 600_000, async (workspace) => {
  const figures = new Figures();
  await proveKills(workspace, figures);
  if (!workspace.isQuick) await proveDeadLine(workspace, figures);
  return figures.print();
});
