import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MERCHANT } from '../../../../../sandbox/paypal/bank.ts';
import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import { jobs } from '../../../../server/jobs.ts';
import type { ReviewItem } from '../../admin/review/review.contract.ts';
import {
  findInstalment,
  listInstalments,
  setInstalment,
} from '../../core/schedule/schedule.store.ts';
import { closeWithBalancedLedger, myApplications } from '../../core/testing.ts';
import { findWebhookEvent } from '../../core/webhook-event.store.ts';
import { paypalOrders } from './paypal-order.store.ts';
import {
  capture,
  type CardSite,
  deliver,
  openCardSite,
  order,
  type SentNotice,
} from './testing.ts';
import { vaultTokens } from './renewals/vault.store.ts';

// What a lost answer, a crash or a silent PayPal leaves open, and how the reconciler ends it.

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));

const capturesOf = async (id: string) =>
  (await site.paypal.journal()).captures.filter(({ orderId }) => orderId === id);

/** PayPal answers again, and the time of the next question has come. */
async function reconcileAfter(ms = seconds(11)) {
  await site.paypal.break();
  await site.wait(ms);
  await site.run('card-reconcile');
}

describe('a capture of which no one heard the end', () => {
  test.each([
    ['was made and answered with 500', '500-after'],
    ['was made and half an answer came', 'half-json'],
    ['was made and the line broke', 'reset-after'],
    ['was made not at all, with 500', '500-before'],
    ['was made not at all, the line broke', 'reset-before'],
    ['was one too many', 'too-many'],
  ])('because it %s, is pending and then paid once', async (_what, mode) => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode, on: ['capture'] });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    const { order: row, payment } = await site.rows(id);
    expect([row.state, payment.status]).toEqual(['capturing', 'processing']);
    expect((await myApplications(visitor))[0]).toMatchObject({ paymentStatus: 'processing' });
    await reconcileAfter();
    const after = await site.rows(id);
    expect([after.order.state, after.payment.status]).toEqual(['captured', 'succeeded']);
    expect(await capturesOf(id)).toHaveLength(1);
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
  });

  test('because PayPal was silent, is answered after ten seconds and paid once', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'captured-but-timed-out' });
    const startedAt = performance.now();
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    expect(performance.now() - startedAt).toBeGreaterThan(9500);
    expect(performance.now() - startedAt).toBeLessThan(13_000);
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
    expect(await capturesOf(id)).toHaveLength(1);
  });

  test('is ended by the next click too', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'half-json', on: ['capture'], count: 1 });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
    expect(await capturesOf(id)).toHaveLength(1);
  });

  /** PayPal calls an order completed, and its capture is not to be seen yet. */
  const unseen = {
    mode: 'altered',
    on: ['get'],
    replace: { from: '"captures"', to: '"unseen"' },
  };
  const captureElsewhere = (id: string) =>
    site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`, {});

  test('and whose order is completed without a capture that is seen, is not failed', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'reset-after', on: ['capture'] }, unseen);
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    // PayPal forgets the request id of the capture after six hours, and refuses another.
    await site.wait(hours(7));
    await site.paypal.break(unseen);
    await site.run('card-reconcile');
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.reason, payment.status]).toEqual(['capturing', null, 'processing']);
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
    expect(await capturesOf(id)).toHaveLength(1);
  });

  test('and was refused as another call has made it, is not failed before that is seen', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'slow', on: ['capture'], count: 1, delayMs: 1500 }, unseen);
    const pressed = capture(visitor, id);
    await site.until(async () => expect((await site.rows(id)).order.state).toBe('capturing'));
    await captureElsewhere(id);
    expect((await pressed).body).toEqual({ status: 'PENDING' });
    expect((await site.rows(id)).order.state).toBe('capturing');
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('and was made by another call before this one, is pending until it is seen', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await captureElsewhere(id);
    await site.paypal.break(unseen);
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await site.wait(minutes(3));
    await site.run('card-reconcile');
    expect((await site.rows(id)).order.state).toBe('created');
    await reconcileAfter(minutes(6));
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('and whose order names another payee by now, is not made but waits for review', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-before', on: ['capture'] });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    const replace = { from: MERCHANT.merchant_id, to: 'FOREIGNPAYEE1' };
    await site.paypal.break({ mode: 'altered', on: ['get'], replace });
    await site.wait(seconds(11));
    await site.run('card-reconcile');
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.reason, row.askAt]).toEqual(['capturing', 'MISMATCH', null]);
    expect([payment.status, payment.flag]).toEqual(['processing', 'manual']);
    expect(await capturesOf(id)).toEqual([]);
    await site.paypal.break();
  });

  test('and was declined, ends as failed', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'declined', count: 1 }, { mode: 'half-json', on: ['capture'] });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('failed');
  });

  test('holds the instalment: no other order and no claim can be begun for it', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    await capture(visitor, id);
    const { application } = await site.rows(id);
    const body = { plan: 'onetime', applicationId: application.id };
    expect((await visitor.post('/paypal/order', body)).status).toBe(409);
    const zelle = {
      paymentMethod: 'zelle',
      paymentData: { plan: 'onetime', confirmationNumber: 'BESIDE-1' },
      applicationId: application.id,
    };
    expect((await visitor.post('/payment/submit', zelle)).status).toBe(409);
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('stays unknown as long as PayPal is away, for hours too, and nothing is given up', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break(
      { mode: 'reset-after', on: ['capture'] },
      { mode: '500-before', on: ['get'] },
    );
    // The question before the capture is not answered: nothing was taken, and the payer learns so.
    expect((await capture(visitor, id)).status).toBe(503);
    await site.paypal.break({ mode: 'reset-after', on: ['capture'] });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await site.paypal.break({ mode: '500-before', on: ['get', 'capture'] });
    for (let n = 0; n < 3; n++) {
      await site.wait(hours(8));
      await site.run('card-reconcile');
      expect((await site.rows(id)).order.state).toBe('capturing');
    }
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
    expect(await capturesOf(id)).toHaveLength(1);
  });

  test('is asked about again in seconds, by a job that follows itself', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    await capture(visitor, id);
    const { rows } = await site.db.execute<{ seconds: string }>(
      `select extract(epoch from start_after - created_on) as seconds from pgboss.job
       where name = 'card-reconcile' and state = 'created' order by start_after limit 1`,
    );
    expect(Number(rows[0]?.seconds)).toBeLessThan(15);
    expect(jobs.find(({ name }) => name === 'card-reconcile')?.cron).toBe('* * * * *');
    await reconcileAfter();
  });

  test('by many payers at once ends for all of them in one round', async () => {
    const begun = await Promise.all(Array.from({ length: 12 }, () => site.ordered()));
    await Promise.all(begun.map(({ id }) => site.paypal.approve(id)));
    await site.paypal.break({ mode: 'half-json', on: ['capture'] });
    await Promise.all(begun.map(({ visitor, id }) => capture(visitor, id)));
    await reconcileAfter();
    for (const { id } of begun) {
      expect((await site.rows(id)).payment.status).toBe('succeeded');
      expect(await capturesOf(id)).toHaveLength(1);
    }
  });
});

describe('a question that breaks on our side', () => {
  /** Has the database refuse that an order is captured; answers how that ends. */
  async function poison(id: string): Promise<() => Promise<void>> {
    const change = (to: string) => site.db.execute(sql.raw(`alter table paypal_orders ${to}`));
    await change(`add constraint poison check (order_id <> '${id}' or state <> 'captured')`);
    return async () => void (await change('drop constraint poison'));
  }

  test('does not keep the others from theirs, is asked again ever more rarely, and is reported', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => site.ordered()));
    await Promise.all(begun.map(({ id }) => site.paypal.approve(id)));
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    for (const { visitor, id } of begun) await capture(visitor, id);
    const [bad, ...good] = begun.map(({ id }) => id) as [string, ...string[]];
    const mend = await poison(bad);
    const first = new Date(site.clock.now().getTime() - days(1));
    await site.db.update(paypalOrders).set({ askAt: first }).where(eq(paypalOrders.orderId, bad));
    await reconcileAfter();
    for (const id of good) expect((await site.rows(id)).payment.status).toBe('succeeded');

    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { order: row, payment } = await site.rows(bad);
      expect([row.state, row.failures, payment.status]).toEqual(['capturing', n + 1, 'processing']);
      expect(await site.jobsOf('card-review', row.id)).toHaveLength(n < 2 ? 0 : 1);
      const waitMs = (row.askAt?.getTime() ?? 0) - site.clock.now().getTime();
      waits.push(Math.round(waitMs / minutes(1)));
      await reconcileAfter(waitMs + 1);
    }
    expect(waits).toEqual([1, 10, 60, 360]);
    const listed = async () =>
      ((await site.admin.get('/api/admin/payments/review')).body as ReviewItem[])
        .filter(({ kind, subject }) => kind === 'order' && subject === bad)
        .map(({ note }) => note);
    await site.login();
    expect(await listed()).toEqual(['QUESTION_BROKE']);
    await mend();
    await reconcileAfter(days(1) + 1);
    await site.login();
    expect(await listed()).toEqual([]);
    const { order: row, payment } = await site.rows(bad);
    expect([row.state, row.failures, payment.status]).toEqual(['captured', 0, 'succeeded']);
  });

  test('of a kept account does not keep the plans behind it from being charged', async () => {
    const begun = [];
    for (let n = 0; n < 4; n++) begun.push(await site.paid('installment'));
    const rows = await Promise.all(begun.map(({ id }) => site.rows(id)));
    const charged = await Promise.all(
      rows.map(async ({ schedule }) => {
        const due = (await listInstalments(site.db, schedule.id))[1];
        const [token] = await site.db
          .select()
          .from(vaultTokens)
          .where(eq(vaultTokens.scheduleId, schedule.id));
        if (!due || !token) throw new Error('A plan without its next due or its account.');
        return { due, token };
      }),
    );
    // They are charged in the order of their ids.
    const [bad, ...good] = charged.sort((a, b) => (a.due.id < b.due.id ? -1 : 1));
    const seal = (sealed: string) =>
      site.db
        .update(vaultTokens)
        .set({ sealed })
        .where(eq(vaultTokens.id, bad?.token.id ?? ''));
    await seal('what nobody can open');
    const day = Date.parse(`${bad?.due.dueOn}T12:00:00Z`);
    for (const time of [day - days(7), day]) {
      await site.wait(time - site.clock.now().getTime());
      await site.run('card-charge');
    }
    const statusOf = async (due: { id: string } | undefined) =>
      (await findInstalment(site.db, due?.id ?? ''))?.instalment.status;
    expect(await Promise.all(good.map(({ due }) => statusOf(due)))).toEqual(Array(3).fill('paid'));
    expect(await statusOf(bad?.due)).not.toBe('paid');
    await seal(bad?.token.sealed ?? '');
    await site.wait(minutes(1) + 1);
    await site.run('card-reconcile');
    expect(await statusOf(bad?.due)).toBe('paid');
  });

  test('does not keep the webhook events that were left behind it', async () => {
    const begun = await Promise.all(Array.from({ length: 4 }, () => site.ordered()));
    await Promise.all(begun.map(({ id }) => site.paypal.approve(id)));
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    for (const { visitor, id } of begun) await capture(visitor, id);
    await site.paypal.break();
    const notices = await site.paypal.outbox('CHECKOUT.ORDER.APPROVED');
    const noticeOf = (id: string) => notices.find(({ body }) => body.includes(id)) as SentNotice;
    for (const { id } of begun) {
      expect((await deliver(site.visitor(), noticeOf(id))).status).toBe(200);
      await site.wait(seconds(1));
    }
    const [bad, ...good] = begun.map(({ id }) => id) as [string, ...string[]];
    const mend = await poison(bad);
    const eventOf = async (id: string) =>
      await findWebhookEvent(site.db, 'paypal', noticeOf(id).id);
    await site.wait(minutes(6));
    await site.run('card-notices-left');
    for (const id of good) expect((await eventOf(id))?.outcome).toBe('captured');
    expect(await eventOf(bad)).toMatchObject({ handledAt: null, failures: 1 });
    // Put off: the round after this one leaves it alone, and later ones take it up.
    await site.run('card-notices-left');
    expect((await eventOf(bad))?.failures).toBe(1);
    await site.wait(minutes(2));
    await site.run('card-notices-left');
    expect((await eventOf(bad))?.failures).toBe(2);
    await mend();
    await site.wait(minutes(11));
    await site.run('card-notices-left');
    expect((await eventOf(bad))?.outcome).toBe('captured');
  });
});

describe('an order', () => {
  test('that was approved while its page was closed is captured by us', async () => {
    const { id } = await site.ordered();
    await site.paypal.approve(id);
    await reconcileAfter(minutes(3));
    const { order: row, payment } = await site.rows(id);
    expect([row.state, payment.status]).toEqual(['captured', 'succeeded']);
  });

  test('that was approved for an attempt that its payer left is not captured', async () => {
    const visitor = site.visitor();
    const body = order();
    const { id } = (await visitor.post('/paypal/order', body)).body as { id: string };
    await visitor.post('/paypal/order', { ...body, plan: 'installment' });
    await site.paypal.approve(id);
    await reconcileAfter(minutes(3));
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment.status).toBe('cancelled');
    expect(await capturesOf(id)).toEqual([]);
  });

  test('that no one approves within its life is void, and its payment expired', async () => {
    const { visitor, id } = await site.ordered();
    await reconcileAfter(minutes(5));
    expect((await site.rows(id)).order.state).toBe('created');
    await reconcileAfter(hours(3));
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.askAt, payment.status]).toEqual(['void', null, 'expired']);
    expect((await myApplications(visitor))[0]).toMatchObject({
      applicationStatus: 'draft',
      paymentStatus: 'pending',
    });
  });

  test('whose making was never answered ends with its payment, as no one has seen it', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/api/applications', body);
    await site.paypal.break({ mode: 'half-json', on: ['create'] });
    await visitor.post('/paypal/order', body);
    await reconcileAfter(minutes(2));
    const [payment] = await site.payments(visitor);
    expect(payment?.payment.status).toBe('expired');
  });

  test('of another account of ours is not judged by what this one knows', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    await capture(visitor, id);
    await site.paypal.break();
    await site.db.execute(
      `update paypal_orders set client_id = 'an account of last year' where order_id = '${id}'`,
    );
    await reconcileAfter(days(4));
    expect((await site.rows(id)).order.state).toBe('capturing');
    expect((await capture(visitor, id)).status).toBe(503);
    await site.db.execute(
      `update paypal_orders set client_id = '${site.card.clientId}' where order_id = '${id}'`,
    );
    await reconcileAfter();
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });
});

test('money that no instalment asks for waits for a person, and ends when PayPal has given it back', async () => {
  const { visitor, id } = await site.ordered();
  await site.paypal.approve(id);
  await site.paypal.break({ mode: 'half-json', on: ['capture'] });
  expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
  const { instalment } = await site.rows(id);
  // Meanwhile the instalment was cancelled in the database.
  await setInstalment(site.db, instalment.id, { status: 'cancelled' });
  await reconcileAfter();
  const { order: row, payment } = await site.rows(id);
  expect([row.state, row.reason]).toEqual(['captured', 'NOT_ASKED_FOR']);
  expect([payment.status, payment.flag]).toEqual(['processing', 'manual']);
  await site.paypal.act('captures', row.captureId as string, 'refund');
  await site.run('card-reconcile-days');
  await site.run('card-reconcile');
  expect((await site.rows(id)).payment).toMatchObject({
    status: 'failed',
    receivedCents: null,
    reason: 'This payment was not needed any more, and the money was given back to you.',
  });
});

test('everything of the last days is asked about once a day, whatever was reported', async () => {
  const { id } = await site.paid();
  const { order: row } = await site.rows(id);
  expect(row.askAt).toBeNull();
  await site.paypal.act('captures', row.captureId as string, 'refund', { amount: '250.00' });
  await site.wait(days(1));
  await site.run('card-reconcile-days');
  await site.run('card-reconcile');
  expect((await site.rows(id)).payment).toMatchObject({
    status: 'partially_refunded',
    refundedCents: 25_000n,
  });
});

test('a dispute that an administrator entered stays, although PayPal lists none', async () => {
  const { id } = await site.paid();
  const { payment } = await site.rows(id);
  await site.login();
  const said = { reason: 'The bank wrote to us.' };
  const entered = await site.admin.post(`/api/admin/payments/${payment.id}/dispute`, said);
  expect(entered.status, entered.text).toBe(200);
  await site.run('card-reconcile-days');
  await site.run('card-reconcile');
  expect((await site.rows(id)).payment.status).toBe('disputed');
});

test('a question that finds nothing new writes nothing new', async () => {
  const { id } = await site.paid();
  const before = await site.rows(id);
  const events = await site.events(before.payment.id);
  await site.run('card-reconcile-days');
  await site.run('card-reconcile');
  expect((await site.rows(id)).payment).toEqual(before.payment);
  expect(await site.events(before.payment.id)).toEqual(events);
});
