import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { days, minutes } from '../../../../shared/time.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { onChainTransfers } from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { payments } from '../../core/payment.store.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
} from '../../core/testing.ts';
import { webhookEvents } from '../../core/webhook-event.store.ts';
import type { Reconciliation } from './reconciliation.contract.ts';
import type { ReviewItem } from '../review/review.contract.ts';
import { sumByMonth } from './reconciliation.service.ts';

let site: PaymentSite;
const of: Record<string, string> = {};
/**
 * One application paid in whole by Zelle, of which $50 went back; a plan of which one due came by bank; one
 * that came short by Zelle, one with too much by bank, and one that waits.
 */
beforeAll(async () => {
  site = await openPaymentSite();
  await pay('ONCE', 'zelle', 'onetime', '1000.00');
  await pay('PLAN', 'bank', 'installment', '100.00');
  await pay('SHORT', 'zelle', 'onetime', '400.00');
  await pay('MUCH', 'bank', 'onetime', '1200.00');
  await send('WAITS', 'zelle', 'onetime');
  const refunded = await site.admin.post(`/api/admin/payments/${of.ONCE}/refund`, {
    amount: '50.00',
    held: '1000.00',
    refundedOn: today(site),
    reason: 'A discount.',
  });
  expect(refunded.status, refunded.text).toBe(200);
});
afterAll(() => closeWithBalancedLedger(site));

async function send(number: string, method: 'zelle' | 'bank', plan: string) {
  const visitor = site.visitor();
  const details = { method, plan, person: person({ firstName: number }) };
  const answer = await visitor.post('/payment/submit', claim(number, details));
  expect(answer.status, answer.text).toBe(201);
  of[number] = await findClaimId(site, number);
}
async function pay(number: string, method: 'zelle' | 'bank', plan: string, amount: string) {
  await send(number, method, plan);
  const answer = await confirm(site, number, amount);
  expect(answer.status, answer.text).toBe(200);
}

const report = async (query = '') =>
  (await site.admin.get(`/api/admin/payments/reconciliation${query}`)).body as Reconciliation;
async function review(query = '') {
  const answer = await site.admin.get(`/api/admin/payments/review${query}`);
  expect(answer.status, answer.text).toBe(200);
  return {
    items: answer.body as ReviewItem[],
    total: Number(answer.headers['x-total-count']),
    next: /^<[^>]*(\?[^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1],
  };
}

describe('the reconciliation', () => {
  test('says per rail and month what was due, came and went back, and the difference', async () => {
    const { rows, totals, year, years } = await report();
    const month = today(site).slice(0, 7);
    expect(rows).toEqual([
      {
        month,
        method: 'zelle',
        currency: 'USD',
        isTest: true,
        due: '3000.00',
        received: '1400.00',
        refunded: '50.00',
        difference: '-1650.00',
      },
      {
        month,
        method: 'bank',
        currency: 'USD',
        isTest: true,
        due: '1100.00',
        received: '1300.00',
        refunded: '0.00',
        difference: '200.00',
      },
    ]);
    expect(totals).toEqual([
      {
        currency: 'USD',
        isTest: true,
        due: '4100.00',
        received: '2700.00',
        refunded: '50.00',
        difference: '-1450.00',
      },
    ]);
    expect(year).toBe(Number(month.slice(0, 4)));
    expect(years).toEqual([year]);
  });

  test('keeps test money apart from real money', async () => {
    await site.db
      .update(payments)
      .set({ isTest: false })
      .where(eq(payments.id, of.MUCH ?? ''));
    const { totals } = await report();
    expect(totals).toMatchObject([
      { isTest: false, due: '1000.00', received: '1200.00' },
      { isTest: true, due: '3100.00', received: '1500.00' },
    ]);
    await site.db
      .update(payments)
      .set({ isTest: true })
      .where(eq(payments.id, of.MUCH ?? ''));
  });

  test('of another year is empty, and of a year before we began is refused', async () => {
    expect(await report('?year=2021')).toMatchObject({ rows: [], totals: [], year: 2021 });
    expect((await site.admin.get('/api/admin/payments/reconciliation?year=1999')).status).toBe(400);
  });

  test('expects nothing of a draft, nor of what is cancelled', async () => {
    const before = await report();
    const drafted = await site
      .visitor()
      .post('/api/applications', { applicationData: person(), plan: 'onetime' });
    expect(drafted.status).toBe(201);
    expect(await report()).toEqual(before);
    const where = eq(passportApplications.firstName, 'WAITS');
    await site.db.update(passportApplications).set({ applicationStatus: 'cancelled' }).where(where);
    expect((await report()).totals[0]?.due).toBe('3100.00');
    await site.db.update(passportApplications).set({ applicationStatus: 'submitted' }).where(where);
  });

  test('adds up to what the payments themselves say', async () => {
    const { rows } = await site.db.execute<{ received: string; refunded: string }>(sql`
      select sum(received_cents)::text as received, coalesce(sum(refunded_cents), 0)::text as refunded from payments`);
    const lines = await sumByMonth(site.db, { from: '2020-01-01', until: '2100-01-01' });
    const sum = (which: 'receivedCents' | 'refundedCents') =>
      String(lines.reduce((total, line) => total + line[which], 0n));
    expect({ received: sum('receivedCents'), refunded: sum('refundedCents') }).toEqual(rows[0]);
  });
});

describe('the review list', () => {
  test('names what came short and what came too much, until it is put right', async () => {
    const { items, total } = await review();
    expect(items.map(({ kind, name, amount }) => [kind, name, amount]).sort()).toEqual([
      ['over', 'MUCH Mensah', '1200.00'],
      ['under', 'SHORT Mensah', '400.00'],
    ]);
    expect(total).toBe(2);
    const answer = await site.admin.post(`/api/admin/payments/${of.MUCH}/refund`, {
      amount: '200.00',
      held: '1200.00',
      refundedOn: today(site),
      reason: 'Too much.',
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await review()).items.map(({ kind }) => kind)).toEqual(['under']);
  });

  test('names a number that two applications claim', async () => {
    const body = claim('ONCE', { person: person({ firstName: 'TWIN' }), data: { review: true } });
    expect((await site.visitor().post('/payment/submit', body)).status).toBe(201);
    expect((await review()).items.map(({ kind, name }) => [kind, name])).toContainEqual([
      'number',
      'TWIN Mensah',
    ]);
  });

  test('names a payment under way for more than a day, and not before', async () => {
    const id = of.WAITS ?? '';
    const at = (ago: number) => new Date(site.clock.now().getTime() - ago);
    const set = (updatedAt: Date, status: 'processing' | 'claimed') =>
      site.db.update(payments).set({ status, updatedAt }).where(eq(payments.id, id));
    const isListed = async () => (await review()).items.some(({ kind }) => kind === 'slow');
    await set(at(days(1) - minutes(1)), 'processing');
    expect(await isListed()).toBe(false);
    await set(at(days(1) + minutes(1)), 'processing');
    expect(await isListed()).toBe(true);
    await set(at(0), 'claimed');
  });

  test('names money on the chain that fits nothing, and a notice that no one handled', async () => {
    const now = site.clock.now();
    await site.db.insert(onChainTransfers).values({
      id: randomUUID(),
      chainId: 1,
      txHash: '0xabc',
      logIndex: -1,
      token: 'ETH',
      fromAddress: '0x1',
      toAddress: '0x2',
      units: 5n,
      blockNumber: 7n,
      blockHash: '0xb',
      blockAt: now,
      state: 'review',
      reviewReason: 'paid',
      seenAt: now,
      updatedAt: now,
    });
    const notice = { rail: 'paypal', type: 'PAYMENT.CAPTURE.REFUNDED', resourceId: 'CAP' } as const;
    const ago = (ms: number) => new Date(now.getTime() - ms);
    await site.db.insert(webhookEvents).values([
      { ...notice, eventId: 'old', receivedAt: ago(minutes(16)) },
      { ...notice, eventId: 'new', receivedAt: ago(minutes(1)) },
      { ...notice, eventId: 'done', receivedAt: ago(minutes(30)), handledAt: now },
    ]);
    const { items } = await review();
    expect(items.filter(({ kind }) => kind === 'chain')).toMatchObject([
      { subject: '0xabc', note: 'The amount quoted is already paid.', applicationId: null },
    ]);
    expect(items.filter(({ kind }) => kind === 'notice')).toMatchObject([
      { subject: 'CAP', note: 'PAYMENT.CAPTURE.REFUNDED', method: 'paypal' },
    ]);
  });

  test('of any length is read page by page: each once, oldest first, also where many share a time', async () => {
    const at = new Date(site.clock.now().getTime() - days(30));
    const notices = Array.from({ length: 230 }, (_, n) => ({
      rail: 'paypal' as const,
      type: 'PAYMENT.CAPTURE.DENIED',
      resourceId: 'MANY',
      eventId: `many-${n}`,
      receivedAt: new Date(at.getTime() + Math.floor(n / 40)),
    }));
    await site.db.insert(webhookEvents).values(notices);
    const before = (await review('?limit=1')).total;
    const read: ReviewItem[] = [];
    for (let query: string | undefined = ''; query !== undefined; ) {
      const page = await review(query);
      expect(page.items.length).toBeLessThanOrEqual(50);
      expect(page.total).toBe(before);
      read.push(...page.items);
      query = page.next;
    }
    expect(read).toHaveLength(before);
    expect(new Set(read.map(({ id }) => id)).size).toBe(before);
    expect(read.map(({ since }) => since)).toEqual(read.map(({ since }) => since).sort());
    expect(read.filter(({ subject }) => subject === 'MANY')).toHaveLength(notices.length);
    await site.db.delete(webhookEvents).where(eq(webhookEvents.resourceId, 'MANY'));
  });

  test('loses no line when what was read before is settled meanwhile', async () => {
    const first = await review('?limit=1');
    const rest = (await review()).items.slice(1).map(({ id }) => id);
    expect(first.items[0]?.kind).toBe('notice');
    const settled = (handledAt: Date | null) =>
      site.db.update(webhookEvents).set({ handledAt }).where(eq(webhookEvents.eventId, 'old'));
    await settled(site.clock.now());
    const second = await review(first.next?.replace('limit=1', 'limit=500'));
    await settled(null);
    expect(second.items.map(({ id }) => id)).toEqual(rest);
    expect(second.total).toBe(rest.length);
  });

  test.each([
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
    ['cursor=abc', 'This cursor is not valid'],
  ])('refuses %s', async (query, message) => {
    const answer = await site.admin.get(`/api/admin/payments/review?${query}`);
    expect([answer.status, answer.body]).toMatchObject([400, { message }]);
  });
});

describe('the file of the ledger', () => {
  const linesOf = (text: string) =>
    text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'));

  test('has every movement of money once, in order, with its receipt', async () => {
    const answer = await site.admin.get('/api/admin/export/ledger');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ledger.csv"');
    const [head = [], ...lines] = linesOf(answer.text);
    const shown = lines.map((line) =>
      ['movement', 'method', 'received', 'refunded', 'receipt'].map(
        (name) => line[head.indexOf(name)],
      ),
    );
    expect(shown).toEqual([
      ['received', 'zelle', '1000.00', '', 'OAP-000001'],
      ['received', 'bank', '100.00', '', 'OAP-000002'],
      ['received', 'zelle', '400.00', '', 'OAP-000003'],
      ['received', 'bank', '1200.00', '', 'OAP-000004'],
      ['partially_refunded', 'zelle', '', '50.00', 'OAP-000001'],
      ['partially_refunded', 'bank', '', '200.00', 'OAP-000004'],
    ]);
  });

  test('leaves a note of who took it', async () => {
    const count = () => site.db.$count(auditLog, eq(auditLog.action, 'ledger.exported'));
    const before = await count();
    await site.admin.get('/api/admin/export/ledger');
    expect(await count()).toBe(before + 1);
  });
});

describe.each([
  '/api/admin/payments/reconciliation',
  '/api/admin/payments/review',
  '/api/admin/export/ledger',
  `/api/admin/applications/${randomUUID()}/money`,
])('%s', (path) => {
  test('is for administrators alone', async () => {
    expect((await site.visitor().get(path)).status).toBe(401);
    expect((await (await site.loggedIn('member')).get(path)).status).toBe(403);
  });
});
