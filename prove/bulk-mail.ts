// One mail to thousands while everything fails that can: the mail server is down, greylists, is slow, refuses one in
// a hundred and cuts the line after the final dot; and the process that sends is killed again and again.
//
//   npm run prove -- bulk-mail            10,000 recipients, five kills
//   npm run prove -- bulk-mail --quick    600 recipients, two kills
//
// Proves that every recipient comes to an end, that no one has the mail twice and no one who is said to have it lacks
// it, that of what a kill or a cut leaves in doubt nothing is sent again, that the order is answered at once, and that
// a mail to one person does not wait for the thousands (security.md §3). Pauses that are minutes for people are passed
// over by moving the moments in the database.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { type Behaviour, configFor, environmentFor, openSmtp, type Smtp } from '../testing/smtp.ts';
import { freePort, inWorkspace, waitFactor, until, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin, send } from '../testing/visit.ts';

const connections = 5;
const answerLimitMs = 500;
const addressOf = (n: number) => `reader-${n}@prove.example`;
/** One in a hundred has no mailbox. */
const isRefused = (address: string) => /-\d*50@/.test(address);

interface Row {
  address: string;
  state: string;
}

/** A site that can be killed and started again, with an administrator in it. */
async function openSite(workspace: Workspace, smtp: Smtp, databaseUrl: string) {
  const options = {
    port: await freePort(),
    dataDir: join(workspace.folder, 'site'),
    databaseUrl,
    environment: environmentFor(smtp),
  };
  let app: App = await startApp(workspace, options);
  const cookie = await logInAsAdmin(app.origin, ADMIN);
  return {
    async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
      const answer = await send(app.origin, { method, path, body, cookie, timeoutMs: 60_000 });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return JSON.parse(answer.text) as T;
    },
    async dieAndRise() {
      await app.kill();
      app = await startApp(workspace, options);
    },
    stop: () => app.stop(),
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function fill(client: pg.Client, many: number): Promise<string[]> {
  const addresses = Array.from({ length: many }, (_, n) => addressOf(n));
  await client.query(
    `insert into unity_declarations (id, full_name, email, country, wants_news, signed_at)
     select gen_random_uuid(), 'Awa Diop', unnest($1::text[]), 'Senegal', true, now()`,
    [addresses],
  );
  return addresses;
}

const LIMITS = { gmailPerDay: 500, alternativePerDay: null, perMinute: null, connections };

async function setLimits(site: Site): Promise<void> {
  const path = '/api/admin/mail-limits';
  const { version } = await site.call<{ version: number }>('GET', path);
  await site.call('PUT', path, { ...LIMITS, version });
}

/** As if the minutes were over for which a mail, or a server that was away, is left alone. */
async function passMinutes(site: Site, client: pg.Client): Promise<void> {
  await client.query(
    `update bulk_mails set next_attempt_at = now() - interval '1 second' where state = 'queued' and attempts > 0`,
  );
  await setLimits(site);
}

/** An event at a share of the deliveries that have ended. */
interface Event {
  at: number;
  happen(): Promise<void> | void;
}

/** Lets the events happen as the batch goes on, until it is done. */
async function follow(
  site: Site,
  client: pg.Client,
  { batchId, many, events }: { batchId: string; many: number; events: Event[] },
): Promise<{ pauses: number }> {
  const left = events.toSorted((a, b) => a.at - b.at);
  let pauses = 0;
  for (;;) {
    const { rows } = await client.query<{ state: string; ended: number; is_idle: boolean }>(
      `select state, sent + failed + uncertain + skipped as ended,
         not exists (select from bulk_mails where batch_id = $1 and state = 'sending') as is_idle
       from mail_batches where id = $1`,
      [batchId],
    );
    const [{ state, ended, is_idle: isIdle } = { state: '', ended: 0, is_idle: true }] = rows;
    if (state === 'done' && left.length === 0) return { pauses };
    const next = left[0];
    if (next && (ended >= next.at * many || state === 'done')) {
      left.shift();
      await next.happen();
    } else if (state === 'paused') {
      pauses++;
      await site.call('POST', `/api/admin/email-batches/${batchId}/resume`);
    } else if (isIdle) await passMinutes(site, client);
    await sleep(stepMs);
  }
}

const stepMs = 150;

function judge(figures: Figures, rows: Row[], smtp: Smtp, kills: number): void {
  const of = (state: string) => rows.filter((row) => row.state === state);
  const copies = ({ address }: Row) => smtp.taken.get(address)?.length ?? 0;
  const ends = ['sent', 'failed', 'uncertain'];
  figures.add('sent', of('sent').length);
  figures.add('failed, with the server’s words', of('failed').length);
  figures.none(
    'recipients that came to no end',
    rows
      .filter(({ state }) => !ends.includes(state))
      .map(({ address, state }) => `${address}: ${state}`),
  );
  figures.none(
    'mails that came twice',
    rows.filter((row) => copies(row) > 1).map(({ address }) => address),
  );
  figures.none(
    'said to be sent and not in the inbox',
    of('sent')
      .filter((row) => copies(row) !== 1)
      .map(({ address }) => address),
  );
  figures.none(
    'said to have failed and in the inbox, or failed without being refused',
    of('failed')
      .filter((row) => copies(row) > 0 || !isRefused(row.address))
      .map(({ address }) => address),
  );
  const inDoubt = of('uncertain').length;
  const most = kills * connections * 2 + smtp.state.cut;
  figures.add('in doubt, and not sent again', inDoubt, `≤ ${most}`, inDoubt <= most);
  figures.add('of these in the inbox', of('uncertain').filter((row) => copies(row) === 1).length);
}

await inWorkspace(1_200_000, async (workspace) => {
  const [many, kills, cuts] = workspace.isQuick ? [600, 2, 1] : [10_000, 5, 5];
  const figures = new Figures();
  const smtp = await openSmtp(workspace.folder);
  workspace.atEnd(smtp.close);
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const site = await openSite(workspace, smtp, postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  workspace.atEnd(() => client.end());
  const recipients = await fill(client, many);
  await site.call('POST', '/api/admin/email-config', configFor(smtp));
  await site.call('POST', '/api/admin/email-config/activate', { configType: 'email_alternative' });
  await setLimits(site);

  const usual: Behaviour = { refuses: isRefused };
  smtp.behave({ ...usual, isDown: true });
  const orderedAtMs = performance.now();
  const { batchId, summary } = await site.call<{ batchId: string; summary: { queued: number } }>(
    'POST',
    '/api/admin/send-bulk-email',
    { recipients, subject: 'The march has begun', message: 'From Dakar to Addis Ababa.' },
  );
  const answerMs = performance.now() - orderedAtMs;

  let letterMs = Number.NaN;
  let queuedBehind = 0;
  const single = 'one-person@prove.example';
  const events: Event[] = [
    { at: 0, happen: () => smtp.behave({ ...usual, isGreylisting: true }) },
    { at: 0.1, happen: () => smtp.behave({ ...usual, delayMs: 15 }) },
    {
      at: 0.2,
      async happen() {
        const startedAtMs = performance.now();
        const letter = { recipient: single, subject: 'Your question', message: 'Yes.' };
        await site.call('POST', '/api/admin/send-individual-email', letter);
        await until(() => {
          if (!smtp.taken.has(single)) throw new Error('The mail to one person does not come.');
        }, 20_000 * waitFactor);
        letterMs = performance.now() - startedAtMs;
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from bulk_mails where state = 'queued'`,
        );
        queuedBehind = rows[0]?.n ?? 0;
      },
    },
    { at: 0.4, happen: () => smtp.behave({ ...usual, cuts }) },
    { at: 0.7, happen: () => smtp.behave({ ...usual, isDown: true }) },
    { at: 0.7, happen: () => smtp.behave(usual) },
    ...Array.from({ length: kills }, (_, n) => ({
      at: 0.25 + (0.6 / kills) * n,
      happen: () => site.dieAndRise(),
    })),
  ];
  const { pauses } = await follow(site, client, { batchId, many, events });
  await site.stop();
  const { rows } = await client.query<Row>('select address, state from bulk_mails');

  figures.add('recipients', many);
  figures.add(
    'queued',
    summary.queued,
    String(many),
    summary.queued === many && rows.length === many,
  );
  figures.add(
    'the order was answered in',
    `${Math.round(answerMs)} ms`,
    workspace.isQuick ? '' : `≤ ${answerLimitMs} ms`,
    answerMs <= answerLimitMs,
  );
  figures.add('kills of the process that sends', kills);
  figures.add('lines cut after the final dot', smtp.state.cut, '> 0', smtp.state.cut > 0);
  figures.add('times that it paused by itself and was resumed', pauses);
  judge(figures, rows, smtp, kills);
  const ids = new Set([...smtp.taken.values()].flat());
  figures.add(
    'Message-IDs of all mails that came',
    ids.size,
    String(smtp.state.mails),
    ids.size === smtp.state.mails,
  );
  figures.add('a mail to one person arrived in', `${(letterMs / 1000).toFixed(2)} s`);
  figures.add('before so many of the bulk mail', queuedBehind, '> 0', queuedBehind > 0);
  return figures.print();
});
