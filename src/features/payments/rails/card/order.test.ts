import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../../../../shared/time.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  person,
  pricing,
} from '../../core/testing.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { findPayment } from '../../core/payment.store.ts';
import { recordVoid } from './capture-recorder.service.ts';
import { refusedWith } from './order-issue.rules.ts';
import { capture, type CardSite, openCardSite, order } from './testing.ts';

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));

const PLAN = { amountCents: 10_000n, payments: 12 };

describe('paying by card', () => {
  test('ends with the money booked, the application submitted and the capture’s word', async () => {
    const { visitor, id, word } = await site.paid();
    expect(word).toBe('COMPLETED');
    const { order: row, payment, application } = await site.rows(id);
    expect(row.state).toBe('captured');
    expect(payment).toMatchObject({
      status: 'succeeded',
      rail: 'paypal',
      receivedCents: payment.amountCents,
      railReference: row.captureId,
      isTest: true,
    });
    expect(application).toMatchObject({
      applicationStatus: 'submitted',
      paymentStatus: 'completed',
      paypalOrderId: id,
    });
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
  });

  test('writes to the payer of the application and of the payment', async () => {
    const { id } = await site.paid();
    const { payment, application } = await site.rows(id);
    const { rows } = await site.db.execute<{ name: string; id: string }>(
      `select name, data->>'id' as id from pgboss.job where data->>'id' in ('${payment.id}', '${application.id}') order by name`,
    );
    expect(rows).toEqual([
      { name: 'application-submitted', id: application.id },
      { name: 'draft-saved', id: application.id },
      { name: 'payment-confirmed', id: payment.id },
    ]);
  });

  describe('sends its payer', () => {
    /** What the jobs have written so far about one application and its payment. */
    async function written({ payment, application }: Awaited<ReturnType<CardSite['rows']>>) {
      const about = [`application-submitted:${application.id}`, `payment-confirmed:${payment.id}`];
      const rows = await site.db
        .select()
        .from(outgoingMails)
        .where(inArray(outgoingMails.batchId, about))
        .orderBy(outgoingMails.template);
      return rows.map(({ id, template, sealedProps }) => {
        const props = site.context.secrets.unseal('mail-props', id, sealedProps ?? '');
        return { template, isForBoth: 'submitted' in (JSON.parse(props) as object) };
      });
    }
    async function paid() {
      const found = await site.rows((await site.paid('installment')).id);
      const [sent] = await site.jobsOf('application-submitted', found.application.id);
      const { data } = sent as { data: object };
      return {
        found,
        announce: () => site.run('application-submitted', data),
        confirm: () => site.run('payment-confirmed', { id: found.payment.id }),
      };
    }

    test('one email, which waits for the receipt and says both', async () => {
      const { found, announce, confirm: confirmPayment } = await paid();
      const { rows } = await site.db.execute<{ wait: number }>(
        `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
          where name = 'application-submitted' and data->>'id' = '${found.application.id}'`,
      );
      expect(rows[0]?.wait).toBeGreaterThan(20);
      await confirmPayment();
      await announce();
      expect(await written(found)).toEqual([{ template: 'payment-confirmed', isForBoth: true }]);
    });

    test('two where the receipt is late, and says nothing twice', async () => {
      const { found, announce, confirm: confirmPayment } = await paid();
      await announce();
      await confirmPayment();
      expect(await written(found)).toEqual([
        { template: 'application-submitted', isForBoth: false },
        { template: 'payment-confirmed', isForBoth: false },
      ]);
    });

    test('nothing of the application with the receipt of a later payment', async () => {
      const { found } = await paid();
      const earlier = new Date(site.clock.now().getTime() - minutes(1));
      await site.db
        .update(passportApplications)
        .set({ submittedAt: earlier })
        .where(eq(passportApplications.id, found.application.id));
      await site.run('payment-confirmed', { id: found.payment.id });
      await site.run('application-submitted', { id: found.application.id, awaitsReceipt: true });
      expect(await written(found)).toEqual([
        { template: 'application-submitted', isForBoth: false },
        { template: 'payment-confirmed', isForBoth: false },
      ]);
    });
  });

  test('asks PayPal for what the schedule says, whatever else the body names', async () => {
    const { id } = await site.ordered('onetime', { amount: '1.00', value: 1, currency: 'JPY' });
    const atPaypal = await site.paypal.rest('GET', `/v2/checkout/orders/${id}`);
    const { order: row, application, schedule } = await site.rows(id);
    expect(atPaypal.purchase_units[0]).toMatchObject({
      amount: { currency_code: 'USD', value: '1000.00' },
      custom_id: row.id,
      invoice_id: `${application.reference}-1`,
    });
    expect(schedule.amountCents).toBe(100_000n);
  });

  test('of a plan pays its first instalment and leaves eleven', async () => {
    const { visitor, word } = await site.paid('installment');
    expect(word).toBe('COMPLETED');
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({ paymentStatus: 'partially_paid', paymentAmount: '100.00' });
    expect(application?.instalments.map(({ status }) => status)).toEqual([
      'paid',
      ...Array.from({ length: PLAN.payments - 1 }, () => 'scheduled'),
    ]);
  });

  test('needs no second order for the application of an earlier draft', async () => {
    const visitor = site.visitor();
    const body = order();
    const draft = await visitor.post('/api/applications', body);
    await visitor.post('/paypal/order', body);
    const payments = await site.payments(visitor);
    expect(payments.map(({ application }) => application.id)).toEqual([
      (draft.body as { id: string }).id,
    ]);
  });

  test('of an instalment that came short in another way asks for the rest', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/payment/submit', claim('SHORT-1', { person: body.applicationData }));
    await confirm(site, 'SHORT-1', '400.00');
    const answer = await visitor.post('/paypal/order', body);
    const { id } = answer.body as { id: string };
    expect((await site.rows(id)).order.amountCents).toBe(60_000n);
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
    expect((await myApplications(visitor))[0]).toMatchObject({ paymentStatus: 'completed' });
  });
});

describe('a second click', () => {
  test('is given the same order', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = await visitor.post('/paypal/order', body);
    const second = await visitor.post('/paypal/order', body);
    expect(second.body).toEqual(first.body);
    expect(await site.payments(visitor)).toHaveLength(1);
  });

  test('at the same time is given the same order', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/api/applications', body);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.post('/paypal/order', body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('with the same key is answered without PayPal, even to a browser that lost its cookie', async () => {
    const body = order();
    const key = {
      'idempotency-key': 'card-order-once-1',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await site.visitor().post('/paypal/order', body, key);
    await site.paypal.break({ mode: '500-before', on: ['create', 'token'] });
    const again = await site.visitor().post('/paypal/order', body, key);
    await site.paypal.break();
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
  });

  test('for the other plan is given another order, and the first can no longer be captured', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = (await visitor.post('/paypal/order', body)).body as { id: string };
    const second = await visitor.post('/paypal/order', { ...body, plan: 'installment' });
    expect(second.status).toBe(201);
    await site.paypal.approve(first.id);
    expect((await capture(visitor, first.id)).status).toBe(409);
    expect((await site.paypal.journal()).captures.map(({ orderId }) => orderId)).not.toContain(
      first.id,
    );
    const { id } = second.body as { id: string };
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
    expect((await site.rows(id)).payment.receivedCents).toBe(PLAN.amountCents);
  });

  test('after the price was changed is asked for the price that was shown', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = (await visitor.post('/paypal/order', body)).body;
    await site.admin.post('/api/admin/payment-config', pricing('1200.00', '110.00'));
    const second = (await visitor.post('/paypal/order', body)).body;
    await site.admin.post('/api/admin/payment-config', pricing('1000.00', '100.00'));
    expect(second).toEqual(first);
  });

  test('two hours later is given a new order, and the old one is over', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = (await visitor.post('/paypal/order', body)).body as { id: string };
    await site.wait(hours(2) + minutes(1));
    const second = (await visitor.post('/paypal/order', body)).body as { id: string };
    expect(second.id).not.toBe(first.id);
    expect((await site.rows(first.id)).order.state).toBe('void');
    expect((await site.rows(second.id)).payment.id).toBe((await site.rows(first.id)).payment.id);
  });

  test('at the payment of a closed window in another way ends the card’s attempt', async () => {
    const visitor = site.visitor();
    const body = order();
    const { id } = (await visitor.post('/paypal/order', body)).body as { id: string };
    const zelle = claim('OTHER-1', { person: body.applicationData });
    const answer = await visitor.post('/payment/submit', zelle);
    expect(answer.status, answer.text).toBe(201);
    expect((await site.rows(id)).payment.status).toBe('cancelled');
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).status).toBe(409);
    expect((await site.paypal.journal()).captures.map(({ orderId }) => orderId)).not.toContain(id);
  });

  test('for the other plan after a window was closed is free to choose', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.break({ mode: 'declined', count: 1 });
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).body).toEqual({ status: 'DECLINED' });
    const { application } = await site.rows(id);
    const again = { applicationId: application.id };
    expect((await visitor.post('/paypal/order', { ...again, plan: 'onetime' })).status).toBe(201);
    const other = await visitor.post('/paypal/order', { ...again, plan: 'installment' });
    expect(other.status, other.text).toBe(201);
  });
});

describe('an order is refused', () => {
  test.each([
    ['an unknown plan', { plan: 'lifetime' }],
    ['no plan', { plan: undefined }],
    ['a plan that is a list', { plan: ['onetime'] }],
    ['no application', { applicationData: undefined }],
    ['an application of nobody', { applicationData: {} }],
    ['an application id that is none', { applicationId: 'PX-7K4M2' }],
    ['a due of zero', { instalment: 0 }],
    ['a due that is no number', { instalment: '1' }],
  ])('with 400 for %s', async (_what, change) => {
    const answer = await site.visitor().post('/paypal/order', { ...order(), ...change });
    expect(answer.status, answer.text).toBe(400);
  });

  test('with 400 for a plan of no one in the sentence of the form', async () => {
    const answer = await site.visitor().post('/paypal/order', { ...order(), plan: 'x' });
    expect(answer.body).toMatchObject({
      message: 'Please choose one-time payment or the payment plan.',
    });
  });

  test('with 404 for the application of another browser', async () => {
    const { id } = await site.ordered();
    const { application } = await site.rows(id);
    const stranger = site.visitor();
    const body = { plan: 'onetime', applicationId: application.id };
    expect((await stranger.post('/paypal/order', body)).status).toBe(404);
  });

  test('with 409 when nothing is left to pay', async () => {
    const { visitor, id } = await site.paid();
    const { application } = await site.rows(id);
    const body = { plan: 'onetime', applicationId: application.id };
    expect(await visitor.post('/paypal/order', body)).toMatchObject({
      status: 409,
      body: { message: 'There is nothing left to pay for this application.' },
    });
  });

  test('with 409 for an instalment that is paid, and not for the next', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    const body = { plan: 'installment', applicationId: application.id };
    expect((await visitor.post('/paypal/order', { ...body, instalment: 1 })).status).toBe(409);
    expect((await visitor.post('/paypal/order', { ...body, instalment: 13 })).status).toBe(409);
    const next = await visitor.post('/paypal/order', { ...body, instalment: 2 });
    expect((await site.rows((next.body as { id: string }).id)).instalment.number).toBe(2);
  });

  test('with 409 while a claim is being checked, and nothing is written', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/payment/submit', claim('CHECK-1', { person: body.applicationData }));
    const before = await site.payments(visitor);
    expect((await visitor.post('/paypal/order', body)).status).toBe(409);
    expect(await site.payments(visitor)).toEqual(before);
  });

  test('with 409 while PayPal holds the money of an earlier one, and nothing is written', async () => {
    await site.paypal.break({ mode: 'pending', count: 1 });
    const body = order();
    const { visitor } = await site.paid('onetime', body);
    const before = await site.payments(visitor);
    expect(before.map(({ payment }) => payment)).toMatchObject([{ status: 'processing' }]);
    expect((await visitor.post('/paypal/order', body)).status).toBe(409);
    expect(await site.payments(visitor)).toEqual(before);
  });

  test('with 409 for the other plan once money has come', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    const body = { plan: 'onetime', applicationId: application.id };
    expect((await visitor.post('/paypal/order', body)).status).toBe(409);
  });

  test('with 429 and the time to wait for a fourth within a minute', async () => {
    const visitor = site.visitor();
    const body = order();
    const plans = ['onetime', 'installment', 'onetime', 'installment'] as const;
    const answers = [];
    for (const plan of plans) answers.push(await visitor.post('/paypal/order', { ...body, plan }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    const wait = Number(answers[3]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    await site.wait(minutes(1));
    expect((await visitor.post('/paypal/order', body)).status).toBe(201);
  });

  test('with 429 for an eleventh within a day', async () => {
    const visitor = site.visitor();
    const body = order();
    for (let n = 0; n < 10; n++) {
      const plan = n % 2 ? 'installment' : 'onetime';
      const answer = await visitor.post('/paypal/order', { ...body, plan });
      expect(answer.status, answer.text).toBe(201);
      await site.wait(minutes(1));
    }
    const refused = await visitor.post('/paypal/order', { ...body, plan: 'onetime' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    await site.wait(days(1));
    expect((await visitor.post('/paypal/order', body)).status).toBe(201);
  });

  test('with 503 while PayPal is broken, and the next click makes one order of the same attempt', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/api/applications', body);
    await site.paypal.break({ mode: '500-before', on: ['create'] });
    expect(await visitor.post('/paypal/order', body)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
    });
    await site.paypal.break();
    expect((await visitor.post('/paypal/order', body)).status).toBe(201);
    expect(await site.payments(visitor)).toHaveLength(1);
  });

  test('with 503 after an order was made whose answer was lost, and the next click finds it', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/api/applications', body);
    await site.paypal.break({ mode: 'half-json', on: ['create'], count: 1 });
    expect((await visitor.post('/paypal/order', body)).status).toBe(503);
    const { id } = (await visitor.post('/paypal/order', body)).body as { id: string };
    const [payment, ...others] = await site.payments(visitor);
    expect(others).toEqual([]);
    expect(payment?.payment.status).toBe('action_required');
    const { order: row } = await site.rows(id);
    const atPaypal = await site.paypal.rest('GET', `/v2/checkout/orders/${id}`);
    expect(atPaypal.purchase_units[0].custom_id).toBe(row.id);
  });

  test('by PayPal in words, and the payer can try again', async () => {
    const visitor = site.visitor();
    const body = order();
    await visitor.post('/api/applications', body);
    await site.paypal.break({ mode: 'unauthorized', on: ['create'] });
    const answer = await visitor.post('/paypal/order', body);
    await site.paypal.break();
    expect(answer).toMatchObject({ status: 503 });
    expect((answer.body as { message: string }).message).toContain('nothing was charged');
    expect((await visitor.post('/paypal/order', body)).status).toBe(201);
  });
});

describe('a capture is refused', () => {
  test('with 404 for an order that no one knows', async () => {
    const { visitor } = await site.ordered();
    expect((await capture(visitor, '5O190127TN364715T')).status).toBe(404);
    expect((await capture(visitor, '..%2f..%2fadmin')).status).toBe(404);
  });

  test('with 404 for an order of another browser', async () => {
    const { id } = await site.ordered();
    await site.paypal.approve(id);
    const { visitor: other } = await site.ordered();
    expect((await capture(other, id)).status).toBe(404);
    expect((await capture(site.visitor(), id)).status).toBe(404);
    expect((await site.rows(id)).order.state).toBe('created');
  });

  test('with 404 for an order of our account that we have not made', async () => {
    const { visitor } = await site.ordered();
    const foreign = await site.paypal.rest('POST', '/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' } }],
    });
    await site.paypal.approve(foreign.id);
    expect((await capture(visitor, foreign.id)).status).toBe(404);
  });

  test('with 409 before the payer has approved, and changes nothing', async () => {
    const { visitor, id } = await site.ordered();
    const before = await site.rows(id);
    expect(await capture(visitor, id)).toMatchObject({
      status: 409,
      body: { message: 'Please approve the payment in the PayPal window first.' },
    });
    expect(await site.rows(id)).toEqual(before);
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
  });

  test('with 409 once the order is over at PayPal, and a new one can be begun', async () => {
    const { visitor, id } = await site.ordered();
    await site.wait(hours(4));
    expect((await capture(visitor, id)).status).toBe(409);
    const { payment, application } = await site.rows(id);
    expect(payment.status).toBe('expired');
    const body = { plan: 'onetime', applicationId: application.id };
    expect((await visitor.post('/paypal/order', body)).status).toBe(201);
  });
});

describe('a capture', () => {
  test('with 409 of an order that was given up, once its instalment was paid in another way', async () => {
    const { visitor, id } = await site.ordered();
    const { order: row, application } = await site.rows(id);
    // PayPal denied it for a moment, so that its payment expired; its window is still open.
    await recordVoid(site.context, row.id, refusedWith('RESOURCE_NOT_FOUND'));
    const elsewhere = claim('GIVEN-UP-1', {
      top: { applicationId: application.id, applicationData: undefined },
    });
    expect((await visitor.post('/payment/submit', elsewhere)).status).toBe(201);
    await site.login();
    await confirm(site, 'GIVEN-UP-1', '1000.00');
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).status).toBe(409);
    const { captures } = await site.paypal.journal();
    expect(captures.filter(({ orderId }) => orderId === id)).toEqual([]);
    expect((await site.rows(id)).payment.status).toBe('expired');
  });

  test('with 409 of an order that was given up, for more than its instalment still asks for', async () => {
    const { visitor, id } = await site.ordered();
    const { order: row, application } = await site.rows(id);
    await recordVoid(site.context, row.id, refusedWith('RESOURCE_NOT_FOUND'));
    const elsewhere = claim('GIVEN-UP-2', {
      top: { applicationId: application.id, applicationData: undefined },
    });
    await visitor.post('/payment/submit', elsewhere);
    await site.login();
    await confirm(site, 'GIVEN-UP-2', '400.00');
    await site.paypal.approve(id);
    expect((await capture(visitor, id)).status).toBe(409);
    expect((await myApplications(visitor))[0]?.receivedAmount).toBe('400.00');
  });

  test('with 409 of an order whose application was cancelled meanwhile', async () => {
    await site.paypal.break({ mode: 'declined', count: 1 });
    const { visitor, id: declined } = await site.paid();
    const { application } = await site.rows(declined);
    const body = { plan: 'onetime', applicationId: application.id };
    const { id } = (await visitor.post('/paypal/order', body)).body as { id: string };
    await site.paypal.approve(id);
    await site.db
      .update(passportApplications)
      .set({ applicationStatus: 'cancelled' })
      .where(eq(passportApplications.id, application.id));
    expect((await capture(visitor, id)).status).toBe(409);
    const { captures } = await site.paypal.journal();
    expect(captures.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  test('is made once by ten clicks at once, and all are answered', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(visitor, id)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(['COMPLETED', 'PENDING']).toContain((body as { status: string }).status);
    }
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
    const journal = await site.paypal.journal();
    expect(journal.captures.filter(({ orderId }) => orderId === id)).toHaveLength(1);
    expect((await site.payments(visitor)).map(({ payment }) => payment.status)).toEqual([
      'succeeded',
    ]);
  });

  test('that is declined fails in words, and the next try pays', async () => {
    await site.paypal.break({ mode: 'declined', count: 1 });
    const { visitor, id, word } = await site.paid();
    expect(word).toBe('DECLINED');
    const [shown] = await myApplications(visitor);
    expect(shown).toMatchObject({ paymentStatus: 'failed' });
    expect(shown?.payments[0]).toMatchObject({ status: 'failed', received: null });
    expect(shown?.payments[0]?.reason).toContain('nothing was charged');
    const { application } = await site.rows(id);
    const again = await visitor.post('/paypal/order', {
      plan: 'onetime',
      applicationId: application.id,
    });
    const next = (again.body as { id: string }).id;
    expect(next).not.toBe(id);
    await site.paypal.approve(next);
    expect((await capture(visitor, next)).body).toEqual({ status: 'COMPLETED' });
    expect((await myApplications(visitor))[0]).toMatchObject({ paymentStatus: 'completed' });
  });

  test('whose means of payment is refused fails in words, with the id that PayPal’s support asks for', async () => {
    await site.paypal.break({ mode: 'instrument-declined', count: 1 });
    const { id, word } = await site.paid();
    expect(word).toBe('DECLINED');
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.paypalCode, payment.status]).toEqual([
      'declined',
      'INSTRUMENT_DECLINED',
      'failed',
    ]);
    expect((await site.events(payment.id)).at(-1)?.data).toMatchObject({
      declinedBecause: 'REFUSED',
      paypalCode: 'INSTRUMENT_DECLINED',
      debugId: expect.stringMatching(/^[\da-f]{13}$/),
    });
  });

  test('that PayPal holds is processing, and is paid when PayPal lets it go', async () => {
    await site.paypal.break({ mode: 'pending', count: 1 });
    const { visitor, id, word } = await site.paid();
    expect(word).toBe('PENDING');
    expect((await myApplications(visitor))[0]).toMatchObject({ paymentStatus: 'processing' });
    const { order: row } = await site.rows(id);
    await site.wait(minutes(11));
    await site.run('card-reconcile');
    expect((await site.rows(id)).order.state).toBe('pending');
    await site.paypal.act('captures', row.captureId as string, 'complete');
    await site.wait(hours(2));
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('that PayPal holds and then refuses has failed', async () => {
    await site.paypal.break({ mode: 'pending', count: 1 });
    const { id } = await site.paid();
    const { order: row } = await site.rows(id);
    await site.paypal.act('captures', row.captureId as string, 'decline');
    await site.wait(minutes(11));
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment.status).toBe('failed');
  });

  test.each([
    ['the amount', '"value":"1000.00"', '"value":"1.00"', 'amount'],
    ['the currency', '"currency_code":"USD"', '"currency_code":"CAD"', 'amount'],
    ['the payee', 'SANDB2XSHP234', 'FOREIGNPAYEE1', 'payee'],
  ])('in which %s is another than ours is never paid', async (_what, from, to, fact) => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'altered', on: ['capture'], count: 1, replace: { from, to } });
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.reason]).toEqual(['capturing', 'MISMATCH']);
    expect(payment).toMatchObject({ status: 'processing', flag: 'manual', receivedCents: null });
    const history = await site.events(payment.id);
    expect(history.at(-1)).toMatchObject({
      from: 'processing',
      to: 'processing',
      reason: 'MISMATCH',
      data: { differs: fact },
    });
    expect(await site.jobsOf('card-review', row.id)).toHaveLength(1);
  });

  test.each([
    ['the name of our row', 'custom_id'],
    ['the order', '"id"'],
  ])('is not even begun when %s differs before it', async (_what, key) => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    const { order: row } = await site.rows(id);
    const from = key === 'custom_id' ? row.id : `{"id":"${id}"`;
    const to = key === 'custom_id' ? crypto.randomUUID() : '{"id":"FOREIGNORDER00001"';
    await site.paypal.break({ mode: 'altered', on: ['get'], count: 1, replace: { from, to } });
    expect((await capture(visitor, id)).status).toBe(409);
    const after = await site.rows(id);
    expect([after.order.state, after.order.reason]).toEqual(['void', 'MISMATCH']);
    expect(after.payment).toMatchObject({ status: 'expired', receivedCents: null });
    expect((await site.paypal.journal()).captures.map(({ orderId }) => orderId)).not.toContain(id);
  });
});

test('a payment belongs to the person whose details were sent', async () => {
  const visitor = site.visitor();
  const awa = order('onetime', { applicationData: person({ firstName: 'Awa' }) });
  const kofi = order('onetime', { applicationData: person({ firstName: 'Kofi' }) });
  const first = (await visitor.post('/paypal/order', awa)).body as { id: string };
  await site.paypal.approve(first.id);
  await capture(visitor, first.id);
  const second = (await visitor.post('/paypal/order', kofi)).body as { id: string };
  const [one, two] = [await site.rows(first.id), await site.rows(second.id)];
  expect([one.application.firstName, two.application.firstName]).toEqual(['Awa', 'Kofi']);
  expect((await findPayment(site.db, one.payment.id))?.payment.status).toBe('succeeded');
});
