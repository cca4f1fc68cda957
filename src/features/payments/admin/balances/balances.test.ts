import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { days } from '../../../../shared/time.ts';
import { closedPeriods, journal } from '../../core/journal/journal.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  openPaymentSite,
  type PaymentSite,
  person,
} from '../../core/testing.ts';
import type { Balances } from './balances.contract.ts';

let site: PaymentSite;
/** A kit paid by Zelle in one month, and half of another by bank in the next. */
let first: string;
let second: string;
beforeAll(async () => {
  site = await openPaymentSite();
  first = thisMonth();
  await pay('ONE', 'zelle', '1000.00');
  site.clock.advance(days(31));
  await site.login();
  second = thisMonth();
  await pay('TWO', 'bank', '500.00');
});
afterAll(() => closeWithBalancedLedger(site));

const thisMonth = () => site.clock.now().toISOString().slice(0, 7);

async function pay(number: string, method: 'zelle' | 'bank', amount: string) {
  const details = { method, person: person({ firstName: number }) };
  const sent = await site.visitor().post('/payment/submit', claim(number, details));
  expect(sent.status, sent.text).toBe(201);
  const answer = await confirm(site, number, amount);
  expect(answer.status, answer.text).toBe(200);
}

async function balances(query = ''): Promise<Balances> {
  const answer = await site.admin.get(`/api/admin/payments/balances${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Balances;
}
const amounts = ({ accounts }: Balances) =>
  accounts.map(({ account, before, in: came, out, after }) => [account, before, came, out, after]);
async function countWaiting() {
  const { rows } = await site.db.execute<{ count: string }>(
    `select count(*) from pg_locks where relation = 'journal'::regclass and not granted`,
  );
  return Number(rows[0]?.count);
}
const close = (month: string) => site.admin.post('/api/admin/payments/balances/close', { month });

describe('the accounts of a month', () => {
  test('show what was there before, what came and went in it, and what is there after', async () => {
    const now = await balances();
    expect([now.month, now.months]).toEqual([second, [second, first]]);
    expect(amounts(now)).toEqual([
      ['receivable', '0.00', '1000.00', '500.00', '500.00'],
      ['kit_orders', '1000.00', '1000.00', '0.00', '2000.00'],
      ['bank', '0.00', '500.00', '0.00', '500.00'],
      ['zelle', '1000.00', '0.00', '0.00', '1000.00'],
    ]);
    expect(amounts(await balances(`?month=${first}`))).toEqual([
      ['receivable', '0.00', '1000.00', '1000.00', '0.00'],
      ['kit_orders', '0.00', '1000.00', '0.00', '1000.00'],
      ['zelle', '0.00', '1000.00', '0.00', '1000.00'],
    ]);
  });

  test('come with what the rails hold: the bank is not checked before a statement was imported', async () => {
    expect((await balances()).rails).toMatchObject([
      { account: 'bank', ours: '500.00', theirs: null, isStale: true },
      { account: 'zelle', ours: '1000.00', theirs: null, isStale: true },
    ]);
  });

  test.each(['2026-13', '26-11', 'now'])('are refused for %s, which is no month', async (month) => {
    const answer = await site.admin.get(`/api/admin/payments/balances?month=${month}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Choose a month');
  });
});

test('the file of a month has its entries alone, and says who took it', async () => {
  const answer = await site.admin.get(`/api/admin/export/journal?month=${first}`);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="journal-${first}.csv"`);
  const lines: Record<string, string>[] = parse(answer.text, { bom: true, columns: true });
  expect(
    lines.map(({ kind, debit, credit, amount, asset }) => [kind, debit, credit, amount, asset]),
  ).toEqual([
    ['charge', 'receivable', 'kit_orders', '1000.00', 'USD'],
    ['received', 'zelle', 'receivable', '1000.00', 'USD'],
  ]);
  const acts = await site.db.select().from(auditLog).where(eq(auditLog.action, 'journal.exported'));
  expect(acts.map(({ subject }) => subject)).toEqual([first]);
});

describe('closing a month', () => {
  test('is refused for one that has not ended, and for one that does not come next', async () => {
    for (const month of [second, '2020-01']) {
      const answer = await close(month);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('cannot be closed');
    }
    expect(await site.db.select().from(closedPeriods)).toEqual([]);
  });

  test('needs a recent password and the permission', async () => {
    expect(
      (await site.visitor().post('/api/admin/payments/balances/close', { month: first })).status,
    ).toBe(401);
    const viewer = await site.loggedIn('member');
    expect((await viewer.post('/api/admin/payments/balances/close', { month: first })).status).toBe(
      403,
    );
  });

  test('by two administrators at once is done by one, and the other gets a refusal', async () => {
    expect((await balances()).closable).toBe(first);
    const answers = await Promise.all([close(first), close(first)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await balances()).toMatchObject({ closedUntil: first, closable: null });
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.action, 'month.closed'));
    expect(acts.map(({ subject }) => subject)).toEqual([first]);
  });

  test('waits for an entry that is being written, so that none appears in a closed month', async () => {
    site.clock.advance(days(31));
    await site.login();
    const entry = {
      at: site.clock.now(),
      day: `${second}-15`,
      period: `${second}-15`,
      kind: 'received',
      debit: 'bank',
      credit: 'unmatched',
      asset: 'USD',
      amount: 100n,
      source: 'test:late',
      applicationId: null,
      instalmentId: null,
      paymentId: null,
      isTest: false,
    } as const;
    const done: string[] = [];
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = inTransaction(site.db, async (tx) => {
      await tx.insert(journal).values(entry);
      begun.resolve();
      await end.promise;
      done.push('written');
    });
    await begun.promise;
    const closing = close(second).then(({ status }) => done.push(`closed ${status}`));
    await expect.poll(countWaiting).toBe(1);
    end.resolve();
    await writing;
    await closing;
    expect(done).toEqual(['written', 'closed 200']);
    const late = await site.db
      .insert(journal)
      .values({ ...entry, source: 'test:later' })
      .returning();
    expect(late.map(({ period }) => period)).toEqual([`${thisMonth()}-01`]);
  });
});
