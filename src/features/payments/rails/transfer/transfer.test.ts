import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../../../../shared/time.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
  zelle,
} from '../../core/testing.ts';
import {
  expireTransfers,
  reassurePayersOfClaims,
  remindAdminsOfClaims,
  remindPayers,
} from './transfer-reminder.service.ts';
import { transferJobs } from './transfer.jobs.ts';

let site: PaymentSite;
let who = 0;
/** An address of its own for every test: mails are counted by it. */
let email: string;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));
beforeEach(() => {
  email = `payer${who++}@example.org`;
});

const run = async (name: string, data: object = {}) => {
  const job = transferJobs.find((one) => one.name === name)!;
  await job.handle(data as never, { context: site.context, log: site.app.log });
};
/** The templates that were mailed to an address, oldest first. */
const mails = async (address = email) => {
  const rows = await site.db
    .select({
      template: outgoingMails.template,
      id: outgoingMails.id,
      sealed: outgoingMails.sealedProps,
    })
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, address))
    .orderBy(outgoingMails.createdAt);
  return rows.map(({ template, id, sealed }) => ({
    template,
    props: JSON.parse(site.context.secrets.unseal('mail-props', id, sealed)) as Record<
      string,
      unknown
    >,
  }));
};
const templates = async (address = email) => (await mails(address)).map(({ template }) => template);

async function drafted(plan = 'onetime') {
  const visitor = site.visitor();
  const body = { applicationData: person({ email }), plan };
  const { id, reference } = (await visitor.post('/api/applications', body)).body as {
    id: string;
    reference: string;
  };
  const ask = (more: object = {}) =>
    visitor.post('/api/payments/transfer-details', {
      applicationId: id,
      paymentMethod: 'zelle',
      plan,
      ...more,
    });
  return { visitor, id, reference, ask };
}
const paymentOf = async (visitor: Awaited<ReturnType<typeof drafted>>['visitor']) =>
  (await myApplications(visitor))[0]?.payments.at(-1);

/** A transfer that has been waited for since now. */
async function awaited() {
  const draft = await drafted();
  expect((await draft.ask()).status).toBe(200);
  return { ...draft, payment: (await paymentOf(draft.visitor))! };
}

describe('the details by email', () => {
  test('bring where the money goes, how much, the memo and the way back', async () => {
    const { visitor, reference, ask } = await drafted();
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200 });
    const payment = await paymentOf(visitor);
    expect(payment).toMatchObject({ status: 'awaiting_transfer', method: 'zelle' });
    await run('transfer-details', { id: payment!.id });
    expect(await mails()).toEqual([
      {
        template: 'transfer-details',
        props: expect.objectContaining({
          reference,
          amount: '$1,000.00',
          memo: reference,
          destination: { email: 'pay@example.org' },
          statusUrl: expect.stringMatching(/\/application#key=/),
        }),
      },
    ]);
    const events = await listPaymentEvents(site.db, payment!.id);
    expect(events.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      [null, 'created', 'payer'],
      ['created', 'awaiting_transfer', 'payer'],
    ]);
    expect((await myApplications(visitor))[0]).toMatchObject({
      applicationStatus: 'draft',
      paymentStatus: 'pending',
    });
  });

  test('of a plan name it and which of its payments this is', async () => {
    const { visitor, ask } = await drafted('installment');
    await ask({ plan: 'installment' });
    await run('transfer-details', { id: (await paymentOf(visitor))!.id });
    const [mail] = await mails();
    expect(mail?.props).toMatchObject({
      amount: '$100.00',
      plan: { payments: 12, each: '$100.00', total: '$1,200.00', number: 1, count: 12 },
    });
  });

  test('come once a day, however often they are asked for', async () => {
    const { payment, ask } = await awaited();
    for (let n = 0; n < 3; n++) {
      await ask();
      await run('transfer-details', { id: payment.id });
    }
    expect(await templates()).toEqual(['transfer-details']);
    site.clock.advance(days(1));
    await run('transfer-details', { id: payment.id });
    expect(await templates()).toHaveLength(2);
  });

  test('of a plan’s next payment carry its memo and amount', async () => {
    const { visitor, reference, ask } = await drafted('installment');
    await visitor.post(
      '/payment/submit',
      claim(`PLAN-${reference}`, { plan: 'installment', person: person({ email }) }),
    );
    await site.login();
    await site.admin.post(
      `/api/admin/payments/${await findClaimId(site, `PLAN-${reference}`)}/confirm`,
      {
        receivedAmount: 60,
        receivedOn: today(site),
        acceptDifference: true,
      },
    );
    await ask();
    const first = await paymentOf(visitor);
    expect(first).toMatchObject({ instalment: 1, amount: '40.00' });
    expect((await ask({ instalment: 1 })).status).toBe(200);
    expect((await ask({ instalment: 13 })).status).toBe(409);
  });

  test.each([
    ['of another browser', async () => site.visitor(), 404],
    ['while a claim waits', undefined, 409],
  ])('are refused to an application %s', async (_why, other, status) => {
    const { visitor, id, ask } = await drafted();
    if (!other)
      await visitor.post(
        '/payment/submit',
        claim(`WAIT-${id.slice(0, 8)}`, { person: person({ email }), top: { applicationId: id } }),
      );
    const browser = other ? await other() : visitor;
    const answer = await browser.post('/api/payments/transfer-details', {
      applicationId: id,
      paymentMethod: 'zelle',
      plan: 'onetime',
    });
    expect(answer.status).toBe(status);
    if (!other) expect((await ask()).status).toBe(409);
  });

  test.each([
    [{ paymentMethod: 'paypal' }],
    [{ plan: 'weekly' }],
    [{ applicationId: 'x' }],
    [{ instalment: 0 }],
  ])('are refused with %j', async (change) => {
    const { ask, visitor } = await drafted();
    expect((await ask(change)).status).toBe(400);
    expect(await paymentOf(visitor)).toBeUndefined();
  });

  test('are not offered on a rail that is off', async () => {
    const closed = await openPaymentSite({ rails: [zelle] });
    const visitor = closed.visitor();
    const { id } = (
      await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' })
    ).body as { id: string };
    expect(
      await visitor.post('/api/payments/transfer-details', {
        applicationId: id,
        paymentMethod: 'bank',
        plan: 'onetime',
      }),
    ).toMatchObject({ status: 409 });
    await closed.close();
  });
});

describe('a transfer that is waited for', () => {
  test('is reminded of after three and after seven days, once each, whatever the clock does', async () => {
    await awaited();
    const remind = async (afterMs: number) => {
      site.clock.advance(afterMs);
      await remindPayers(site.context);
      await remindPayers(site.context);
      return (await templates()).length;
    };
    expect(await remind(days(3) - minutes(1))).toBe(0);
    expect(await remind(minutes(1))).toBe(1);
    expect(await remind(-days(2))).toBe(1);
    expect(await remind(days(2) + days(4) - minutes(1))).toBe(1);
    expect(await remind(minutes(2))).toBe(2);
    expect(await remind(-days(5))).toBe(2);
    expect(await remind(days(9))).toBe(2);
    expect(await templates()).toEqual(['transfer-reminder', 'transfer-reminder']);
  });

  test('is reminded of once where the clock has jumped over both days', async () => {
    await awaited();
    site.clock.advance(days(8));
    await Promise.all([remindPayers(site.context), remindPayers(site.context)]);
    await remindPayers(site.context);
    expect(await templates()).toEqual(['transfer-reminder']);
  });

  test('is reminded of no more once its payer has entered the number', async () => {
    const { visitor, id, reference } = await awaited();
    await visitor.post(
      '/payment/submit',
      claim(reference, { person: person({ email }), top: { applicationId: id } }),
    );
    site.clock.advance(days(4));
    await remindPayers(site.context);
    expect(await templates()).not.toContain('transfer-reminder');
  });

  test('expires after fourteen days, and its payer is notified once that money is not lost', async () => {
    const { visitor, payment } = await awaited();
    site.clock.advance(days(14) - minutes(1));
    await run('transfers-remind');
    expect((await paymentOf(visitor))?.status).toBe('awaiting_transfer');
    site.clock.advance(minutes(1));
    await Promise.all([expireTransfers(site.context), expireTransfers(site.context)]);
    await run('transfers-remind');
    expect((await paymentOf(visitor))?.status).toBe('expired');
    const [last] = (await listPaymentEvents(site.db, payment.id)).toReversed();
    expect(last).toMatchObject({ from: 'awaiting_transfer', to: 'expired', actor: 'system' });
    expect((await templates()).filter((one) => one === 'transfer-expired')).toHaveLength(1);
  });
});

describe('after it has expired', () => {
  async function expired() {
    const made = await awaited();
    site.clock.advance(days(15));
    await expireTransfers(site.context);
    await site.login();
    return made;
  }

  test('a claim of the payer begins anew and is confirmed', async () => {
    const { visitor, id, reference } = await expired();
    const answer = await visitor.post(
      '/payment/submit',
      claim(reference, { person: person({ email }), top: { applicationId: id } }),
    );
    expect(answer.status).toBe(201);
    const body = { receivedAmount: 1000, receivedOn: today(site) };
    const waiting = await findClaimId(site, reference);
    expect((await site.admin.post(`/api/admin/payments/${waiting}/confirm`, body)).status).toBe(
      200,
    );
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'completed', payments: [{ status: 'expired' }, { status: 'succeeded' }] },
    ]);
  });

  test('an administrator records late money on it, which submits the draft', async () => {
    const { visitor, payment } = await expired();
    const body = {
      receivedAmount: 1000,
      receivedOn: today(site),
      statementLine: `LATE ${payment.id}`,
    };
    expect((await site.admin.post(`/api/admin/payments/${payment.id}/confirm`, body)).status).toBe(
      200,
    );
    expect(await myApplications(visitor)).toMatchObject([
      {
        applicationStatus: 'submitted',
        paymentStatus: 'completed',
        payments: [{ status: 'succeeded', flag: 'late' }],
      },
    ]);
  });

  test('it is not rejected, for no one claims anything', async () => {
    const { payment } = await expired();
    expect(
      (await site.admin.post(`/api/admin/payments/${payment.id}/reject`, { reason: 'No.' })).status,
    ).toBe(409);
  });
});

describe('a claim that waits', () => {
  const claimed = async (number: string) => {
    const visitor = site.visitor();
    const answer = await visitor.post(
      '/payment/submit',
      claim(number, { person: person({ email }) }),
    );
    expect(answer.status).toBe(201);
    return visitor;
  };

  test('tells its payer once after three days that we are still checking', async () => {
    await claimed('STILL-1');
    site.clock.advance(days(3) - minutes(1));
    await reassurePayersOfClaims(site.context);
    expect(await templates()).not.toContain('claim-waiting');
    site.clock.advance(minutes(1));
    await Promise.all([reassurePayersOfClaims(site.context), reassurePayersOfClaims(site.context)]);
    site.clock.advance(days(5));
    await reassurePayersOfClaims(site.context);
    expect((await templates()).filter((one) => one === 'claim-waiting')).toHaveLength(1);
  });

  test('reminds the administrators after three and seven days, one mail a day for all of them', async () => {
    const boss = 'boss@example.org';
    const auditSnapshot = async () =>
      (await mails(boss)).filter(({ template }) => template === 'claims-waiting');
    // What other tests have left behind is reported first.
    site.clock.advance(days(8));
    await remindAdminsOfClaims(site.context);
    site.clock.advance(days(2));
    const before = (await auditSnapshot()).length;
    await claimed('ADMIN-1');
    site.clock.advance(hours(1));
    await claimed('ADMIN-2');
    site.clock.advance(days(3) - minutes(90));
    await remindAdminsOfClaims(site.context);
    expect(await auditSnapshot()).toHaveLength(before);
    site.clock.advance(minutes(90));
    await Promise.all([remindAdminsOfClaims(site.context), remindAdminsOfClaims(site.context)]);
    expect(await auditSnapshot()).toHaveLength(before + 1);
    expect((await auditSnapshot()).at(-1)?.props).toMatchObject({
      count: 2,
      claims: [{ days: 3 }, { days: 3 }],
      adminUrl: expect.stringMatching(/\/admin\/payments\/claims$/),
    });
    site.clock.advance(days(1));
    await remindAdminsOfClaims(site.context);
    expect(await auditSnapshot()).toHaveLength(before + 1);
    site.clock.advance(days(3));
    await remindAdminsOfClaims(site.context);
    expect(await auditSnapshot()).toHaveLength(before + 2);
    site.clock.advance(days(30));
    await remindAdminsOfClaims(site.context);
    expect(await auditSnapshot()).toHaveLength(before + 2);
  });
});
