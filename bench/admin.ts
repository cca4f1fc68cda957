// The lists of the dashboard on PostgreSQL: first page, search and filter of each with 10,000 rows and with 1,000,000, by
// HTTP, in turns. A list a hundred times as long must not take more than twice as long.
//
//   npm run bench -- admin
//   … --large=100000       a smaller million, for trying out
//   … --only=users,audit   some of the lists
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { inTransaction, type OpenDatabase, openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { ADMIN, startApp } from '../testing/app.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin } from '../testing/visit.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { claimOpen, fillLedger } from './ledger-fill.part.ts';
import { median } from './load.part.ts';
import { FIRST_BATCH, type FilledTable, fillTable } from './rows-fill.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

const most = 2;
const rounds = 15;
const few = 10_000;
const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
const many = Number(option('large') ?? 1_000_000);
const only = option('only')?.split(',');

interface Measured {
  name: string;
  path: string;
  /** By what is asked, the query: searched are a common name, one person, and what nothing holds. */
  questions: Record<string, string>;
  tables: readonly FilledTable[] | 'ledger';
  /** The question is sent as a body. */
  isPost?: true;
  /** The limit of a call that has to count people one by one. */
  mostMs?: number;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const searched = {
  'first page': '',
  'search, common': 'search=mensah',
  'search, one': 'search=dlamini4711@',
  'search, none': 'search=nowhere+found',
};

const PEOPLE: readonly FilledTable[] = ['unity_declarations', 'contact_submissions'];

/** LIST of the dashboard's lists, with what each can be narrowed to. */
const LISTS: readonly Measured[] = [
  {
    name: 'declarations',
    path: '/api/admin/unity-declarations',
    questions: { ...searched, 'filter, country': 'country=Ghana', 'filter, none': 'country=Chad' },
    tables: ['unity_declarations'],
  },
  {
    name: 'contact',
    path: '/api/admin/contact',
    questions: { ...searched, 'filter, country': 'country=Ghana', 'filter, status': 'status=new' },
    tables: ['contact_submissions'],
  },
  {
    name: 'volunteers',
    path: '/api/admin/volunteer-submissions',
    questions: {
      ...searched,
      'filter, country': 'country=Ghana',
      'filter, status': 'status=closed',
    },
    tables: ['volunteer_submissions'],
  },
  {
    name: 'partners',
    path: '/api/admin/partner-submissions',
    questions: { ...searched, 'filter, country': 'country=Ghana', 'filter, owner': 'owner=nobody' },
    tables: ['partner_submissions'],
  },
  {
    name: 'users',
    path: '/api/admin/users',
    questions: {
      ...searched,
      'filter, common': 'status=unverified',
      'filter, few': 'status=suspended',
    },
    tables: ['users'],
  },
  {
    name: 'email history',
    path: '/api/admin/email-logs',
    questions: { ...searched, 'filter, failed': 'status=failed' },
    tables: ['email_logs'],
  },
  {
    name: 'audit',
    path: '/api/admin/audit',
    questions: {
      'first page': '',
      'search, common': 'search=triaged',
      'search, none': 'search=nowhere+found',
      'filter, area': 'status=submissions',
      'filter, none': 'status=content',
    },
    tables: ['audit_log'],
  },
  {
    name: 'donations',
    path: '/api/admin/donations',
    questions: searched,
    tables: ['donations'],
  },
  {
    name: 'applications',
    path: '/api/admin/passport-applications',
    questions: {
      'first page': '',
      'search, common': 'search=mensah',
      'search, one': `search=${md5('payer4711').slice(0, 12)}@`,
      'search, none': 'search=nowhere+found',
      'filter, status': 'status=submitted',
      'filter, none': 'country=Chad',
    },
    tables: 'ledger',
  },
  {
    name: 'kits board',
    path: '/api/admin/fulfilment',
    questions: {
      'longest column': '',
      'empty column': 'status=delivered',
      'search, common': 'search=mensah',
      'search, one': `search=${md5('payer4711').slice(0, 12)}@`,
      'search, none': 'search=nowhere+found',
      overdue: 'overdue=true',
      'search, overdue': `overdue=true&search=${md5('payer4711').slice(0, 12)}@`,
    },
    tables: 'ledger',
  },
  {
    name: 'payments',
    path: '/api/admin/payments',
    questions: {
      'first page': '',
      'filter, claimed': 'status=claimed',
      'filter, paid': 'status=succeeded',
    },
    tables: 'ledger',
  },
  {
    name: 'money to look at',
    path: '/api/admin/payments/review',
    questions: { 'first page': '' },
    tables: 'ledger',
  },
  {
    name: 'money on the chain',
    path: '/api/admin/payments/chain-review',
    questions: {
      'first page': '',
      'search, one': `search=0x${md5('a4711')}`,
      'search, none': 'search=nowhere',
      'filter, common': 'status=unmatched',
      'filter, few': 'status=late',
    },
    tables: ['chain_receipts'],
  },
  {
    name: 'suppressed addresses',
    path: '/api/admin/mail-suppressions',
    questions: {
      ...searched,
      'filter, common': 'status=bounced',
      'filter, few': 'status=complaint',
    },
    tables: ['mail_suppressions'],
  },
  {
    name: 'bulk mails',
    path: '/api/admin/email-batches',
    questions: { 'first page': '' },
    tables: ['mail_batches'],
  },
  {
    name: 'one bulk mail',
    path: `/api/admin/email-batches/${FIRST_BATCH}`,
    questions: { 'its last failures': '' },
    tables: ['mail_batches', 'bulk_mails'],
  },
  {
    name: 'reports',
    path: '/api/admin/reports',
    questions: {
      ...searched,
      'filter, open': 'status=open',
      'filter, resolved': 'status=resolved',
    },
    tables: ['users', 'message_reports'],
  },
  {
    name: 'anybody',
    path: '/api/admin/people/search',
    questions: {
      'search, common': 'search=mensah',
      'search, one': 'search=dlamini4711',
      'search, none': 'search=nowhere',
    },
    isPost: true,
    tables: PEOPLE,
  },
  {
    name: 'recipients',
    path: '/api/admin/mail-pool',
    questions: {
      'who asked for news': '',
      everybody: 'unasked=true',
      'a country': 'country=Ghana',
      'search, common': 'search=mensah',
      'search, none': 'search=nowhere+found',
    },
    tables: ['unity_declarations'],
    mostMs: 1000,
  },
];

/** Logged-in users are rows of the first, and rows of the second are never deleted. */
const STAYS: readonly FilledTable[] = ['users', 'audit_log'];

async function timed({ origin, cookie }: Place, path: string, query: string, isPost = false) {
  const question: RequestInit = isPost
    ? {
        method: 'POST',
        body: JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
        headers: { cookie, origin, 'content-type': 'application/json' },
      }
    : { headers: { cookie, origin } };
  const address = isPost ? path : `${path}?counted=part&limit=100${query && '&'}${query}`;
  const startedAtMs = performance.now();
  const answer = await fetch(origin.replace('localhost', '127.0.0.1') + address, question);
  const text = await answer.text();
  const tookMs = performance.now() - startedAtMs;
  if (answer.status !== 200)
    throw new Error(`${address} was answered with ${answer.status}: ${text}`);
  return tookMs;
}

/** Rows for a list; tables that stay keep theirs for the next one. */
async function fill({ database, rows, filled }: Place, tables: Measured['tables']) {
  if (tables === 'ledger') {
    await inTransaction(database.db, async (tx) => {
      await fillLedger(tx, { paid: rows, open: rows / 50 });
      await claimOpen(tx);
    });
    await database.db.execute(sql`vacuum analyze`);
  } else
    for (const table of tables) {
      if (!filled.has(table)) await fillTable(database.db, table, rows);
      if (STAYS.includes(table)) filled.add(table);
    }
  // Else it is written out while the first answers are measured.
  await database.db.execute(sql`checkpoint`);
}

interface Place {
  database: OpenDatabase;
  origin: string;
  cookie: string;
  rows: number;
  /** Which of those that stay have their rows. */
  filled: Set<FilledTable>;
}

/** A site with a database of its own. */
async function openPlace(workspace: Workspace, url: string, rows: number): Promise<Place> {
  const admin = await openDatabase({ url });
  await admin.db.execute(sql.raw(`create database lists_${rows}`));
  await admin.close();
  const own = url.replace(/\/postgres$/, `/lists_${rows}`);
  const database = await openDatabase({ url: own, isPatient: true });
  workspace.atEnd(() => database.close());
  await migrate(database);
  const app = await startApp(workspace, {
    port: await freePort(),
    dataDir: `${workspace.folder}/${rows}`,
    databaseUrl: own,
  });
  workspace.atEnd(() => app.stop());
  const cookie = await logInAsAdmin(app.origin, ADMIN);
  return { database, rows, origin: app.origin, cookie, filled: new Set() };
}

/** Every question of a list to both places in turns; answers its lines of the table, and whether all of it holds. */
async function measure(list: Measured, places: [Place, Place]) {
  const lines: string[][] = [];
  let holds = true;
  for (const [question, query] of Object.entries(list.questions)) {
    const took: [number[], number[]] = [[], []];
    for (let round = -3; round < rounds; round++)
      for (const place of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const ms = await timed(places[place], list.path, query, list.isPost);
        // The first ones find everything cold.
        if (round >= 0) took[place].push(ms);
      }
    const ratio = median(took[1]) / median(took[0]);
    const isOk = list.mostMs ? median(took[1]) <= list.mostMs : ratio <= most;
    holds &&= isOk;
    lines.push([
      `${list.name}: ${question}`,
      `${median(took[0]).toFixed(1)} ms`,
      `${median(took[1]).toFixed(1)} ms`,
      `${list.mostMs ? `${list.mostMs} ms` : ratio.toFixed(2)} ${isOk ? 'ok' : 'MISSED'}`,
    ]);
  }
  return { lines, holds };
}

await inWorkspace(3_600_000, async (workspace) => {
  console.log(machineLoad());
  const settings = {
    shared_buffers: '1GB',
    max_wal_size: '8GB',
    checkpoint_timeout: '15min',
    maintenance_work_mem: '512MB',
  };
  const postgres = await startPostgres({ maxConnections: 100, settings });
  workspace.atEnd(() => postgres.stop());
  const places: [Place, Place] = [
    await openPlace(workspace, postgres.url, few),
    await openPlace(workspace, postgres.url, many),
  ];
  let holds = true;
  let filled: Measured['tables'] = [];
  for (const list of LISTS.filter(({ name }) => only?.includes(name) ?? true)) {
    if (list.tables !== filled) {
      // One at a time, so that no disk has to hold all of them.
      for (const { database } of places)
        if (filled !== 'ledger')
          for (const table of filled)
            if (!STAYS.includes(table))
              await database.db.execute(sql.raw(`truncate ${table} cascade`));
      const startedAtMs = performance.now();
      for (const place of places) await fill(place, list.tables);
      console.log(`${list.name}: filled in ${whole((performance.now() - startedAtMs) / 1000)} s`);
      filled = list.tables;
    }
    const measured = await measure(list, places);
    holds &&= measured.holds;
    printTable([
      ['by HTTP, a page of 100', `${whole(few)} rows`, `${whole(many)} rows`, `at most ${most}`],
      ...measured.lines,
    ]);
  }
  return holds;
});
