import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { count, ne, notLike } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passportApplications } from '../src/features/application/application.store.ts';
import {
  countDeclarations,
  unityDeclarations,
} from '../src/features/declaration/declaration.store.ts';
import { emailLogs } from '../src/features/mail/log/email-log.store.ts';
import { BOARD } from '../src/features/fulfilment/fulfilment.rules.ts';
import { countBoard } from '../src/features/fulfilment/shipment.store.ts';
import { users } from '../src/server/user.store.ts';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { payments } from '../src/features/payments/core/payment.store.ts';
import { inTransaction } from '../src/server/database/database.ts';
import { databaseForCommand, quickly } from '../src/server/testing.database.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import { isPossibleTelephone } from '../src/server/telephone.ts';
import { APPLICATION_COUNTRIES } from '../src/shared/country.ts';
import { yearUntil } from './demo/calendar.ts';
import { chanceOf } from './demo/chance.ts';
import { fillDemo, SMALL } from './demo/fill.ts';
import { peopleOf } from './demo/people.ts';
import { PLACES } from './demo/places.ts';
import { drawSignatures } from './demo/requests.ts';

let database: Awaited<ReturnType<typeof databaseForCommand>>;
beforeAll(async () => {
  database = await databaseForCommand();
});
afterAll(() => database.drop());

const demo = (given: string[], environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [...quickly, 'scripts/demo.ts', ...given], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      ...database.settings,
      ...environment,
    },
  });

test('a production database is refused, and so is an unknown option', () => {
  const refused = demo(['--small'], { NODE_ENV: 'production' });
  expect(refused.stderr).toContain('Demo data cannot go into a production database');
  expect(refused.status).toBe(1);
  expect(demo(['--big']).stderr).toContain("Unknown option '--big'");
});

test('it stops halfway without leaving anything', async () => {
  const { db, close } = await database.open();
  try {
    const broken = { now: new Date(), chain: { chainId: 1, usdtAddress: '' } };
    await expect(
      // Members, who come after the signatures, cannot be without a password.
      inTransaction(db, (tx) => fillDemo(tx, SMALL, { ...broken, password: null as never })),
    ).rejects.toThrow();
    expect(await db.$count(unityDeclarations)).toBe(0);
  } finally {
    await close();
  }
}, 60_000);

test('the same people are drawn every time', () => {
  const draw = () => {
    const chance = chanceOf(7);
    const year = yearUntil(new Date('2026-11-21T12:00:00Z'), chance);
    return drawSignatures(200, { chance, year, person: peopleOf(chance) }).signatures;
  };
  expect(draw()).toEqual(draw());
  expect(new Set(draw().map(({ email }) => email)).size).toBe(200);
});

describe('a site with the small demonstration', () => {
  let site: Site;
  beforeAll(async () => {
    const { status, stdout, stderr } = demo(['--small']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/demo {6}500 signatures, 50 applications, 12 members, in [\d.]+ s/);
    const { DATABASE_URL: url, DATA_DIR: folder } = database.settings;
    expect(stdout).toContain(url ? 'drop the database' : `delete the folder ${join(folder, 'db')}`);
    expect(status).toBe(0);
    const again = demo(['--small']);
    expect(again.stderr).toContain(
      'The database holds signatures: demo data goes only into an unused database',
    );
    expect(again.status).toBe(1);
    site = await openSite({ ...database.place, work: false });
  }, 120_000);
  afterAll(() => site.close());

  test('keeps every rule of the ledger', async () => {
    expect(failedChecks(await checkLedger(site.db))).toEqual([]);
    expect(await site.db.$count(payments)).toBeGreaterThan(50);
  });

  test('holds what was asked for, all of it marked as invented', async () => {
    expect(await site.db.$count(unityDeclarations)).toBe(SMALL.signatures);
    const confirmed = await countDeclarations(site.db, { signaturesNeedConfirmation: true });
    expect(confirmed).toBe(SMALL.signatures);
    const sent = ne(passportApplications.applicationStatus, 'draft');
    expect(await site.db.$count(passportApplications, sent)).toBe(SMALL.applications);
    expect(await site.db.$count(users)).toBe(SMALL.members);
    for (const [table, email] of [
      [unityDeclarations, unityDeclarations.email],
      [passportApplications, passportApplications.email],
      [users, users.email],
      [emailLogs, emailLogs.recipientEmail],
    ] as const)
      expect(await site.db.$count(table, notLike(email, '%@demo.example.org'))).toBe(0);
    expect(await site.db.$count(payments, ne(payments.isTest, true))).toBe(0);
  });

  test('shows every step of the board, every rail and what can become of money', async () => {
    const board = await countBoard(site.db);
    for (const step of BOARD) expect(board[step], step).toBeGreaterThan(0);
    const paid = await site.db
      .select({ status: passportApplications.paymentStatus, n: count() })
      .from(passportApplications)
      .groupBy(passportApplications.paymentStatus);
    expect(paid.map(({ status }) => status)).toEqual(
      expect.arrayContaining([
        'disputed',
        'refunded',
        'past_due',
        'awaiting_verification',
        'completed',
        'partially_paid',
        'failed',
        'pending',
      ]),
    );
    const rails = await site.db.selectDistinct({ rail: payments.rail }).from(payments);
    expect(rails.map(({ rail }) => rail).sort()).toEqual(['bank', 'crypto', 'paypal', 'zelle']);
  });

  test('shows its prices as a configuration and can be paid on every rail', async () => {
    const { status, body } = await site.visitor().get('/api/payment-config');
    expect(status).toBe(200);
    const types = (body as { configType: string }[]).map(({ configType }) => configType);
    expect(types.sort()).toEqual(['bank', 'crypto', 'pricing', 'zelle']);
  });

  test('has telephones of a possible length that nobody has', async () => {
    const rows = await site.db
      .select({
        telephone: passportApplications.telephone,
        country: passportApplications.currentNationality,
      })
      .from(passportApplications);
    for (const { telephone, country } of rows) {
      expect(isPossibleTelephone(telephone, country), `${telephone} ${country}`).toBe(true);
      expect(telephone).toMatch(/0{2,}\d{3}$/);
    }
  });

  // All lists of the dashboard but those of what its administrators bring in: texts, settings, bank statements.
  test.each([
    '/api/admin/users',
    '/api/admin/contact',
    '/api/admin/unity-declarations',
    '/api/admin/volunteer-submissions',
    '/api/admin/partner-submissions',
    '/api/admin/passport-applications',
    '/api/admin/passport-applications?status=draft',
    '/api/admin/donations',
    '/api/admin/donation-links',
    '/api/admin/email-logs',
    '/api/admin/reports',
    '/api/admin/payments',
    '/api/admin/payments?status=claimed',
    '/api/admin/payments/chain-review',
    '/api/admin/payments/review',
    '/api/admin/payments/reconciliation',
    '/api/admin/summary',
    ...BOARD.map((step) => `/api/admin/fulfilment?status=${step}`),
  ])('%s answers, and with rows', async (path) => {
    const admin = await site.loggedIn('admin');
    const { status, text, body } = await admin.get(path);
    expect(status, text).toBe(200);
    for (const rows of listsIn(body)) expect(rows.length, text).toBeGreaterThan(0);
    expect(listsIn(body).length).toBeGreaterThan(0);
  });

  test.each([
    'contact-submissions',
    'passport-applications',
    'unity-declarations',
    'volunteer-submissions',
    'partner-submissions',
    'users',
    'ledger',
  ])('the export of %s has rows below its header', async (type) => {
    const admin = await site.loggedIn('admin');
    const { status, text } = await admin.get(`/api/admin/export/${type}`);
    expect(status, text).toBe(200);
    expect(text.trimEnd().split('\n').length).toBeGreaterThan(1);
  });
});

test('people are drawn from every country of the application, and from no other', () => {
  expect(Object.keys(PLACES).sort()).toEqual([...APPLICATION_COUNTRIES].sort());
});

/**
 * The lists of an answer, however deep; what is empty in each row is not looked at, nor `more`, which names the numbers
 * that were not counted to their end.
 */
function listsIn(answer: unknown): unknown[][] {
  if (Array.isArray(answer)) return [answer];
  return answer !== null && typeof answer === 'object'
    ? Object.entries(answer).flatMap(([name, part]) => (name === 'more' ? [] : listsIn(part)))
    : [];
}
