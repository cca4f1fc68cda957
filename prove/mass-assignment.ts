// Every call that writes, with every column of the database as a field that its contract does not name.
//
//   node prove/mass-assignment.ts [--quick] [--seed=1]
//
// Requirements (security.md §3): where a login is needed the field is refused with 400 and nothing
// is written; a public form drops it; no row holds a value that came in by such a field, and no one
// gains a right. The quick form takes the tempting columns and some others.
import { sql } from 'drizzle-orm';
import { safeParse } from 'zod/v4/core';
import { RETENTION_KINDS } from '../src/features/retention/retention.rules.ts';
import { routes } from '../src/server/routes.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import type { AnyEndpoint } from '../src/shared/endpoint.ts';
import { Figures } from './figures.part.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { namesOf, pathOf, sampleOf } from './fuzz/sample.ts';
import { prepareSites } from './sites.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

const seed = Number(process.argv.find((text) => text.startsWith('--seed='))?.split('=')[1] ?? 1);

/** The fields that an attacker would try first. */
const TEMPTING =
  /^(id|isAdmin|isTest|isActive|isRead|status|role|userId|senderId|recordId|password|emailVerifiedAt|suspendedAt|totpConfirmedAt|applicationStatus|paymentStatus|paymentAmount|amountCents|receivedCents|refundedCents|reference|createdAt|createdBy|expire)$/i;
const othersInQuick = 10;

/** Values that nothing else writes, by the kind of the column; a boolean shows no difference. */
const TELLTALES: [kind: RegExp, value: unknown, mark: string][] = [
  [/uuid/, 'c0ffee00-dead-4bee-8bad-c0ffee00dead', 'c0ffee00-dead-4bee-8bad-c0ffee00dead'],
  [/timestamp|date/, '1999-09-09T09:09:09.000Z', '1999-09-09'],
  [/int|numeric/, 909_090_909, '909090909'],
  [/json/, { smuggled: 'telltale-goods' }, 'telltale-goods'],
  [/ARRAY/, ['telltale-goods'], 'telltale-goods'],
  [/boolean/, true, ''],
  [/./, 'telltale-goods', 'telltale-goods'],
];

interface Column {
  name: string;
  value: unknown;
}

async function columnsOf({ db }: Site): Promise<Column[]> {
  const { rows } = await db.execute<{ name: string; kind: string }>(
    sql`select distinct on (column_name) column_name as name, data_type as kind
        from information_schema.columns where table_schema = 'public' order by column_name`,
  );
  return (rows as unknown as { name: string; kind: string }[]).map(({ name, kind }) => ({
    name: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value: TELLTALES.find(([of]) => of.test(kind))?.[1],
  }));
}

/** Rows of any table, the queue's too, that hold one of the values. */
async function stored({ db }: Site): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const marks = [...new Set(TELLTALES.map(([, , mark]) => mark).filter(Boolean))];
  const found: string[] = [];
  for (const { name } of rows as unknown as { name: string }[]) {
    const hits = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t
          where t::text ~ ${marks.join('|')} limit 3`,
    );
    for (const { row } of hits.rows as unknown as { row: string }[]) found.push(`${name}: ${row}`);
  }
  return found;
}

/** Bodies that the generator cannot find. */
const SOUND: Record<string, Record<string, unknown>> = {
  sendIndividualEmail: { recipient: 'somebody@prove.example', subject: 'News', message: 'Hello.' },
  createPaymentConfig: { configType: 'zelle', configData: { email: 'pay@prove.example' } },
  // Of the offered periods those that fit depend on the kind.
  setRetention: {
    periods: Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null])),
    version: 0,
  },
  saveWelcomeSeries: {
    mails: [{ waitDays: 2, texts: { en: { subject: 'Welcome', message: 'Hello.' } } }],
    version: 0,
  },
  createApiKey: { name: 'Report', days: 30, scopes: ['audit:read'] },
  closeMonth: { month: '2026-01' },
  createWebhookEndpoint: { url: 'https://prove.example/hook', events: ['payment.refunded'] },
  changeWebhookEndpoint: {
    url: 'https://prove.example/hook',
    events: ['payment.refunded'],
    isPaused: false,
  },
  moveInstalment: { dueOn: '2026-01-05', reason: 'A pause.' },
  recordRefund: {
    amount: '10.00',
    held: '100.00',
    refundedOn: '2026-01-05',
    reason: 'A discount.',
  },
  answerDispute: { to: 'elsewhere', note: 'Sent by post.' },
  undoLines: { lines: ['1'] },
  applyRules: { lines: ['1'] },
  decideLines: { lines: ['1'], to: 'donations', reason: 'A gift.' },
  movePayment: { amount: '10.00', held: '100.00', reason: 'The wrong application.' },
  setApprovalSum: { sum: '500.00' },
  reopenDismissed: { kind: 'paypal', id: '1' },
  mergePeople: { record: 'contact', id: '00000000-0000-4000-8000-000000000001' },
  signSender: {
    quoteId: '00000000-0000-4000-8000-000000000001',
    address: `0x${'1'.repeat(40)}`,
    signature: `0x${'1'.repeat(130)}`,
  },
  enterSheet: {
    sheet: 'A-1',
    signedOn: '2026-01-05',
    lines: [{ line: 1, fullName: 'Awa Diop', country: 'Senegal' }],
  },
  addStatement: {
    rail: 'bank',
    fileName: 'march.csv',
    content: 'Date,Amount,Text\n03/01/2026,100.00,PX-7K4M2',
    columns: {
      delimiter: ',',
      hasHeader: true,
      date: 0,
      dateFormat: 'MDY',
      amount: 1,
      credit: null,
      debit: null,
      decimal: '.',
      text: [2],
      currency: null,
      balance: null,
    },
  },
};

/** A body that the contract takes. Throws when none is found: then the proof would prove nothing. */
function soundBody(endpoint: AnyEndpoint, chance: Chance, n: number): Record<string, unknown> {
  const schema = endpoint.body;
  if (!schema) throw new Error(`${endpoint.name} has no body.`);
  const known = SOUND[endpoint.name];
  if (known && safeParse(schema, known).success) return known;
  for (let tries = 0; tries < 5000; tries++) {
    const body = sampleOf(schema, chance, n * 1000 + tries);
    if (safeParse(schema, body).success) return body as Record<string, unknown>;
  }
  throw new Error(`No sound body was found for ${endpoint.name}.`);
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000000' },
  });
  workspace.atEnd(() => site.close());
  const chance = chanceFrom(seed);
  const columns = await columnsOf(site);
  const writes = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ body, signed }) => body && !signed);
  const admins = new Set<string>();
  const taken: string[] = [];
  const broken: string[] = [];
  let [sent, refused, dropped, written] = [0, 0, 0, 0];

  for (const [n, endpoint] of writes.entries()) {
    const names = new Set(namesOf(endpoint.body as NonNullable<typeof endpoint.body>));
    const foreign = columns.filter(({ name }) => !names.has(name));
    const tried = workspace.isQuick
      ? foreign.filter(
          ({ name }) => TEMPTING.test(name) || chance.in100((100 * othersInQuick) / foreign.length),
        )
      : foreign;
    for (const [m, { name, value }] of tried.entries()) {
      const { who } = endpoint.access;
      // A browser of its own now and then: some calls end the session that makes them.
      const browser = who === 'anyone' ? site.visitor() : await site.loggedIn(who);
      if (who === 'admin' && 'id' in browser) admins.add(browser.id as string);
      const body = { ...soundBody(endpoint, chance, n * 1000 + m), [name]: value };
      const answer = await browser.send(endpoint.method, pathOf(endpoint, chance, n), body);
      sent++;
      const what = `${endpoint.method} ${endpoint.path} {${name}}: ${answer.status} ${answer.text.slice(0, 200)}`;
      if (answer.status >= 500 && answer.status !== 503) broken.push(what);
      if (who === 'anyone') {
        dropped++;
        if (answer.status === 201) written++;
      } else if (answer.status === 400) refused++;
      else taken.push(what);
    }
  }

  const { rows } = await site.db.execute<{ id: string; email: string }>(
    sql`select id::text as id, email from users
        where (is_admin or email_verified_at is not null or suspended_at is not null or totp_confirmed_at is not null)`,
  );
  const risen = (rows as unknown as { id: string; email: string }[]).filter(
    ({ id }) => !admins.has(id),
  );

  const figures = new Figures();
  figures.add('calls with a body', writes.length);
  figures.add('columns of the database', columns.length);
  figures.add('requests with one of them as a field', sent, '> 0', sent > 0);
  figures.add('refused with 400, as a login is needed', refused, '> 0', refused > 0);
  figures.add('to public forms, which drop the field', dropped, '> 0', dropped > 0);
  figures.add('of them written without it', written, '> 0', written > 0);
  figures.none('taken where they must be refused', taken);
  figures.none('failures of ours', broken);
  figures.none('rows that hold such a value', await stored(site));
  figures.none(
    'accounts that gained something',
    risen.map(({ email }) => email),
  );
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 120_000 : 30 * 60_000, prove);
