import { join } from 'node:path';
import pg from 'pg';
import { seconds } from '../../src/shared/time.ts';
import { type App, startApp } from '../../testing/app.ts';
import { send } from '../../testing/visit.ts';
import { freePort, isAlive, until, type Workspace } from '../../testing/workspace.ts';
import type { Figures } from '../figures.part.ts';
import type { Watchers } from './watchers.ts';

const answerLimitMs = 5000;

/** Starts the app on a database that will be away. */
export async function start(workspace: Workspace, databaseUrl: string, name: string): Promise<App> {
  const options = { port: await freePort(), dataDir: join(workspace.folder, name), databaseUrl };
  return startApp(workspace, { ...options, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
}

/** The first moment at which everything works again: ready, and a signature is taken. */
export async function recovered(app: App, email: string): Promise<number> {
  const backAtMs = performance.now();
  await until(async () => {
    const ready = await send(app.origin, { method: 'GET', path: '/readyz' });
    if (ready.status !== 200) throw new Error(`/readyz still answers ${ready.status}`);
    const body = { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true };
    const signed = await send(app.origin, { path: '/api/unity-declaration', body });
    if (signed.status !== 201) throw new Error(`Signing still answers ${signed.status}`);
  }, seconds(60));
  return performance.now() - backAtMs;
}

/** What was asked meanwhile, and how it was answered. */
export function report(
  what: string,
  app: App,
  watchers: Watchers,
  figures: Figures,
  limitMs = answerLimitMs,
): void {
  const { whileAway, pages, slowestMs } = watchers;
  figures.add(`${what}: calls refused with 503 + Retry-After`, whileAway, '> 0', whileAway > 0);
  figures.add(`${what}: pages served meanwhile`, pages, '> 0', pages > 0);
  figures.none(`${what}: other answers than success and a clean 503`, watchers.wrong);
  figures.add(
    `${what}: slowest answer`,
    `${(slowestMs / 1000).toFixed(2)} s`,
    `≤ ${limitMs / 1000} s`,
    slowestMs <= limitMs,
  );
  figures.add(
    `${what}: signatures acknowledged`,
    watchers.acknowledged.length,
    '> 0',
    watchers.acknowledged.length > 0,
  );
  figures.add(
    `${what}: the app is the same process`,
    isAlive(app.pid) ? 'yes' : 'no',
    'yes',
    isAlive(app.pid),
  );
}

/** Those of the acknowledged signatures that are not in the database. */
export async function missing(url: string, acknowledged: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(
      'select email from unnest($1::text[]) as email where email not in (select email from unity_declarations)',
      [acknowledged],
    );
    return rows.map(({ email }) => email);
  } finally {
    await client.end();
  }
}
