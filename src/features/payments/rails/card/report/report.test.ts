import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../../server/audit.store.ts';
import { days, hours, minutes } from '../../../../../shared/time.ts';
import type { Balances } from '../../../admin/balances/balances.contract.ts';
import type { ReviewItem } from '../../../admin/review/review.contract.ts';
import { railBalances } from '../../../admin/balances/balances.service.ts';
import { claim, closeWithBalancedLedger } from '../../../core/testing.ts';
import { type CardSite, openCardSite } from '../testing.ts';

// PayPal's records are the reference: what they say and ours do not is found, whatever was lost on the way.

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));
beforeEach(() => site.paypal.break());

/** No webhook event arrives, and the report is read after a while. */
async function readReport(ms = hours(1)) {
  await site.wait(ms);
  await site.run('card-report');
}

const paid = async () => {
  const { visitor, id } = await site.paid();
  const { order, payment, application } = await site.rows(id);
  return { visitor, id, captureId: order.captureId ?? '', payment, application };
};

const status = async (id: string) => (await site.rows(id)).payment.status;

/** What a payment's rows move, by kind: "fee paypal_fees < paypal 3539". */
async function journalOf(paymentId: string): Promise<string[]> {
  const { rows } = await site.db.execute<{ row: string }>(
    sql`select concat(kind, ' ', debit, ' < ', credit, ' ', amount) as row from journal
        where payment_id = ${paymentId} order by id`,
  );
  return rows.map(({ row }) => row);
}

async function review(kind: string): Promise<ReviewItem[]> {
  await site.login();
  const { body } = await site.admin.get('/api/admin/payments/review');
  return (body as ReviewItem[]).filter((item) => item.kind === kind);
}

/** Lines of the account that belong to no order. */
async function post(line: object): Promise<{ ids: string[] }> {
  const response = await fetch(`${site.sandbox.paypal.url}/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(line),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { ids: string[] };
}

/** Another site with our account takes money; answers the id of its capture. */
async function foreignCapture(value: string): Promise<string> {
  const purchase_units = [{ amount: { currency_code: 'USD', value } }];
  const { id } = await site.paypal.rest('POST', '/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units,
  });
  await site.paypal.approve(id);
  const done = await site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`);
  return done.purchase_units[0].payments.captures[0].id;
}

async function linesOf(transactionId: string | undefined) {
  const { rows } = await site.db.execute(
    sql`select event_code, state from paypal_lines where transaction_id = ${transactionId}`,
  );
  return rows;
}

async function unmatchedCents(): Promise<number> {
  const { rows } = await site.db.execute<{ cents: number }>(
    sql`select coalesce(sum(case when debit = 'unmatched' then amount else -amount end), 0)::int as cents
        from journal where 'unmatched' in (debit, credit)`,
  );
  return rows[0]?.cents ?? 0;
}

const paypalBalance = async () =>
  (await railBalances(site.db, site.clock.now())).find(({ account }) => account === 'paypal');

describe('fees', () => {
  test('are booked with the payment, and the account equals PayPal’s own balance', async () => {
    const { payment } = await paid();
    expect(await journalOf(payment.id)).toEqual([
      'received paypal < receivable 100000',
      'fee paypal_fees < paypal 3539',
    ]);
    await readReport();
    expect(await paypalBalance()).toMatchObject({ difference: 0n, problem: null });
    await site.login();
    const { rails } = (await site.admin.get('/api/admin/payments/balances')).body as Balances;
    expect(rails).toEqual([
      {
        account: 'paypal',
        asset: 'USD',
        ours: rails[0]?.theirs,
        theirs: expect.stringMatching(/^\d+\.\d\d$/),
        checkedAt: expect.any(String),
        isStale: false,
        until: null,
        open: 0,
      },
    ]);
    expect(await journalOf(payment.id)).toHaveLength(2);
  });

  test('that come back with a refund are booked once', async () => {
    const { payment, captureId } = await paid();
    await fetch(`${site.sandbox.paypal.url}/fees`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnsFee: true }),
    });
    await site.paypal.act('captures', captureId, 'refund', { amount: '500.00' });
    await readReport();
    await readReport();
    expect(await journalOf(payment.id)).toEqual([
      'received paypal < receivable 100000',
      'fee paypal_fees < paypal 3539',
      'fee paypal < paypal_fees 1769',
      'refunded receivable < paypal 50000',
    ]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });
});

describe('the report', () => {
  test.each([
    ['six days', days(6)],
    ['half a year', days(170)],
  ])('finds a refund of %s later whose webhook event was lost', async (_title, ms) => {
    const { id, captureId } = await paid();
    await readReport();
    await site.wait(ms);
    await site.login();
    await site.paypal.act('captures', captureId, 'refund');
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    await readReport();
    expect(await status(id)).toBe('refunded');
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
    expect(await review('unmatched')).toEqual([]);
  });

  test('is read again where it was late, in pages, and resumes where it stopped', async () => {
    await readReport();
    await site.paypal.break({ mode: 'report-late', delayMs: hours(2) });
    const { captureId } = await paid();
    await post({ code: 'T0106', amount: '-0.01', count: 501 });
    await readReport(0);
    expect(await linesOf(captureId)).toEqual([]);
    await site.paypal.break({ mode: '500-before', on: ['report'] });
    await readReport(hours(1));
    expect(await paypalBalance()).toMatchObject({ problem: 'HTTP 500' });
    await site.paypal.break();
    await readReport(hours(1));
    expect(await linesOf(captureId)).toEqual([{ event_code: 'T0006', state: 'matched' }]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n, problem: null });
  });

  test('in two pages, late and with unknown codes is kept whole, and what nothing explains is to review', async () => {
    await readReport();
    await site.paypal.break({ mode: 'report-late', delayMs: hours(2) });
    const { ids: fees } = await post({ code: 'T0106', amount: '-0.01', count: 501 });
    const { ids: odd } = await post({ code: 'T9999', amount: '7.00', count: 2 });
    await readReport(hours(1));
    const storedOf = async (ids: string[]) => {
      const { rows } = await site.db.execute<{ state: string; whole: object }>(
        sql`select state, whole from paypal_lines where transaction_id = any(${`{${ids.join(',')}}`}::text[])`,
      );
      return rows;
    };
    expect(await storedOf([...fees, ...odd])).toEqual([]);
    await site.paypal.break();
    await readReport(hours(1));
    const stored = await storedOf([...fees, ...odd]);
    expect(stored).toHaveLength(503);
    expect(stored.filter(({ state }) => state === 'unmatched')).toHaveLength(2);
    expect(JSON.stringify((await storedOf(odd))[0]?.whole)).toContain('T9999');
    const items = (await review('unmatched')).filter(({ subject }) => odd.includes(subject ?? ''));
    expect(items.map(({ amount, note }) => [amount, note])).toEqual(
      Array(2).fill(['7.00', 'T9999']),
    );
    expect(await paypalBalance()).toMatchObject({ difference: 0n, problem: null });
    // Two administrators at once: one decides, the other reads that it is decided.
    const decide = (to: string) =>
      site.admin.post('/api/admin/payments/lines/decide', {
        lines: [items[0]?.id],
        to,
        reason: 'Found in an old list',
      });
    const answers = await Promise.all([decide('donations'), decide('other_income')]);
    expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status: code }) => code === 409)?.text).toContain(
      'no longer waiting for review',
    );
    expect(
      (
        await site.admin.post('/api/admin/payments/lines/decide', {
          lines: [items[1]?.id],
          to: 'donations',
          reason: 'The same',
        })
      ).status,
    ).toBe(200);
    expect(await unmatchedCents()).toBe(0);
  });

  test('that PayPal does not give is named, and nothing is called equal', async () => {
    await readReport();
    const answeredAt = site.clock.now();
    await site.paypal.break({ mode: 'report-off' });
    await readReport();
    const asked = await paypalBalance();
    expect(asked?.problem).toContain('PERMISSION_DENIED');
    expect(asked?.checkedAt?.getTime()).toBeLessThanOrEqual(answeredAt.getTime());
    await site.paypal.break();
    await readReport();
    await site.wait(hours(4));
    expect((await paypalBalance())?.problem).not.toBeNull();
    await readReport();
  });

  test('asks about a pending line until its money has moved, for weeks', async () => {
    const { id, captureId } = await paid();
    await site.paypal.break({ mode: 'refund-pending' });
    const { done: made } = await site.paypal.act('captures', captureId, 'refund');
    await site.paypal.break();
    await readReport();
    expect(await linesOf(made.id)).toEqual([{ event_code: 'T1107', state: 'pending' }]);
    expect(await status(id)).toBe('succeeded');
    await readReport(days(25));
    await site.paypal.act('refunds', made.id, 'complete');
    await readReport();
    expect(await linesOf(made.id)).toEqual([{ event_code: 'T1107', state: 'matched' }]);
    expect(await status(id)).toBe('refunded');
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('of a transfer to our bank says that it is on its way', async () => {
    await post({ code: 'T0400', amount: '-20.00' });
    await readReport();
    const balances = await site.db.execute(
      sql`select debit, credit, amount::int from journal where kind = 'transfer'`,
    );
    expect(balances.rows).toEqual([{ debit: 'in_transit', credit: 'paypal', amount: 2000 }]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });
});

describe('money that nothing explains', () => {
  test('of an unknown kind is kept whole, booked to `unmatched`, and put to an account once', async () => {
    const { ids } = await post({ code: 'T9871', amount: '12.34', fee: '-0.34' });
    await readReport();
    const [item] = (await review('unmatched')).filter(({ subject }) => subject === ids[0]);
    expect(item).toMatchObject({ method: 'paypal', amount: '12.34', note: 'T9871', isTest: true });
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
    expect(await unmatchedCents()).toBe(-1234);
    const path = '/api/admin/payments/lines/decide';
    const body = { lines: [item?.id], to: 'donations', reason: 'A gift from Accra' };
    expect((await site.admin.post(path, { ...body, to: 'dismiss' })).status).toBe(409);
    expect((await site.admin.post(path, body)).status).toBe(200);
    expect((await site.admin.post(path, body)).status).toBe(409);
    expect(await unmatchedCents()).toBe(0);
    await readReport();
    expect(await review('unmatched')).toEqual([]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('put to an account by mistake is unmatched again, and can be put to another', async () => {
    const { ids } = await post({ code: 'T9872', amount: '-7.00', fee: '0.00' });
    await readReport();
    const lineOf = async () =>
      (await review('unmatched')).find(({ subject }) => subject === ids[0]);
    const item = await lineOf();
    const before = await unmatchedCents();
    const path = '/api/admin/payments/lines/decide';
    const put = (to: string) =>
      site.admin.post(path, { lines: [item?.id], to, reason: 'For the hall.' });
    const undo = () =>
      site.admin.post('/api/admin/payments/review/reopen', { kind: 'paypal', id: item?.id });
    expect((await undo()).status).toBe(409);
    for (const account of ['donations', 'spending']) {
      expect((await put(account)).status).toBe(200);
      expect(await lineOf()).toBeUndefined();
      expect(await unmatchedCents()).toBe(before - 700);
      const dismissed = (await site.admin.get('/api/admin/payments/review/dismissed')).body;
      expect(dismissed).toContainEqual(
        expect.objectContaining({ kind: 'paypal', id: item?.id, amount: '-7.00 USD' }),
      );
      const last = (await site.admin.get('/api/admin/undo')).body as { undo: object }[];
      expect(last[0]?.undo).toEqual({ by: 'reopenPaypalLine', id: String(item?.id) });
      expect((await undo()).status).toBe(200);
      expect(await lineOf()).toMatchObject({ amount: '-7.00' });
      expect(await unmatchedCents()).toBe(before);
      site.clock.advance(1000);
    }
    expect((await put('spending')).status).toBe(200);
    const log = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, ids[0] ?? ''));
    expect(log.map(({ action }) => action)).toEqual([
      'paypal_line.decided',
      'paypal_line.reopened',
      'paypal_line.decided',
      'paypal_line.reopened',
      'paypal_line.decided',
    ]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('from an order that is not ours goes back through PayPal, and then needs nobody', async () => {
    const captureId = await foreignCapture('50.00');
    await readReport();
    const [item] = await review('unmatched');
    expect(item).toMatchObject({ subject: captureId, amount: '50.00' });
    const refund = () =>
      site.admin.post('/api/admin/payments/lines/decide', {
        lines: [item?.id],
        to: 'refund',
        reason: 'Not for us',
      });
    await site.paypal.break({ mode: 'refund-no-funds' });
    const refused = await refund();
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('REFUND_FAILED_INSUFFICIENT_FUNDS');
    await site.paypal.break();
    expect((await refund()).status).toBe(200);
    expect((await review('unmatched'))[0]?.note).toBe('REFUND_UNDER_WAY');
    await readReport();
    expect(await review('unmatched')).toEqual([]);
    expect(await unmatchedCents()).toBe(0);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('is assigned to the application that it was for', async () => {
    const { id } = await site.ordered();
    const { application } = await site.rows(id);
    const captureId = await foreignCapture('1000.00');
    await readReport();
    const [item] = await review('unmatched');
    const { status: answered, text } = await site.admin.post('/api/admin/payments/lines/decide', {
      lines: [item?.id],
      to: 'assign',
      reference: application.reference,
      reason: 'Paid from another page',
    });
    expect(answered, text).toBe(200);
    const { rows } = await site.db.execute(
      sql`select status, received_cents::int as cents from payments where rail_reference = ${captureId}`,
    );
    expect(rows).toEqual([{ status: 'succeeded', cents: 100_000 }]);
    expect(await unmatchedCents()).toBe(0);
    await readReport();
    expect(await review('unmatched')).toEqual([]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('is assigned with more than is due only where that is meant', async () => {
    const { id } = await site.ordered();
    const { application } = await site.rows(id);
    await foreignCapture('1150.00');
    await readReport();
    const [item] = await review('unmatched');
    const assign = (more: object = {}) =>
      site.admin.post('/api/admin/payments/lines/decide', {
        lines: [item?.id],
        to: 'assign',
        reference: application.reference,
        reason: 'Paid from another page',
        ...more,
      });
    expect(await assign()).toMatchObject({
      status: 409,
      body: {
        reason: 'difference',
        message: 'You confirm $1,150.00. Due: $1,000.00.',
        over: '150.00',
        applicationId: application.id,
      },
    });
    expect(await review('unmatched')).toMatchObject([{ amount: '1150.00' }]);
    expect((await assign({ acceptDifference: true })).status).toBe(200);
    expect(await review('over')).toMatchObject([{ reference: application.reference }]);
    await readReport();
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('captured on an order that had ended is found, and put nowhere once it is recorded', async () => {
    const { visitor, id } = await site.ordered();
    const { application } = await site.rows(id);
    await site.paypal.approve(id);
    const instead = claim(`INSTEAD-${id}`, { top: { applicationId: application.id } });
    const answer = await visitor.post('/payment/submit', {
      ...instead,
      applicationData: undefined,
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    await site.wait(hours(1));
    await site.run('card-reconcile');
    expect((await site.rows(id)).order.state).toBe('void');
    const { purchase_units } = await site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`);
    const captureId = purchase_units[0].payments.captures[0].id;
    await readReport();
    const [item] = await review('unmatched');
    expect(item).toMatchObject({ subject: captureId, amount: '1000.00' });
    expect(await paypalBalance()).toMatchObject({ difference: 0n });

    // What it was paid with instead never came: it pays the instalment after all.
    const waiting = (await site.payments(visitor)).find(({ payment }) => payment.rail === 'zelle');
    const path = `/api/admin/payments/${waiting?.payment.id}/reject`;
    expect((await site.admin.post(path, { reason: 'Nothing came.' })).status).toBe(200);
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    expect((await site.rows(id)).order.state).toBe('captured');
    for (const to of ['donations', 'refund', 'assign']) {
      const { reference } = application;
      const { status: code } = await site.admin.post('/api/admin/payments/lines/decide', {
        lines: [item?.id],
        to,
        reason: 'It is still in the list.',
        ...(to === 'assign' ? { reference } : {}),
      });
      expect(`${to} ${code}`).toBe(`${to} 409`);
    }
    expect(await status(id)).toBe('succeeded');
    await readReport();
    expect(await review('unmatched')).toEqual([]);
    expect(await unmatchedCents()).toBe(0);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });
});

describe('a dispute whose webhook event was lost', () => {
  test('about a part of an old payment is found, shown with its deadline, and lost in part', async () => {
    const { id, captureId, payment } = await paid();
    await readReport();
    await site.wait(days(60));
    const { done: dispute } = await site.paypal.act('captures', captureId, 'dispute', {
      amount: '400.00',
    });
    await readReport();
    expect(await status(id)).toBe('disputed');
    expect((await journalOf(payment.id)).at(-1)).toBe('dispute_opened disputes < paypal 40000');
    const [item] = await review('dispute');
    expect(item).toMatchObject({
      amount: '400.00',
      note: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      dueAt: new Date(dispute.dueAt).toISOString(),
    });
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
    await site.paypal.act('disputes', dispute.id, 'resolve-for-buyer', { amount: '150.00' });
    await readReport();
    expect(await status(id)).toBe('partially_refunded');
    expect((await journalOf(payment.id)).slice(-2)).toEqual([
      'dispute_ended receivable < disputes 15000',
      'dispute_ended paypal < disputes 25000',
    ]);
    const { rows } = await site.db.execute(
      sql`select outcome, returned_cents::int as returned, life_cycle from paypal_disputes where id = ${dispute.id}`,
    );
    expect(rows).toEqual([
      { outcome: 'RESOLVED_BUYER_FAVOUR', returned: 15_000, life_cycle: 'CHARGEBACK' },
    ]);
    expect(await review('dispute')).toEqual([]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('moves the difference when its amount changes, and is not opened again by an older answer', async () => {
    const { id, captureId, payment } = await paid();
    const { done: dispute } = await site.paypal.act('captures', captureId, 'dispute', {
      amount: '400.00',
    });
    await readReport();
    await site.wait(minutes(1));
    const { done: more } = await site.paypal.act('disputes', dispute.id, 'change-amount', {
      amount: '650.00',
    });
    await readReport();
    expect((await journalOf(payment.id)).at(-1)).toBe('dispute_changed disputes < paypal 25000');
    expect((await review('dispute'))[0]).toMatchObject({ amount: '650.00' });
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
    await site.wait(minutes(1));
    const { done: ended } = await site.paypal.act('disputes', dispute.id, 'resolve-for-seller');
    await readReport();
    expect(await status(id)).toBe('succeeded');
    const stateOf = (one: { updatedAt: string; status: string }) =>
      `"update_time":"${one.updatedAt}","reason":"${dispute.reason}","status":"${one.status}"`;
    await site.paypal.break({
      mode: 'altered',
      on: ['get-dispute', 'list-disputes'],
      replace: { from: stateOf(ended), to: stateOf(more) },
    });
    await readReport();
    await site.paypal.break();
    expect(await status(id)).toBe('succeeded');
    expect(await review('dispute')).toEqual([]);
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });

  test('is found without an address for webhook events, and won', async () => {
    const { id, captureId } = await paid();
    const { done: dispute } = await site.paypal.act('captures', captureId, 'dispute', {
      channel: 'EXTERNAL',
    });
    await readReport();
    expect(await status(id)).toBe('disputed');
    await site.paypal.act('disputes', dispute.id, 'resolve-for-seller');
    await readReport();
    expect(await status(id)).toBe('succeeded');
    expect(await paypalBalance()).toMatchObject({ difference: 0n });
  });
});
