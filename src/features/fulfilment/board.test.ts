import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { days, minutes } from '../../shared/time.ts';
import { passportApplications } from '../application/application.store.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  pricing,
  type PaymentSite,
  today,
} from '../payments/core/testing.ts';
import type { KitCard } from './fulfilment.contract.ts';

const board = '/api/admin/fulfilment';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
beforeEach(() => site.login());
afterAll(() => closeWithBalancedLedger(site));

let people = 0;
/** An application of somebody new, submitted by the claim of its first payment. */
async function applied({ plan = 'onetime', family = 'Mensah' } = {}) {
  people += 1;
  const number = `BOARD-${people}`;
  const email = `board${people}@example.org`;
  const details = person({ lastName: family, noticeVersion: '1', email });
  const visitor = site.visitor();
  const body = claim(number, { plan, person: details });
  const { status, text } = await visitor.post('/payment/submit', body);
  if (status !== 201) throw new Error(text);
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('The application vanished.');
  const paymentId = await findClaimId(site, number);
  return { id: application.id, number, visitor, details, paymentId };
}
const pay = async (number: string, amount: string) =>
  expect((await confirm(site, number, amount)).status).toBe(200);

interface Board {
  counts: Record<string, number>;
  overdue: number;
  total: number;
  more: string[];
  kits: KitCard[];
}
const look = async (query: string) =>
  (await site.admin.get(`${board}?${query}`)).body as unknown as Board;
const kit = async (id: string) =>
  (await look('status=submitted&limit=500')).kits.find((one) => one.id === id);
const releasedAt = async (id: string) => {
  const { kitReleasedAt } = passportApplications;
  const found = site.db.select({ kitReleasedAt }).from(passportApplications);
  return (await found.where(eq(passportApplications.id, id)))[0]?.kitReleasedAt;
};

/** Confirms a claim, with which the kit may leave. */
async function expectReleased(id: string, number: string, amount: string): Promise<void> {
  const before = site.clock.now().getTime();
  await pay(number, amount);
  const released = (await releasedAt(id))?.getTime();
  expect(released).toBeGreaterThanOrEqual(before);
  expect(released).toBeLessThanOrEqual(site.clock.now().getTime());
}

describe('a column', () => {
  test('begins with what was released first; what waits for money follows by its age', async () => {
    const family = 'Order';
    const [first, second, third] = [
      await applied({ family }),
      await applied({ family }),
      await applied({ family }),
    ];
    site.clock.advance(minutes(1));
    await pay(third.number, '1000.00');
    site.clock.advance(minutes(1));
    const fourth = await applied({ family });
    await pay(fourth.number, '1000.00');
    const { kits, total, more } = await look('status=submitted&search=order');
    expect(kits.map(({ id }) => id)).toEqual([third.id, fourth.id, first.id, second.id]);
    expect([total, more]).toEqual([4, []]);
  });

  test('is searched by reference, name and address of mail, whether it is overdue or not', async () => {
    const one = await applied({ family: 'Searched' });
    const reference = (await kit(one.id))?.reference ?? '';
    for (const search of [reference.toLowerCase(), 'ama searched', one.details.email]) {
      const { kits, total } = await look(`search=${encodeURIComponent(search)}`);
      expect([search, total, kits.map(({ id }) => id)]).toEqual([search, 1, [one.id]]);
    }
    expect(await look('search=a%25t')).toMatchObject({ total: 0, kits: [] });
    expect(await look('search=searched&overdue=true')).toMatchObject({ total: 0, kits: [] });
  });

  test('of more than a thousand says so at once, and its whole number when asked', async () => {
    await addDelivered(1003);
    const part = await look('status=delivered&counted=part&limit=2');
    expect(part.counts.delivered).toBe(1000);
    expect([part.total, part.more, part.kits.length]).toEqual([1000, ['delivered', 'total'], 2]);
    const found = await look('status=delivered&counted=part&limit=2&search=px-long');
    expect([found.total, found.more]).toEqual([2, ['delivered', 'total']]);
    const whole = await look('status=delivered&limit=2');
    expect([whole.counts.delivered, whole.total, whole.more]).toEqual([1003, 1003, []]);
    expect(await look('status=delivered&limit=1&search=px-long')).toMatchObject({ total: 1003 });
  });
});

/** Applications whose plans were cancelled before anything came, to make a column long. */
async function addDelivered(rows: number): Promise<void> {
  const all = sql`generate_series(1, ${rows}::int) as n`;
  const id = (kind: string) => sql.raw(`md5('${kind}' || n)::uuid`);
  const at = sql.raw(`timestamptz '2026-01-01' + n * interval '1 second'`);
  await site.db.execute(sql`insert into passport_applications (id, reference, first_name, last_name, date_of_birth,
      place_of_birth, current_nationality, telephone, email, home_address, payment_plan, payment_amount_cents,
      payment_method, payment_status, application_status, wants_news, locale, created_at, updated_at, submitted_at)
    select ${id('application')}, 'PX-LONG' || n, 'A', 'B', '', '', 'Ghana', '', '', '', 'onetime', 100, 'zelle',
      'pending', 'delivered', false, 'en', ${at}, ${at}, ${at} from ${all}`);
  await site.db.execute(sql`insert into payment_schedules (id, application_id, plan, amount_cents, currency, payments,
      status, priced_at, created_at, updated_at)
    select ${id('schedule')}, ${id('application')}, 'onetime', 100, 'USD', 1, 'cancelled', ${at}, ${at}, ${at} from ${all}`);
  await site.db.execute(sql`insert into instalments (id, schedule_id, number, amount_cents, due_on, status, updated_at)
    select ${id('due')}, ${id('schedule')}, 1, 100, '2026-01-01', 'cancelled', ${at} from ${all}`);
}

describe('since when a kit may leave', () => {
  test('is not said while a claim is checked, nor when too little came, but with the rest', async () => {
    const { id, number, visitor, details } = await applied();
    expect(await releasedAt(id)).toBeNull();
    await pay(number, '400.00');
    expect(await releasedAt(id)).toBeNull();
    expect((await kit(id))?.sendBy).toBeNull();
    site.clock.advance(minutes(3));
    await site.login();
    const rest = claim('THE-REST', { person: details, top: { applicationId: id } });
    expect((await visitor.post('/payment/submit', rest)).status).toBe(201);
    site.clock.advance(minutes(3));
    await site.login();
    await expectReleased(id, 'THE-REST', '600.00');
    expect(await kit(id)).toMatchObject({ obstacles: [] });
  });

  test('stays through a dispute and a refund, which hold the kit and take it from the overdue ones', async () => {
    const { id, number, paymentId } = await applied();
    await pay(number, '1000.00');
    expect(await releasedAt(id)).toBeInstanceOf(Date);
    site.clock.advance(days(8));
    await site.login();
    const { overdue } = await look('counted=part');
    const late = async () => {
      const { kits, overdue: count } = await look('status=submitted&overdue=true&limit=500');
      return [kits.some((one) => one.id === id), count];
    };
    expect(await late()).toEqual([true, overdue]);
    const path = `/api/admin/payments/${paymentId}`;
    const tell = async (what: string, body: object) =>
      expect((await site.admin.post(`${path}/${what}`, body)).status).toBe(200);
    const reason = 'The bank says so.';
    await tell('dispute', { reason });
    expect(await late()).toEqual([false, overdue - 1]);
    expect((await kit(id))?.obstacles).toEqual(['The payment is disputed or was refunded.']);
    await tell('dispute/end', { outcome: 'kept', endedOn: today(site), reason });
    expect(await late()).toEqual([true, overdue]);
    const whole = { amount: '1000.00', held: '1000.00', refundedOn: today(site), reason };
    await tell('refund', whole);
    expect(await late()).toEqual([false, overdue - 1]);
    // What went back is due again, and the kit waits for it.
    expect(await releasedAt(id)).toBeNull();
  });

  test('is the last payment where that was promised, whatever is promised to others since', async () => {
    const { configType, configData } = pricing('1000.00', '100.00', 2);
    const promise = (kitRelease: string) =>
      site.admin.post('/api/admin/payment-config', {
        configType,
        configData: { ...configData, kitRelease },
      });
    await promise('fully_paid');
    const { id, number, visitor, details } = await applied({ plan: 'installment' });
    await promise('first_payment');
    await pay(number, '100.00');
    expect(await releasedAt(id)).toBeNull();
    site.clock.advance(days(1));
    await site.login();
    const second = claim('LAST', {
      plan: 'installment',
      person: details,
      top: { applicationId: id },
    });
    expect((await visitor.post('/payment/submit', second)).status).toBe(201);
    await expectReleased(id, 'LAST', '100.00');
  });

  test('is the payment of the plan that was agreed anew after a claim that came to nothing', async () => {
    const { id, visitor, details, paymentId } = await applied();
    const reject = { reason: 'There is no such transfer.' };
    expect((await site.admin.post(`/api/admin/payments/${paymentId}/reject`, reject)).status).toBe(
      200,
    );
    site.clock.advance(days(20));
    await site.login();
    await site.admin.post('/api/admin/payment-config', pricing('900.00', '90.00'));
    const body = claim('ANEW', {
      plan: 'installment',
      person: details,
      top: { applicationId: id },
    });
    expect((await visitor.post('/payment/submit', body)).status).toBe(201);
    expect(await releasedAt(id)).toBeNull();
    await expectReleased(id, 'ANEW', '90.00');
  });
});
