// Two instances of the app on one PostgreSQL behave as one.
//
//   npm run prove -- idempotency           10 races of two first starts, 200 repeats of each key
//   npm run prove -- idempotency --quick   1 race, 50 repeats
//
// Proves that a request with one key is done once and answered with the same bytes wherever and whenever
// it is repeated, that log-ins, log-outs and publications count on both, that two first starts at once
// leave one schema and one administrator, and that each mail is sent once.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, type App, inboxOf, startApp } from '../testing/app.ts';
import { Figures, spread } from './figures.part.ts';
import { freePort, inWorkspace, until } from '../testing/workspace.ts';
import {
  type Answer,
  addressOf,
  applicant,
  type Call,
  cookieFrom,
  logInAsAdmin,
  openManualRails,
  send,
  sendUntilTaken,
} from '../testing/visit.ts';

const seenElsewhereMs = 1500;
const mailsWithinMs = 60_000;

type Pair = [App, App];

interface RepeatedOperation {
  name: string;
  call: Call;
  /** The same key with another body. */
  altered: Call;
  /** Selects what the action writes. */
  rows: string;
}

const person = {
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'once@prove.example',
  country: 'Senegal',
};
const signature = {
  fullName: 'Awa Diop',
  email: 'once@prove.example',
  country: 'Senegal',
  agreeToDeclaration: true,
};
const proposal = {
  organizationName: 'Teranga',
  organizationType: 'Other',
  country: 'Senegal',
  contactFirstName: 'Awa',
  contactLastName: 'Diop',
  contactEmail: 'once@prove.example',
  partnershipType: 'Other',
  proposedContribution: 'Beds',
  message: 'Hello',
};
const claim = {
  paymentMethod: 'zelle',
  paymentData: { plan: 'onetime', confirmationNumber: 'ONCE-4711' },
  applicationData: applicant('once@prove.example'),
};

const repeated = (
  name: string,
  path: string,
  body: object,
  other: object,
  rows: string,
): RepeatedOperation => ({
  name,
  call: { path, body, key: `prove-${name}-1` },
  altered: { path, body: { ...body, ...other }, key: `prove-${name}-1` },
  rows,
});

const OPERATIONS = [
  repeated(
    'signing',
    '/api/unity-declaration',
    signature,
    { country: 'Ghana' },
    `select from unity_declarations where email = 'once@prove.example'`,
  ),
  repeated(
    'contact',
    '/api/contact',
    { ...person, message: 'Hello' },
    { message: 'Hello again' },
    `select from contact_submissions where email = 'once@prove.example'`,
  ),
  repeated(
    'volunteer',
    '/api/volunteer',
    { ...person, skills: 'Law', availability: 'Project-based', motivation: 'One cloth.' },
    { skills: 'Carpentry' },
    `select from volunteer_submissions where email = 'once@prove.example'`,
  ),
  repeated(
    'partner',
    '/api/partner',
    proposal,
    { message: 'Hello again' },
    `select from partner_submissions where contact_email = 'once@prove.example'`,
  ),
  repeated(
    'claim',
    '/payment/submit',
    claim,
    { paymentMethod: 'bank', paymentData: { plan: 'onetime', referenceNumber: 'ONCE-4711' } },
    `select from passport_applications a full join payments p on true where a.email = 'once@prove.example'`,
  ),
];

const isSame = (a: Answer, b: Answer) =>
  a.status === b.status &&
  a.text === b.text &&
  a.type === b.type &&
  a.cookies.join('\n') === b.cookies.join('\n');

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** The faults after two first starts at once. */
async function flawsOf(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const migrations = readdirSync(new URL('../migrations', import.meta.url)).filter((name) =>
      name.endsWith('.sql'),
    );
    const { rows } = await client.query(`select
      (select count(*)::int from users where is_admin) as administrators,
      (select count(*)::int from audit_log where action = 'administrator.created') as created,
      (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select count(distinct hash)::int from drizzle.__drizzle_migrations) as different,
      (select count(*)::int from (select name from pgboss.queue group by 1 having count(*) > 1) d) as double_queues`);
    const expected = {
      administrators: 1,
      created: 1,
      migrations: migrations.length,
      different: migrations.length,
      double_queues: 0,
    };
    return Object.entries(expected)
      .filter(([what, n]) => rows[0][what] !== n)
      .map(([what, n]) => `${databaseUrl}: ${what} is ${rows[0][what]}, not ${n}`);
  } finally {
    await client.end();
  }
}

/** A session begun on one instance lives on the other and dies on both. */
async function proveSessions([one, two]: Pair, figures: Figures): Promise<void> {
  const wrong: string[] = [];
  const see = async (app: App, cookie: string) => {
    const { text } = await send(app.origin, { method: 'GET', path: '/api/auth/session', cookie });
    return (JSON.parse(text) as { user: { email: string } | null }).user?.email;
  };
  for (const [n, [here, there]] of [
    [one, two],
    [two, one],
  ].entries() as Iterable<[number, Pair]>) {
    const email = `member${n}@prove.example`;
    const body = {
      email,
      firstName: 'Awa',
      lastName: 'Diop',
      password: 'long enough to be taken 77',
    };
    const cookie = cookieFrom(await send(here.origin, { path: '/api/auth/register', body }));
    for (const app of [here, there])
      if ((await see(app, cookie)) !== email) wrong.push(`not logged in at ${app.origin}`);
    await send(there.origin, { path: '/api/auth/logout', cookie });
    for (const app of [here, there])
      if (await see(app, cookie)) wrong.push(`still logged in at ${app.origin}`);
  }
  figures.none('sessions that one instance sees and the other does not', wrong);
}

/** A price changed on one instance is on the page of the other. */
async function provePublication(
  [one, two]: Pair,
  cookie: string,
  changes: number,
  figures: Figures,
): Promise<void> {
  const delaysMs: number[] = [];
  for (let n = 1; n <= changes; n++) {
    const [here, there] = n % 2 ? [one, two] : [two, one];
    const amount = 2000 + n;
    const configData = { onetime: { amount: `${amount}.00` }, installment: { amount: '100.00' } };
    // Warm, so that there is an old page to be replaced.
    await send(there.origin, { method: 'GET', path: '/' });
    const answer = await send(here.origin, {
      path: '/api/admin/payment-config',
      body: { configType: 'pricing', configData },
      cookie,
    });
    if (answer.status !== 201)
      throw new Error(`The price could not be changed: ${answer.status} ${answer.text}`);
    const changedAtMs = performance.now();
    await until(async () => {
      const { text } = await send(there.origin, { method: 'GET', path: '/' });
      if (!text.includes(amount.toLocaleString('en-US')))
        throw new Error(`The page of the other instance does not show ${amount} dollars.`);
    }, 10_000);
    delaysMs.push(performance.now() - changedAtMs);
  }
  figures.add(
    `price published on one, seen on the other (×${changes})`,
    spread(delaysMs),
    '≤ 1.5 s',
    Math.max(...delaysMs) <= seenElsewhereMs,
  );
}

/** Both work off one queue: every signature brings one mail. */
async function proveMails(
  [one, two]: Pair,
  dataDir: string,
  count: number,
  figures: Figures,
): Promise<void> {
  const addresses = Array.from({ length: count }, (_, n) => `mail${n}@prove.example`);
  const startedAtMs = performance.now();
  await Promise.all(
    addresses.map((email, n) => {
      const call = {
        path: '/api/unity-declaration',
        body: { ...signature, email },
        from: addressOf(n),
      };
      return send((n % 2 ? one : two).origin, call);
    }),
  );
  const inbox = inboxOf(dataDir);
  const read = async () => {
    const messages = (await (await fetch(`${inbox}/messages`)).json()) as { to: unknown }[];
    const text = messages.map(({ to }) => JSON.stringify(to));
    return addresses.map((address) => text.filter((to) => to.includes(`${address}"`)).length);
  };
  await until(
    async () => {
      const missing = (await read()).filter((n) => n === 0).length;
      if (missing > 0)
        throw new Error(`${missing} of ${count} mails did not arrive within ${mailsWithinMs} ms.`);
    },
    mailsWithinMs,
    200,
  );
  const tookMs = performance.now() - startedAtMs;
  await new Promise((resolve) => setTimeout(resolve, 1500)); // for a second one of the same
  const doubles = (await read()).flatMap((n, index) =>
    n === 1 ? [] : [`${addresses[index]}: ${n}`],
  );
  figures.add('signatures whose mail arrived', `${count} in ${(tookMs / 1000).toFixed(1)} s`);
  figures.none('signatures with more than one mail', doubles);
}

await inWorkspace(process.argv.includes('--quick') ? 300_000 : 600_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const races = workspace.isQuick ? 1 : 10;
  const ports: [number, number] = [await freePort(), await freePort()];
  // One data folder: both find the same secret and the same inbox, as instances behind one mail server do.
  const dataDir = join(workspace.folder, 'data');
  const starting = (databaseUrl: string) =>
    Promise.all(
      ports.map((port) =>
        startApp(workspace, {
          port,
          dataDir,
          databaseUrl,
          environment: { ADDRESS_LIMIT_FACTOR: '1000' },
        }),
      ),
    ) as Promise<Pair>;

  let apps: Pair | undefined;
  let databaseUrl = '';
  const wrong: string[] = [];
  for (let race = 1; race <= races; race++) {
    await apps?.[0].kill();
    await apps?.[1].kill();
    databaseUrl = await newDatabase(postgres.url, `race_${race}`);
    apps = await starting(databaseUrl);
    wrong.push(...(await flawsOf(databaseUrl)));
  }
  if (!apps) throw new Error('No race was run.');
  figures.add('first starts of two at once', races);
  figures.none('schema or administrator not as one start leaves them', wrong);

  const admin = await logInAsAdmin(apps[0].origin, ADMIN);
  await openManualRails(apps[0].origin, admin);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  workspace.atEnd(() => client.end());
  const times = workspace.isQuick ? 50 : 200;

  const answered: { operation: RepeatedOperation; first: Answer }[] = [];
  let asked = 0;
  let atOnce = times;
  for (const operation of OPERATIONS) {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) =>
        sendUntilTaken(apps?.[n % 2]?.origin as string, {
          ...operation.call,
          from: addressOf(n),
          timeoutMs: 60_000,
        }),
      ),
    );
    const first = answers[0] as Answer;
    answered.push({ operation, first });
    asked += answers.reduce((sum, { timesAsked }) => sum + timesAsked, 0);
    atOnce = Math.min(atOnce, answers.filter(({ timesAsked }) => timesAsked === 0).length);
    const others = answers.filter((answer) => !isSame(answer, first));
    const { rows } = await client.query(`select count(*)::int as n from (${operation.rows}) as r`);
    figures.add(
      `${operation.name}: one key ×${times} over both, rows`,
      rows[0].n,
      '1',
      rows[0].n === 1,
    );
    figures.add(`${operation.name}: first answer`, first.status, '201', first.status === 201);
    figures.none(
      `${operation.name}: answers with other bytes or cookies`,
      others.map(({ status, text }) => `${status} ${text}`),
    );
    const altered = await Promise.all(apps.map((app) => send(app.origin, operation.altered)));
    const statuses = altered.map(({ status }) => status).join(', ');
    figures.add(
      `${operation.name}: same key, other body`,
      statuses,
      '409, 409',
      statuses === '409, 409',
    );
  }

  figures.add('asked to come again (503), and did', asked);
  // A repeated call meets a stored answer: the race needs first calls.
  figures.add(
    'of one operation, answered at the first try',
    atOnce,
    `≥ ${times / 4}`,
    atOnce >= times / 4,
  );

  await proveSessions(apps, figures);
  await provePublication(apps, admin, workspace.isQuick ? 3 : 20, figures);
  await proveMails(apps, dataDir, workspace.isQuick ? 20 : 100, figures);

  await Promise.all(apps.map((app) => app.kill()));
  apps = await starting(databaseUrl);
  const changed: string[] = [];
  for (const { operation, first } of answered)
    for (const app of apps) {
      const again = await send(app.origin, operation.call);
      if (!isSame(again, first)) changed.push(`${operation.name}: ${again.status} ${again.text}`);
      const { rows } = await client.query(
        `select count(*)::int as n from (${operation.rows}) as r`,
      );
      if (rows[0].n !== 1) changed.push(`${operation.name}: ${rows[0].n} rows`);
    }
  figures.none('answers that changed when both were killed and started again', changed);
  return figures.print();
});
