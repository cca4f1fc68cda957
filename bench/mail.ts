// Bulk mails per second to a mail server on this machine, beside a bare nodemailer pool with as many connections that
// sends the same mail to the same addresses, both over STARTTLS with a login, in turns. Ours writes down before each
// mail that it leaves and after it how it ended, and ends with a whole history.
//
//   npm run bench -- mail
//   … --mails=2000       fewer, for trying out
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { configFor, environmentFor, openSmtp, type Smtp } from '../testing/smtp.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin, send } from '../testing/visit.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { cpuMsOf, cpuMsOfTree } from './cpu.part.ts';
import { median } from './load.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

const leastRatio = 0.7;
const rounds = 5;
const connections = 5;
const option = process.argv.find((text) => text.startsWith('--mails='))?.split('=')[1];
const mails = Number(option ?? 10_000);

const addresses = Array.from({ length: mails }, (_, n) => `reader-${n}@bench.example`);
const words = {
  subject: 'The march has begun',
  message: Array.from(
    { length: 6 },
    () =>
      'From Dakar to Addis Ababa people walk for one passport of Africa. Thank you for being one of them, and for telling your neighbours of it.',
  ).join('\n\n'),
};

/** From the first order until the server has taken them all, in mails per second. */
async function perSecond(smtp: Smtp, order: () => Promise<void>): Promise<number> {
  const before = smtp.state.mails;
  const startedAtMs = performance.now();
  await order();
  while (smtp.state.mails < before + mails) {
    if (performance.now() - startedAtMs > 300_000) throw new Error('The mails do not come.');
    await sleep(2);
  }
  return (mails / (performance.now() - startedAtMs)) * 1000;
}

/** Signers who asked for news. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into unity_declarations (id, full_name, email, country, wants_news, signed_at)
     select gen_random_uuid(), 'Awa Diop', unnest($1::text[]), 'Senegal', true, now() - interval '1 day'`,
    [addresses],
  );
  await client.query('vacuum analyze');
  await client.end();
}

async function done<T>(
  what: string,
  answer: Promise<{ status: number; text: string }>,
): Promise<T> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${what}: ${status} ${text}`);
  return JSON.parse(text) as T;
}

/** A site that sends through the server; answers how to send one mail to all. */
async function openSite(workspace: Workspace, smtp: Smtp, databaseUrl: string) {
  const app: App = await startApp(workspace, {
    port: await freePort(),
    dataDir: join(workspace.folder, 'site'),
    databaseUrl,
    environment: environmentFor(smtp),
  });
  await fill(databaseUrl);
  let cookie = await logInAsAdmin(app.origin, ADMIN);
  const post = <T>(path: string, body: object) =>
    done<T>(path, send(app.origin, { path, body, cookie }));
  await post('/api/admin/email-config', configFor(smtp));
  await post('/api/admin/email-config/activate', { configType: 'email_alternative' });
  const batches: string[] = [];
  return {
    app,
    /** Mail to many asks for a password of these minutes, and on a slow machine a round takes some. */
    async enter() {
      cookie = await logInAsAdmin(app.origin, ADMIN);
    },
    async order() {
      const body = { audience: { kinds: ['declaration'] }, expectedCount: mails, ...words };
      const { batchId } = await post<{ batchId: string }>('/api/admin/send-bulk-email', body);
      batches.push(batchId);
    },
    /** Waits until the last batch is written down to its end; throws when a mail of it was not sent. */
    async settled() {
      const path = `/api/admin/email-batches/${batches.at(-1)}`;
      for (;;) {
        const batch = await done<{ state: string; counts: { sent: number } }>(
          path,
          send(app.origin, { method: 'GET', path, cookie }),
        );
        if (batch.state === 'done' && batch.counts.sent === mails) return;
        if (batch.state === 'done' || batch.state === 'paused')
          throw new Error(`Not all were sent: ${JSON.stringify(batch)}`);
        await sleep(100);
      }
    },
    preview: () =>
      post<{ subject: string; html: string; text: string }>('/api/admin/preview-email', {
        ...words,
        language: 'en',
      }),
  };
}

/** A bare pool in a process of its own. */
function openBare(workspace: Workspace, smtp: Smtp, mail: object) {
  const file = fileURLToPath(new URL('mailer.part.ts', import.meta.url));
  const child = fork(file, { env: { PATH: process.env.PATH, ...environmentFor(smtp) } });
  workspace.own(child.pid as number);
  const { host, port } = smtp;
  const order = async () =>
    void child.send({ host, port, connections, mail, recipients: addresses });
  return { pid: child.pid as number, order };
}

await inWorkspace(1_200_000, async (workspace) => {
  console.log(machineLoad());
  const smtp = await openSmtp(workspace.folder);
  workspace.atEnd(smtp.close);
  const postgres = await startPostgres({ maxConnections: 100 });
  workspace.atEnd(() => postgres.stop());
  const site = await openSite(workspace, smtp, postgres.url);
  const bare = openBare(workspace, smtp, await site.preview());
  const figures = { ours: [] as number[], bare: [] as number[] };
  const cpu = () => ({
    bare: cpuMsOf(bare.pid),
    ours: cpuMsOf(site.app.pid),
    database: cpuMsOfTree(postgres.pid),
  });
  let before = cpu();
  // The first of each is to warm up.
  for (let round = 0; round <= rounds; round++) {
    const ofBare = await perSecond(smtp, bare.order);
    await sleep(300);
    await site.enter();
    const ofOurs = await perSecond(smtp, site.order);
    await site.settled();
    await sleep(300);
    console.log(
      `${round === 0 ? 'warm-up' : `round ${round}`}: bare ${whole(ofBare)}, ours ${whole(ofOurs)} a second`,
    );
    if (round === 0) {
      before = cpu();
      continue;
    }
    figures.bare.push(ofBare);
    figures.ours.push(ofOurs);
  }
  const after = cpu();
  await site.app.stop();
  const each = (name: 'bare' | 'ours' | 'database') =>
    `${((after[name] - before[name]) / rounds / mails).toFixed(2)} ms`;
  const ratios = figures.ours.map((ours, n) => ours / (figures.bare[n] as number));
  printTable([
    [`${whole(mails)} mails, ${connections} connections`, 'a second', 'processor time each'],
    ['bare nodemailer pool', whole(median(figures.bare)), each('bare')],
    ['ours', whole(median(figures.ours)), each('ours')],
    ['the database beside it', '', each('database')],
  ]);
  const ratio = median(ratios);
  const holds = ratio >= leastRatio;
  console.log(
    `ours beside the bare pool, at least ${leastRatio}: ${ratio.toFixed(2)} ${holds ? 'ok' : 'MISSED'}`,
  );
  return holds;
});
