import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../../server/database/database.ts';
import { jobs } from '../../../../../server/jobs.ts';
import type { Visitor } from '../../../../../server/testing.ts';
import { days, hours, minutes, seconds } from '../../../../../shared/time.ts';
import type { Application } from '../../../../application/application.store.ts';
import { readFragment } from '../../../../application/link.rules.ts';
import { applicationLink } from '../../../../application/link.service.ts';
import { outgoingMails } from '../../../../mail/queue/outgoing-mail.store.ts';
import { claim, closeWithBalancedLedger, confirm, myApplications } from '../../../core/testing.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import { findSchedule, listInstalments } from '../../../core/schedule/schedule.store.ts';
import { listCharges } from '../paypal-order.store.ts';
import { capture, type CardSite, openCardSite, order } from '../testing.ts';
import { endStoredAccount, hasStoredAccount } from './vault.service.ts';
import { vaultTokens } from './vault.store.ts';

// Plans that charge themselves with the account that PayPal keeps.

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));
// The plans of the tests before this one are charged no more.
beforeEach(async () => {
  await site.db.update(vaultTokens).set({ endedAt: site.clock.now() });
});

const SECOND = 1;
const plan = async (visitor: Visitor) => {
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('This browser has no application.');
  return application;
};
const instalmentStatuses = async (visitor: Visitor) =>
  (await plan(visitor)).instalments.map(({ status }) => status);

/** Moves to noon of an instalment's day, or so many days after it. */
async function moveTo(visitor: Visitor, number: number, later = 0) {
  const due = (await plan(visitor)).instalments[number - 1];
  if (!due) throw new Error(`There is no due ${number}.`);
  const target = Date.parse(`${due.dueOn}T12:00:00Z`) + days(later);
  const away = target - site.clock.now().getTime();
  if (away > 0) await site.wait(away);
}

/** The same after the week before it, in which the charge is announced, and does what the clock starts then. */
async function dueDay(visitor: Visitor, number: number, later = 0) {
  await moveTo(visitor, number, -7);
  await hour();
  await moveTo(visitor, number, later);
  await hour();
}

/** What happens every hour. */
async function hour() {
  await site.run('dues-advance');
  await site.run('card-charge');
}

const capturesFor = async (invoiceId: string) =>
  (await site.paypal.journal()).captures.filter((one) => one.invoiceId === invoiceId);

/** The due's tries with the kept account. */
async function triesOf(visitor: Visitor, number: number) {
  const { rows } = await site.db.execute<{ id: string }>(sql`
    select i.id from instalments i join payment_schedules s on s.id = i.schedule_id
    where s.application_id = ${(await plan(visitor)).id} and s.status <> 'cancelled' and i.number = ${number}`);
  return listCharges(site.db, rows[0]?.id ?? '');
}

/** What the refused charges of a due led to. */
async function refusals(visitor: Visitor, number: number) {
  for (const { id, state } of await triesOf(visitor, number))
    if (state === 'declined') await site.run('card-charge-refused', { id });
}

const lastNotices = async (visitor: Visitor, number: number) => {
  const [due] = await triesOf(visitor, number);
  const { rows } = await site.db.execute<{ id: string }>(sql`
    select i.id from payments p join instalments i on i.id = p.instalment_id where p.id = ${due?.paymentId}`);
  return site.jobsOf('due-payment-failed', rows[0]?.id ?? '');
};

describe('a plan whose payer let PayPal keep the account', () => {
  test('is charged on each day of the calendar until it is complete, once each', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(true);
    for (let number = 2; number <= 12; number++) {
      await dueDay(visitor, number);
      await hour();
      expect(
        (await instalmentStatuses(visitor)).filter((status) => status === 'paid'),
      ).toHaveLength(number);
      expect(await capturesFor(`${application.reference}-${number}`)).toHaveLength(1);
    }
    expect(await plan(visitor)).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1200.00',
    });
    await site.run('card-reconcile-days');
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
  });

  test('learns with each receipt what PayPal takes next, and without the account no more', async () => {
    const { visitor, id } = await site.paid('installment');
    const { payment, schedule } = await site.rows(id);
    const receiptProps = async (paymentId: string) => {
      await site.run('payment-confirmed', { id: paymentId });
      const batch = `payment-confirmed:${paymentId}`;
      const [mail] = await site.db
        .select()
        .from(outgoingMails)
        .where(sql`${outgoingMails.batchId} = ${batch}`);
      const props = site.context.secrets.unseal(
        'mail-props',
        mail?.id ?? '',
        mail?.sealedProps ?? '',
      );
      return JSON.parse(props) as { charge?: object };
    };
    const { dueOn } = (await plan(visitor)).instalments[1] ?? {};
    expect((await receiptProps(payment.id)).charge).toEqual({ amount: '$100.00', dueOn });
    await dueDay(visitor, 2);
    const [second] = await triesOf(visitor, 2);
    await inTransaction(site.db, (tx) =>
      endStoredAccount({ ...site.context, db: tx }, schedule.id),
    );
    expect((await receiptProps(second?.paymentId ?? '')).charge).toBeUndefined();
  });

  test('is charged the day before nothing', async () => {
    const { visitor } = await site.paid('installment');
    await dueDay(visitor, 2, -SECOND);
    expect(await triesOf(visitor, 2)).toEqual([]);
  });

  test('is charged what the schedule says, to our order’s name, without the payer', async () => {
    const { visitor } = await site.paid('installment');
    await dueDay(visitor, 2);
    const [charge] = await triesOf(visitor, 2);
    const atPaypal = await site.paypal.rest('GET', `/v2/checkout/orders/${charge?.orderId}`);
    expect(atPaypal.purchase_units[0]).toMatchObject({
      custom_id: charge?.id,
      amount: { currency_code: 'USD', value: '100.00' },
    });
    expect(charge).toMatchObject({ kind: 'stored', state: 'captured', tokenDigest: null });
  });

  test('keeps the token sealed, and bound to its row', async () => {
    const { id } = await site.paid('installment');
    const { schedule } = await site.rows(id);
    const atPaypal = await site.paypal.rest('GET', `/v2/checkout/orders/${id}`);
    const token = atPaypal.payment_source.paypal.attributes.vault.id;
    const [row] = await site.db
      .select()
      .from(vaultTokens)
      .where(sql`${vaultTokens.scheduleId} = ${schedule.id}`);
    expect(JSON.stringify(row)).not.toContain(token);
    const { secrets } = site.context;
    expect(secrets.unseal('paypal-account', row?.id ?? '', row?.sealed ?? '')).toBe(token);
    expect(() => secrets.unseal('paypal-account', 'another row', row?.sealed ?? '')).toThrow();
  });

  test('asks for the account no second time, and pays an instalment in the window as well', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    const body = { plan: 'installment', applicationId: application.id, instalment: 2 };
    const next = (await visitor.post('/paypal/order', body)).body as { id: string };
    expect((await site.rows(next.id)).order.wantsVault).toBe(false);
    await site.paypal.approve(next.id);
    expect((await capture(visitor, next.id)).body).toEqual({ status: 'COMPLETED' });
    await dueDay(visitor, 2);
    expect(await triesOf(visitor, 2)).toEqual([]);
  });
});

describe('the announcement of a charge', () => {
  const planned = async (visitor: Visitor) => {
    const schedule = await findSchedule(site.db, (await plan(visitor)).id);
    return listInstalments(site.db, schedule?.id ?? '');
  };

  test('is sent seven days before, once, and without it nothing is charged', async () => {
    const { visitor } = await site.paid('installment');
    await moveTo(visitor, 2, -8);
    await hour();
    expect((await planned(visitor))[1]?.chargeOn).toBeNull();
    await moveTo(visitor, 2, -7);
    await hour();
    await hour();
    const [, second] = await planned(visitor);
    expect(second?.chargeOn).toBe(second?.dueOn);
    expect(await site.jobsOf('charge-soon', second?.id ?? '')).toHaveLength(1);
    // A site that was down in that week makes up for it first.
    const { visitor: late } = await site.paid('installment');
    await moveTo(late, 2, 1);
    await hour();
    expect(await triesOf(late, 2)).toEqual([]);
    expect((await planned(late))[1]?.chargeOn).toBe(
      dayOf(new Date(site.clock.now().getTime() + days(7))),
    );
  });

  test('counts the 28 days from the charge itself, which may have come late', async () => {
    const { visitor } = await site.paid('installment');
    await moveTo(visitor, 2, -7);
    await hour();
    await moveTo(visitor, 2, 5);
    await hour();
    expect((await instalmentStatuses(visitor))[SECOND]).toBe('paid');
    const chargedAt = site.clock.now().getTime();
    // The third would be announced now, for a day that is too near.
    await moveTo(visitor, 3, -7);
    await hour();
    expect((await planned(visitor))[2]?.chargeOn).toBeNull();
    await site.wait(chargedAt + days(21) - site.clock.now().getTime());
    await hour();
    expect((await planned(visitor))[2]?.chargeOn).toBe(dayOf(new Date(chargedAt + days(28))));
  });

  test.each([
    ['half a year', 200],
    ['a year', 365],
  ])(
    'after %s without any is sent for one payment in 28 days, none is charged twice, and the others stay overdue',
    async (_gap, gapDays) => {
      const { visitor, id } = await site.paid('installment');
      const { application } = await site.rows(id);
      await site.wait(days(gapDays));
      const inDays = (count: number) => dayOf(new Date(site.clock.now().getTime() + days(count)));
      // What the payer sees is the day that can be announced, not the one that is over.
      expect((await plan(visitor)).instalments.slice(1, 4).map(({ chargeOn }) => chargeOn)).toEqual(
        [inDays(7), inDays(35), inDays(63)],
      );
      const announced = new Map<number, number>();
      const charged = new Map<number, number>();
      for (let day = 0; day <= 70; day++) {
        await hour();
        for (const { number, chargeOn, status } of await planned(visitor)) {
          if (chargeOn && !announced.has(number)) announced.set(number, day);
          if (chargeOn && status === 'paid' && !charged.has(number)) charged.set(number, day);
        }
        await site.wait(days(1));
      }
      expect([...announced]).toEqual([
        [2, 0],
        [3, 28],
        [4, 56],
      ]);
      expect([...charged]).toEqual([
        [2, 7],
        [3, 35],
        [4, 63],
      ]);
      expect((await instalmentStatuses(visitor)).slice(4, 7)).toEqual(Array(3).fill('overdue'));
      const ids = (await planned(visitor)).slice(1, 4).map((instalment) => instalment.id);
      const announcements = ids.map((instalmentId) => site.jobsOf('charge-soon', instalmentId));
      expect((await Promise.all(announcements)).map(({ length }) => length)).toEqual([1, 1, 1]);
      const { captures } = await site.paypal.journal();
      const invoices = captures.flatMap(({ invoiceId }) =>
        invoiceId.startsWith(application.reference) ? [invoiceId] : [],
      );
      expect(invoices).toHaveLength(4);
      expect(new Set(invoices).size).toBe(4);
    },
    90_000,
  );
});

describe('a payer who pays the rest at once', () => {
  const payOff = (visitor: Visitor, id: string) => visitor.post(`/api/applications/${id}/pay-off`);
  /** Opens the link of an email: an hour has passed. */
  const prove = (visitor: Visitor, application: Application) =>
    visitor.post('/api/applications/open', {
      key: readFragment(new URL(applicationLink(site.context, application)).hash)?.key,
    });

  test('is never charged again, and pays all of it with one capture', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    await moveTo(visitor, 2, -7);
    await hour();
    await prove(visitor, application);
    expect((await payOff(visitor, application.id)).status).toBe(200);
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
    expect((await plan(visitor)).chargesItself).toBeUndefined();
    await moveTo(visitor, 2);
    await hour();
    expect(await triesOf(visitor, 2)).toEqual([]);
    const body = { plan: 'installment', applicationId: application.id, instalment: 2 };
    const next = (await visitor.post('/paypal/order', body)).body as { id: string };
    expect((await site.rows(next.id)).order).toMatchObject({
      wantsVault: false,
      amountCents: 110_000n,
    });
    await site.paypal.approve(next.id);
    expect((await capture(visitor, next.id)).body).toEqual({ status: 'COMPLETED' });
    expect(await plan(visitor)).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1200.00',
    });
    await site.wait(days(60));
    await hour();
    expect(await capturesFor(`${application.reference}-2`)).toHaveLength(1);
    expect(await capturesFor(`${application.reference}-3`)).toEqual([]);
  });

  test('is not charged by an account that PayPal reports only then', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    await moveTo(visitor, 2, -7);
    await prove(visitor, application);
    expect((await payOff(visitor, application.id)).status).toBe(200);
    await site.db
      .update(vaultTokens)
      .set({ endedAt: null })
      .where(sql`${vaultTokens.scheduleId} = ${schedule.id}`);
    await dueDay(visitor, 2);
    expect(await triesOf(visitor, 2)).toEqual([]);
  });

  test('waits for a charge that is on its way', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    await site.paypal.break({ mode: '500-after', on: ['charge'] });
    await dueDay(visitor, 2);
    await prove(visitor, application);
    const refused = await payOff(visitor, application.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringMatching(/PayPal is charging it/) },
    ]);
    await site.paypal.break();
    await site.wait(minutes(10));
    await site.run('card-reconcile');
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
    expect((await payOff(visitor, application.id)).status).toBe(200);
    expect((await plan(visitor)).instalments.at(-1)).toMatchObject({ number: 3, rest: '1000.00' });
  });
});

test('a round of charges goes on when the site starts again, and every hour', () => {
  expect(jobs.find(({ name }) => name === 'card-charge')).toMatchObject({
    atStart: true,
    cron: '37 * * * *',
  });
});

describe('a charge', () => {
  test('by two jobs at once is made once', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    await moveTo(visitor, 2, -7);
    await hour();
    await moveTo(visitor, 2);
    await Promise.all(Array.from({ length: 4 }, () => site.run('card-charge')));
    expect(await triesOf(visitor, 2)).toHaveLength(1);
    expect(await capturesFor(`${application.reference}-2`)).toHaveLength(1);
  });

  test.each([
    ['that was made and answered with 500', '500-after'],
    ['that was made and half answered', 'half-json'],
    ['that was made and the line broke', 'reset-after'],
    ['that was not made at all', '500-before'],
  ])('%s is unknown, holds the instalment, and is made once', async (_what, mode) => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    await site.paypal.break({ mode, on: ['charge'] });
    await dueDay(visitor, 2);
    await hour();
    const [charge, ...others] = await triesOf(visitor, 2);
    expect([charge?.state, others]).toEqual(['creating', []]);
    const zelle = claim('BESIDE-2', {
      plan: 'installment',
      data: { instalment: 2 },
      top: { applicationId: application.id, applicationData: undefined },
    });
    expect((await visitor.post('/payment/submit', zelle)).status).toBe(409);
    await site.paypal.break();
    await site.wait(seconds(11));
    await site.run('card-reconcile');
    await hour();
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['captured']);
    expect(await capturesFor(`${application.reference}-2`)).toHaveLength(1);
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
  });

  test('whose answer was lost, and whom no one asked in time, is found by its webhook event', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    await site.paypal.break({ mode: 'reset-after', on: ['charge'] });
    await dueDay(visitor, 2);
    await site.paypal.break();
    await site.wait(hours(7));
    await site.run('card-reconcile');
    const [charge] = await triesOf(visitor, 2);
    expect([charge?.state, charge?.reason]).toEqual(['creating', 'UNKNOWN_TOO_LONG']);
    expect(await site.jobsOf('card-review', charge?.id ?? '')).toHaveLength(1);
    expect(await capturesFor(`${application.reference}-2`)).toHaveLength(1);
    const notices = await site.paypal.outbox('PAYMENT.CAPTURE.COMPLETED');
    const notice = notices.find(({ body }) => body.includes(charge?.id ?? ''));
    await visitor.send('POST', '/paypal/webhook', notice?.body, notice?.headers);
    await site.run('card-notice', { eventId: notice?.id });
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['captured']);
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
  });

  test('that PayPal calls completed without its capture is not refused: it may be seen late', async () => {
    const { visitor } = await site.paid('installment');
    const replace = { from: '"captures"', to: '"unseen"' };
    await site.paypal.break({ mode: 'altered', on: ['charge', 'get'], replace });
    await dueDay(visitor, 2);
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['creating']);
    await site.paypal.break();
    await site.wait(seconds(11));
    await site.run('card-reconcile');
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['captured']);
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
  });

  test('that PayPal holds is waited for, and not made again', async () => {
    const { visitor } = await site.paid('installment');
    await site.paypal.break({ mode: 'pending', count: 1 });
    await dueDay(visitor, 2);
    await site.wait(days(1));
    await hour();
    const [charge, ...others] = await triesOf(visitor, 2);
    expect([charge?.state, others]).toEqual(['pending', []]);
    await site.paypal.act('captures', charge?.captureId as string, 'complete');
    await site.wait(days(1));
    await site.run('card-reconcile');
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
  });

  test('passes by an instalment that is being paid in another way', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    const zelle = claim('ELSEWHERE-1', {
      plan: 'installment',
      data: { instalment: 2 },
      top: { applicationId: application.id, applicationData: undefined },
    });
    expect((await visitor.post('/payment/submit', zelle)).status).toBe(201);
    await dueDay(visitor, 2);
    expect(await triesOf(visitor, 2)).toEqual([]);
  });
});

test.each([
  ['disputes a payment', 'dispute'],
  ['has had a payment back', 'refund'],
])('a payer who %s is charged no more', async (_what, action) => {
  const { visitor, id } = await site.paid('installment');
  const { order: row } = await site.rows(id);
  await site.paypal.act('captures', row.captureId as string, action);
  const type = action === 'dispute' ? 'CUSTOMER.DISPUTE.CREATED' : 'PAYMENT.CAPTURE.REFUNDED';
  const notice = (await site.paypal.outbox(type)).at(-1);
  await visitor.send('POST', '/paypal/webhook', notice?.body, notice?.headers);
  await site.run('card-notice', { eventId: notice?.id });
  await dueDay(visitor, 2);
  expect(await triesOf(visitor, 2)).toEqual([]);
});

test('a payer whose application was cancelled is charged no more', async () => {
  const { visitor, id } = await site.paid('installment');
  const { application } = await site.rows(id);
  await site.db.execute(
    sql`update passport_applications set application_status = 'cancelled' where id = ${application.id}`,
  );
  await dueDay(visitor, 2);
  expect(await triesOf(visitor, 2)).toEqual([]);
});

describe('a refused charge', () => {
  test('is tried again after one, three and seven days, and then the payer is asked, once', async () => {
    const { visitor } = await site.paid('installment');
    await site.paypal.break({ mode: 'declined', on: ['charge'] });
    const tried: number[] = [];
    for (let later = 0; later <= 12; later++) {
      await dueDay(visitor, 2, later);
      await hour();
      tried.push((await triesOf(visitor, 2)).length);
      await refusals(visitor, 2);
      expect(await lastNotices(visitor, 2)).toHaveLength(later < 7 ? 0 : later - 6);
    }
    await site.paypal.break();
    expect(tried).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
    expect(await plan(visitor)).toMatchObject({ paymentStatus: 'past_due' });
    expect((await instalmentStatuses(visitor))[1]).toBe('overdue');
  });

  test('ends in an email whose link pays that instalment in another way, on any device; the plan is charged on', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application } = await site.rows(id);
    await site.paypal.break({ mode: 'declined', on: ['charge'] });
    await dueDay(visitor, 2);
    for (let later = 1; later <= 7; later++) {
      await site.wait(days(1));
      await hour();
    }
    await site.paypal.break();
    const tries = await triesOf(visitor, 2);
    expect(tries).toHaveLength(4);
    await site.run('card-charge-refused', { id: tries.at(-1)?.id });
    const instalmentId = (await site.payments(visitor)).at(-1)?.instalment.id;
    expect(await site.jobsOf('due-payment-failed', instalmentId ?? '')).toHaveLength(1);
    await site.run('due-payment-failed', { id: instalmentId });
    const [mail] = await site.db
      .select()
      .from(outgoingMails)
      .where(sql`${outgoingMails.batchId} = ${`due-payment-failed:${instalmentId}`}`);
    const props = JSON.parse(
      site.context.secrets.unseal('mail-props', mail?.id ?? '', mail?.sealedProps ?? ''),
    ) as { statusUrl: string };
    const link = readFragment(new URL(props.statusUrl).hash);
    expect(link?.pay).toBe(2);

    const phone = site.visitor();
    expect((await phone.post('/api/applications/open', { key: link?.key })).status).toBe(200);
    const [, second, third] = (await plan(phone)).instalments;
    expect(second).toMatchObject({ rest: '100.00', memo: `${application.reference}-2` });
    // No further try is announced to who pays it now; the next one still is.
    expect(second?.chargeOn).toBeUndefined();
    expect(third?.chargeOn).toBeDefined();
    const submitted = await phone.post('/payment/submit', {
      paymentMethod: 'zelle',
      paymentData: { confirmationNumber: 'ZL-DECLINED-2', plan: 'installment', instalment: 2 },
      applicationId: application.id,
    });
    expect(submitted.status, submitted.text).toBe(201);
    await site.login();
    expect((await confirm(site, 'ZL-DECLINED-2', '100.00')).status).toBe(200);
    expect((await instalmentStatuses(phone)).slice(0, 3)).toEqual(['paid', 'paid', 'scheduled']);
    await dueDay(visitor, 3);
    expect((await triesOf(visitor, 3)).map(({ state }) => state)).toEqual(['captured']);
    expect(await triesOf(visitor, 2)).toHaveLength(4);
  });

  test('that goes well on a later day pays the due', async () => {
    const { visitor } = await site.paid('installment');
    await site.paypal.break({ mode: 'instrument-declined', on: ['charge'], count: 1 });
    await dueDay(visitor, 2);
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['declined']);
    await dueDay(visitor, 2, 1);
    expect((await triesOf(visitor, 2)).map(({ state }) => state)).toEqual(['declined', 'captured']);
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
  });

  test('of an account that PayPal no longer keeps ends the account and asks the payer at once', async () => {
    const { visitor, id } = await site.paid('installment');
    const { schedule } = await site.rows(id);
    const atPaypal = await site.paypal.rest('GET', `/v2/checkout/orders/${id}`);
    await site.paypal.act('tokens', atPaypal.payment_source.paypal.attributes.vault.id, 'forget');
    await dueDay(visitor, 2);
    await refusals(visitor, 2);
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
    expect(await lastNotices(visitor, 2)).toHaveLength(1);
    await dueDay(visitor, 2, 1);
    expect(await triesOf(visitor, 2)).toHaveLength(1);
  });

  test('leaves the instalment to be paid in the window, with the account asked for anew', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    await site.paypal.break({ mode: 'declined', on: ['charge'] });
    await dueDay(visitor, 2);
    await site.paypal.break();
    const body = { plan: 'installment', applicationId: application.id, instalment: 2 };
    const next = (await visitor.post('/paypal/order', body)).body as { id: string };
    await site.paypal.approve(next.id);
    expect((await capture(visitor, next.id)).body).toEqual({ status: 'COMPLETED' });
    expect((await instalmentStatuses(visitor))[1]).toBe('paid');
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(true);
  });
});

describe('two plans of one payer, for whom PayPal gives one token,', () => {
  /** Two plans with the same account; the tokens of their rows. */
  async function twoPlans() {
    const first = await site.paid('installment');
    await site.paypal.break({ mode: 'vault-same', count: 1 });
    const second = await site.paid('installment');
    await site.paypal.break();
    const plans = [];
    for (const { visitor, id } of [first, second]) {
      const { application, schedule } = await site.rows(id);
      const [row] = await site.db
        .select()
        .from(vaultTokens)
        .where(sql`${vaultTokens.scheduleId} = ${schedule.id}`);
      if (!row) throw new Error('A plan without an account.');
      const token = site.context.secrets.unseal('paypal-account', row.id, row.sealed);
      plans.push({ visitor, application, schedule, row, token });
    }
    const [one, other] = plans;
    if (!one || !other) throw new Error('There are two.');
    expect(other.token).toBe(one.token);
    return [one, other] as const;
  }
  const end = async ({ schedule, row }: Awaited<ReturnType<typeof twoPlans>>[number]) => {
    await inTransaction(site.db, (tx) =>
      endStoredAccount({ ...site.context, db: tx }, schedule.id),
    );
    await site.run('card-forget-account', { id: row.id });
  };
  const isStored = async (token: string) =>
    site.paypal.rest('GET', `/v3/vault/payment-tokens/${token}`).then(
      () => true,
      () => false,
    );

  test('are both charged, each month, once each', async () => {
    const plans = await twoPlans();
    for (const number of [2, 3]) {
      await dueDay(plans[0].visitor, number);
      await dueDay(plans[1].visitor, number);
      for (const { visitor, application } of plans) {
        expect(
          (await instalmentStatuses(visitor)).filter((status) => status === 'paid'),
        ).toHaveLength(number);
        const captures = await capturesFor(`${application.reference}-${number}`);
        expect(captures.map(({ captured }) => captured)).toEqual(['100.00']);
      }
    }
  });

  test('lose it one by one: PayPal forgets it with the last', async () => {
    const [one, other] = await twoPlans();
    await end(one);
    expect(await isStored(one.token)).toBe(true);
    // Nor does the sweep of the night take it from the plan that still uses it.
    const before = await site.jobsOf('card-forget-account', one.row.id);
    await site.run('card-reconcile-days');
    expect(await site.jobsOf('card-forget-account', one.row.id)).toEqual(before);
    await dueDay(other.visitor, 2);
    expect((await triesOf(one.visitor, 2)).length).toBe(0);
    expect((await instalmentStatuses(other.visitor))[1]).toBe('paid');
    await end(other);
    expect(await isStored(other.token)).toBe(false);
    const rows = await site.db
      .select()
      .from(vaultTokens)
      .where(sql`${vaultTokens.digest} = ${one.row.digest}`);
    expect(rows.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
  });

  test('both go on by pay links when PayPal keeps it no more', async () => {
    const [one, other] = await twoPlans();
    await site.paypal.act('tokens', one.token, 'forget');
    const notice = (await site.paypal.outbox('VAULT.PAYMENT-TOKEN.DELETED')).at(-1);
    await one.visitor.send('POST', '/paypal/webhook', notice?.body, notice?.headers);
    await site.run('card-notice', { eventId: notice?.id });
    for (const { visitor, schedule } of [one, other]) {
      expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
      await dueDay(visitor, 2);
      expect(await triesOf(visitor, 2)).toEqual([]);
    }
  });
});

describe('a plan goes on without the account', () => {
  test('when our account at PayPal may not keep payers’ accounts', async () => {
    await site.paypal.break({ mode: 'not-enabled-to-vault' });
    const { visitor, id, word } = await site.paid('installment');
    await site.paypal.break();
    expect(word).toBe('COMPLETED');
    const { schedule, order: row } = await site.rows(id);
    expect(row.wantsVault).toBe(false);
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
    await dueDay(visitor, 2);
    expect(await triesOf(visitor, 2)).toEqual([]);
  });

  test('and a second click then gets the same order', async () => {
    await site.paypal.break({ mode: 'not-enabled-to-vault' });
    const visitor = site.visitor();
    const body = order('installment');
    const first = (await visitor.post('/paypal/order', body)).body;
    const second = (await visitor.post('/paypal/order', body)).body;
    await site.paypal.break();
    expect(second).toEqual(first);
  });

  test('when PayPal keeps it without a word, after a day of asking', async () => {
    await site.paypal.break({ mode: 'vault-never' });
    const { id } = await site.paid('installment');
    await site.paypal.break();
    const asked: string[] = [];
    for (let n = 0; n < 10; n++) {
      const { askAt } = (await site.rows(id)).order;
      if (!askAt) break;
      asked.push(dayOf(askAt));
      await site.wait(askAt.getTime() - site.clock.now().getTime() + 1);
      await site.run('card-reconcile');
    }
    expect(asked).toHaveLength(6);
    expect((await site.rows(id)).order.askAt).toBeNull();
  });

  test('when it was ended: PayPal is asked to delete it, again until it has', async () => {
    const { visitor, id } = await site.paid('installment');
    const { schedule, application } = await site.rows(id);
    await inTransaction(site.db, (tx) =>
      endStoredAccount({ ...site.context, db: tx }, schedule.id),
    );
    await inTransaction(site.db, (tx) =>
      endStoredAccount({ ...site.context, db: tx }, schedule.id),
    );
    const [row] = await site.db
      .select()
      .from(vaultTokens)
      .where(sql`${vaultTokens.scheduleId} = ${schedule.id}`);
    expect(await site.jobsOf('card-forget-account', row?.id ?? '')).toHaveLength(1);
    await dueDay(visitor, 2);
    expect(await triesOf(visitor, 2)).toEqual([]);
    await site.paypal.break({ mode: '500-before', on: ['delete-token'] });
    await expect(site.run('card-forget-account', { id: row?.id })).rejects.toThrow('not forgotten');
    await site.paypal.break();
    await site.run('card-forget-account', { id: row?.id });
    await site.run('card-forget-account', { id: row?.id });
    const deleted = await site.paypal.outbox('VAULT.PAYMENT-TOKEN.DELETED');
    expect(deleted.length).toBeGreaterThan(0);
    expect((await findSchedule(site.db, application.id))?.status).toBe('active');
    await site.run('card-reconcile-days');
    expect(await site.jobsOf('card-forget-account', row?.id ?? '')).toHaveLength(1);
  });
});
