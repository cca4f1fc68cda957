// Many administrators move the active email configuration at the same moment, over two instances on one PostgreSQL.
//
//   npm run prove -- config-race           200 activations at once, ten times
//   npm run prove -- config-race --quick   200 at once
//
// Proves that at every moment exactly one configuration is active (security.md §3): never none, never two, as anyone who
// looks into the database meanwhile sees it, and that every activation is answered as done: at once, or when it comes
// again as the site asked it to.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { addressOf, logInAsAdmin, send, sendUntilTaken } from '../testing/visit.ts';

const atOnce = 200;
const TYPES = ['email_gmail', 'email_alternative'] as const;
const path = '/api/admin/email-config';

const configOf = (configType: (typeof TYPES)[number]) => ({
  configType,
  smtpHost: configType === 'email_gmail' ? 'smtp.gmail.com' : 'smtp.prove.example',
  smtpPort: 587,
  smtpUser: 'campaign',
  smtpPass: 'baobab at noon',
  fromEmail: 'office@prove.example',
  fromName: 'The Office',
});

/** Looks every other millisecond how many are active, until it is asked to stop; answers how often it saw how many. */
async function watchActive(client: pg.Client, isOver: () => boolean): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  do {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from email_configs where is_active',
    );
    const n = rows[0]?.n ?? 0;
    seen.set(n, (seen.get(n) ?? 0) + 1);
    await sleep(2);
  } while (!isOver());
  return seen;
}

const race = (pair: readonly App[], cookies: readonly string[]) =>
  Promise.all(
    Array.from({ length: atOnce }, (_, n) =>
      sendUntilTaken((pair[n % 2] as App).origin, {
        path: `${path}/activate`,
        body: { configType: TYPES[Math.floor(n / 2) % 2] },
        cookie: cookies[n % 2],
        from: addressOf(n),
        timeoutMs: 60_000,
      }),
    ),
  );

await inWorkspace(120_000, async (workspace: Workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const start = async () =>
    startApp(workspace, {
      port: await freePort(),
      dataDir: join(workspace.folder, 'data'),
      databaseUrl: postgres.url,
      environment: { ADDRESS_LIMIT_FACTOR: '1000' },
    });
  const pair = [await start(), await start()] as const;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  workspace.atEnd(() => client.end());
  const cookies = [
    await logInAsAdmin(pair[0].origin, ADMIN),
    await logInAsAdmin(pair[1].origin, ADMIN),
  ];
  for (const type of TYPES)
    await send(pair[0].origin, { path, body: configOf(type), cookie: cookies[0] });
  await send(pair[0].origin, {
    path: `${path}/activate`,
    body: { configType: TYPES[0] },
    cookie: cookies[0],
  });

  const rounds = workspace.isQuick ? 1 : 10;
  const raced: Awaited<ReturnType<typeof race>> = [];
  let isOver = false;
  const watching = watchActive(client, () => isOver);
  for (let n = 0; n < rounds; n++) raced.push(...(await race(pair, cookies)));
  isOver = true;
  const seen = await watching;

  const looks = [...seen.values()].reduce((sum, n) => sum + n, 0);
  const wrong = looks - (seen.get(1) ?? 0);
  const done = raced.filter(({ status }) => status === 200).length;
  const asked = raced.reduce((sum, { timesAsked }) => sum + timesAsked, 0);
  const all = rounds * atOnce;
  figures.add('activations, 200 at once over two instances', all);
  figures.add('of them answered as done', done, `${all}`, done === all);
  const first = raced.filter(({ timesAsked }) => timesAsked === 0).length;
  figures.add('asked to come again (503), and did', asked);
  // Repeated calls find fewer others to race with.
  figures.add('answered at the first try', first, `≥ ${all / 4}`, first >= all / 4);
  figures.add('looks into the database meanwhile', looks, '≥ 20', looks >= 20);
  figures.add('looks that saw none or two active', wrong, '0', wrong === 0);
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from audit_log where action = 'email_config.activated'`,
  );
  const audited = (rows[0]?.n ?? 0) - 1;
  figures.add('activations in the audit log', audited, `${done}`, audited === done);
  return figures.print();
});
