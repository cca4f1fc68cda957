// How much memory an instance takes under ten minutes of mixed load, minute by minute, first on PostgreSQL and then on
// the embedded database, each from its first start: visitors and members do everything that they can send, people read
// pages, and an administrator reads lists and exports them. The generator is another process.
//
//   npm run bench -- memory
//   … --minutes=2           shorter, for trying out
//   … --only=embedded       a part: postgres, embedded
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writers } from '../prove/kill-app/writers.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { logInAsAdmin, openManualRails, send } from '../testing/visit.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { minutes } from '../src/shared/time.ts';
import { memoryMbOf } from './cpu.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

const KINDS = ['postgres', 'embedded'] as const;
type Kind = (typeof KINDS)[number];
const LIMIT_MB: Readonly<Record<Kind, number>> = { postgres: 300, embedded: 450 };
/** Of the last third over the third before it: what has levelled off moves no more than the collector does. */
const mostGrowth = 1.1;
const writerCount = 4;
const readerCount = 4;
const betweenReadsMs = 20;

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const length = Number(option('minutes') ?? 10);
const only = option('only')?.split(',');

const PAGES = ['/', '/?lang=fr', '/apply', '/terms', '/privacy', '/api/unity-declaration'];
const LISTS = [
  '/api/admin/unity-declarations?limit=100',
  '/api/admin/unity-declarations?search=awa',
  '/api/admin/contact?limit=100',
  '/api/admin/payments?status=claimed&limit=100',
  '/api/admin/users?limit=100',
  '/api/admin/email-logs?limit=100',
  '/api/admin/export/unity-declarations',
];

/** Reads one address after the other until it is over; answers how many were answered. */
async function read(app: App, cookie: string, isOver: () => boolean, from: number) {
  const all = [...PAGES, ...LISTS];
  let answered = 0;
  for (let n = from; !isOver(); n++) {
    const path = all[n % all.length] as string;
    const answer = await send(app.origin, { method: 'GET', path, cookie });
    if (answer.status === 200) answered++;
    // A busy machine sheds load: it is no answer, and nothing is wrong.
    else if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await sleep(betweenReadsMs);
  }
  return answered;
}

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;

async function measure(workspace: Workspace, kind: Kind): Promise<boolean> {
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  if (postgres) workspace.atEnd(postgres.stop);
  const app = await startApp(workspace, {
    port: await freePort(),
    dataDir: join(workspace.folder, kind),
    databaseUrl: postgres?.url,
    environment: { MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false', ADDRESS_LIMIT_FACTOR: '1000' },
  });
  const admin = await logInAsAdmin(app.origin, ADMIN);
  await openManualRails(app.origin, admin);
  const startedMb = memoryMbOf(app.pid, 'VmRSS');
  let isOver = false;
  const writers = new Writers(app.origin, writerCount, []);
  writers.gate.open();
  const reading = Promise.all(
    Array.from({ length: readerCount }, (_, n) => read(app, admin, () => isOver, n * 3)),
  );
  const rows = [
    [kind, 'memory', 'written'],
    ['first start', `${whole(startedMb)} MB`, '0'],
  ];
  const taken: number[] = [];
  for (let minute = 1; minute <= length; minute++) {
    await Promise.race([sleep(minutes(1)), reading]);
    taken.push(memoryMbOf(app.pid, 'VmRSS'));
    rows.push([`minute ${minute}`, `${whole(taken.at(-1) ?? 0)} MB`, whole(writers.done.length)]);
  }
  isOver = true;
  await writers.finish();
  const readings = (await reading).reduce((sum, one) => sum + one, 0);
  const peak = memoryMbOf(app.pid, 'VmHWM');
  await app.stop();
  const third = Math.max(1, Math.floor(length / 3));
  const growth = mean(taken.slice(-third)) / mean(taken.slice(-2 * third, -third));
  printTable(rows);
  const mb = LIMIT_MB[kind];
  const most = Math.max(startedMb, ...taken);
  console.log(
    `${kind}: at most ${whole(most)} MB at the end of a minute (limit ${mb}), ${whole(peak)} MB at its peak; ` +
      `the last third over the one before ${growth.toFixed(2)} (limit ${mostGrowth}); ` +
      `${whole(writers.done.length)} written, ${whole(readings)} read, ${writers.wrong.length} answered otherwise`,
  );
  for (const words of writers.wrong.slice(0, 5)) console.log(`  ${words}`);
  return most <= mb && growth <= mostGrowth && writers.wrong.length === 0;
}

await inWorkspace(minutes(3 * length + 10), async (workspace) => {
  console.log(machineLoad());
  let holds = true;
  for (const kind of KINDS.filter((one) => only?.includes(one) ?? true))
    holds = (await measure(workspace, kind)) && holds;
  return holds;
});
