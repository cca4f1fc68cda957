import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { paymentMailJobs } from './payment-mails.jobs.ts';
import { markProcessing } from '../core/settlement.service.ts';
import { businessDaysAfter } from '../../fulfilment/fulfilment.rules.ts';
import { dayOf, monthsAfter } from '../core/payment.rules.ts';
import { scheduleJobs } from '../core/schedule/schedule.jobs.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: true });
});
afterAll(() => closeWithBalancedLedger(site));

/** The properties of the mails to an address so far. */
async function mailsTo(address: string) {
  const rows = await site.db.select().from(outgoingMails);
  return rows
    .filter(({ recipientAddress }) => recipientAddress === address)
    .map(({ id, template, sealedProps }) => ({
      template,
      props:
        sealedProps === null
          ? {}
          : (JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as Record<
              string,
              unknown
            >),
    }));
}
const mailed = (address: string, template: string) =>
  site.until(async () => {
    const found = (await mailsTo(address)).filter((mail) => mail.template === template);
    expect(found).not.toEqual([]);
    return found;
  });

/** A payer with an address of their own who has entered this number. */
async function claimed(number: string, plan = 'onetime') {
  const email = `${number.toLowerCase()}@example.org`;
  const visitor = site.visitor();
  await visitor.post('/payment/submit', claim(number, { plan, person: person({ email }) }));
  const [application] = await myApplications(visitor);
  return { visitor, email, reference: application?.reference, id: application?.id };
}

/** A payer whose first payment is confirmed and who has entered the number of the second. */
async function claimedAgain(number: string) {
  const payer = await claimed(number, 'installment');
  await confirm(site, number, 100);
  await payer.visitor.post(
    '/payment/submit',
    claim(`${number}-2`, {
      plan: 'installment',
      data: { instalment: 2 },
      top: { applicationId: payer.id },
    }),
  );
  return payer;
}

describe('mails of a payment', () => {
  test('tell a payer once what was submitted and is not received yet, and the administrators to look', async () => {
    const { email, reference } = await claimed('MAIL-1', 'installment');
    expect(await mailed(email, 'application-submitted')).toMatchObject([
      {
        props: {
          name: 'Ama Mensah',
          reference,
          plan: 'Payment plan',
          amount: '$100.00',
          method: 'Zelle',
          claim: { amount: '$100.00', number: 'MAIL-1' },
        },
      },
    ]);
    await site.until(async () => {
      const notes = await mailed('boss@example.org', 'claim-notification');
      expect(notes.map(({ props }) => props.number)).toContain('MAIL-1');
    });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'application-submitted',
    ]);
  });

  test('say of an application that is paid by then what was received, and that its kit is sent', async () => {
    const { email, id } = await claimed('MAIL-7', 'installment');
    const [before] = await mailed(email, 'application-submitted');
    expect(before?.props).not.toHaveProperty('received');
    expect(before?.props).toMatchObject({ sendsKit: false });
    await confirm(site, 'MAIL-7', 100);
    await site.db.delete(outgoingMails).where(eq(outgoingMails.recipientAddress, email));
    const job = paymentMailJobs.find(({ name }) => name === 'application-submitted');
    await job?.handle({ id } as never, { context: site.context, log: site.app.log });
    const [mail] = await mailed(email, 'application-submitted');
    expect(mail?.props).toMatchObject({ received: '$100.00', sendsKit: true });
    expect(mail?.props).not.toHaveProperty('claim');
  });

  test('say of an application whose payment is under way that it is being confirmed', async () => {
    const { email, id } = await claimed('MAIL-8');
    await mailed(email, 'application-submitted');
    await markProcessing(
      { db: site.db, jobs: site.context.jobs, at: site.clock.now() },
      { paymentId: await findClaimId(site, 'MAIL-8'), actor: { kind: 'system' } },
    );
    await site.db.delete(outgoingMails).where(eq(outgoingMails.recipientAddress, email));
    const job = paymentMailJobs.find(({ name }) => name === 'application-submitted');
    await job?.handle({ id } as never, { context: site.context, log: site.app.log });
    const [mail] = await mailed(email, 'application-submitted');
    expect(mail?.props).toMatchObject({ confirming: '$1,000.00' });
    expect(mail?.props).not.toHaveProperty('claim');
  });

  test('say of a later claim alone that we check for it', async () => {
    const { email, reference } = await claimedAgain('MAIL-6');
    expect(await mailed(email, 'claim-received')).toMatchObject([
      { props: { reference, amount: '$100.00', number: 'MAIL-6-2', method: 'Zelle' } },
    ]);
  });

  test('are a receipt once the money is confirmed', async () => {
    const { email, reference } = await claimed('MAIL-2', 'installment');
    await confirm(site, 'MAIL-2', 100);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([
      {
        props: {
          reference,
          amount: '$100.00',
          method: 'Zelle',
          railReference: 'MAIL-2',
          paymentsLeft: 11,
          balance: {
            paid: '$100.00',
            total: '$1,200.00',
            left: '$1,100.00',
            next: { amount: '$100.00' },
          },
        },
      },
    ]);
  });

  test('name the third business day from the confirmation as the last for the kit', async () => {
    const { email } = await claimed('MAIL-9');
    await confirm(site, 'MAIL-9', 1000);
    const day = businessDaysAfter(dayOf(site.clock.now()), 3);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([{ props: { kitBy: day } }]);
  });

  test('promise nothing again of a kit that is late', async () => {
    const { email } = await claimed('MAIL-10', 'installment');
    const id = await findClaimId(site, 'MAIL-10');
    await confirm(site, 'MAIL-10', 100);
    const [first] = await mailed(email, 'payment-confirmed');
    expect(first?.props).toHaveProperty('kitBy');
    await site.db.delete(outgoingMails).where(eq(outgoingMails.recipientAddress, email));
    const later = new Date(site.clock.now().getTime() + days(6));
    const job = paymentMailJobs.find(({ name }) => name === 'payment-confirmed');
    await job?.handle({ id } as never, {
      context: { ...site.context, clock: { now: () => later } },
      log: site.app.log,
    });
    const [mail] = await mailed(email, 'payment-confirmed');
    expect(mail?.props).toMatchObject({ sendsKit: false });
    expect(mail?.props).not.toHaveProperty('kitBy');
  });

  test('say on a plan what it costs in all, and lead an administrator to the application', async () => {
    const { email, id } = await claimed('MAIL-5', 'installment');
    expect(await mailed(email, 'application-submitted')).toMatchObject([
      { props: { schedule: { payments: 12, total: '$1,200.00' }, kitRelease: 'first_payment' } },
    ]);
    // Earlier claims have notified the administrators too: their mails are no sign that this one's is there.
    await site.until(async () => {
      const notes = await mailed('boss@example.org', 'claim-notification');
      const url = String(notes.find(({ props }) => props.number === 'MAIL-5')?.props.adminUrl);
      expect(url).toMatch(new RegExp(`/admin/submissions/passport-applications\\?open=${id}$`));
    });
  });

  test('of a plan by transfer name the days of the next and the last payment', async () => {
    const { email } = await claimed('MAIL-11', 'installment');
    const inMonths = (count: number) => monthsAfter(dayOf(site.clock.now()), count);
    // What is being looked for is not the next one.
    const days = { nextOn: inMonths(1), lastOn: inMonths(11) };
    expect(await mailed(email, 'application-submitted')).toMatchObject([
      { props: { schedule: days } },
    ]);
    await confirm(site, 'MAIL-11', 100);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([
      { props: { balance: { next: { day: days.nextOn } }, lastOn: days.lastOn } },
    ]);
  });

  test.each([
    [75, { paymentsLeft: 11, difference: { due: '$100.00', rest: '$25.00' } }],
    [900, { paymentsLeft: 11, difference: { due: '$100.00', over: '$800.00' } }],
  ])('are a receipt that says how far %i dollars are from the due', async (dollars, props) => {
    const { email } = await claimed(`MAIL-${dollars}`, 'installment');
    await confirm(site, `MAIL-${dollars}`, dollars);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([{ props }]);
  });

  test('give the reason of a rejection', async () => {
    const { email } = await claimed('MAIL-3');
    await site.admin.post(`/api/admin/payments/${await findClaimId(site, 'MAIL-3')}/reject`, {
      reason: 'No such transfer.',
    });
    expect(await mailed(email, 'claim-rejected')).toMatchObject([
      { props: { amount: '$1,000.00', reason: 'No such transfer.' } },
    ]);
  });

  test('say nothing of a rejection that is undone before, and give the reason of the next one', async () => {
    const { email } = await claimed('MAIL-12');
    const id = await findClaimId(site, 'MAIL-12');
    const rejection = paymentMailJobs.find(({ name }) => name === 'claim-rejected');
    const work = () =>
      rejection?.handle({ id } as never, { context: site.context, log: site.app.log });
    const reject = (reason: string) =>
      site.admin.post(`/api/admin/payments/${id}/reject`, { reason });
    site.context.settings.undoMs = minutes(10);
    await reject('By mistake.');
    const undone = await site.admin.post(`/api/admin/payments/${id}/reject/undo`);
    site.context.settings.undoMs = 0;
    expect(undone.body).toEqual({
      message: 'The payment waits to be checked again. The payer gets no email about it.',
    });
    await work();
    for (const reason of ['First.', 'Second.']) {
      await reject(reason);
      await work();
      const { body } = await site.admin.post(`/api/admin/payments/${id}/reject/undo`);
      expect(body).toMatchObject({ message: expect.stringContaining('has been emailed') });
    }
    const mails = await mailed(email, 'claim-rejected');
    expect(mails.map(({ props }) => (props as { reason: string }).reason).toSorted()).toEqual([
      'First.',
      'Second.',
    ]);
  });

  test('are one, however often the claim is sent and the job runs', async () => {
    const { visitor, email } = await claimedAgain('MAIL-4');
    await mailed(email, 'claim-received');
    await visitor.post('/payment/submit', claim('MAIL-4-2', { person: person({ email }) }));
    const again = paymentMailJobs.find(({ name }) => name === 'claim-received');
    const id = await findClaimId(site, 'MAIL-4-2');
    await again?.handle({ id } as never, { context: site.context, log: site.app.log });
    expect(
      (await mailsTo(email)).filter(({ template }) => template === 'claim-received'),
    ).toHaveLength(1);
  });
});

test('the calendar job moves every plan whose day has come, however many', async () => {
  const plans = [];
  for (let n = 0; n < 3; n++) {
    const plan = await claimed(`DUE-${n}`, 'installment');
    await confirm(site, `DUE-${n}`, 100);
    plans.push(plan);
  }
  site.clock.advance(days(40));
  const job = scheduleJobs.find(({ name }) => name === 'dues-advance');
  await job?.handle({} as never, { context: site.context, log: site.app.log });
  for (const { visitor } of plans) {
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({ paymentStatus: 'past_due' });
    expect(application?.instalments[1]?.status).toBe('overdue');
  }
});

test('the calendar job makes no one late who has not paid yet, nor for the months of a claim that came to nothing', async () => {
  const plan = { plan: 'installment' };
  const { visitor, email } = await claimed('LATE-1', 'installment');
  const reject = { reason: 'No such transfer has arrived.' };
  await site.login();
  await site.admin.post(`/api/admin/payments/${await findClaimId(site, 'LATE-1')}/reject`, reject);
  const advance = async (n: number) => {
    site.clock.advance(days(n));
    await site.login();
    const job = scheduleJobs.find(({ name }) => name === 'dues-advance');
    await job?.handle({} as never, { context: site.context, log: site.app.log });
    return (await myApplications(visitor))[0];
  };
  expect(await advance(100)).toMatchObject({ paymentStatus: 'failed' });
  await visitor.post('/payment/submit', claim('LATE-2', { ...plan, person: person({ email }) }));
  await confirm(site, 'LATE-2', 100);
  const begun = await advance(20);
  expect(begun).toMatchObject({ paymentStatus: 'partially_paid' });
  expect(begun?.instalments.map(({ status }) => status)).toEqual([
    'paid',
    ...Array.from({ length: 11 }, () => 'scheduled'),
  ]);
  expect(await advance(20)).toMatchObject({ paymentStatus: 'past_due' });
});
