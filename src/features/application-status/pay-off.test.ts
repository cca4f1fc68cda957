import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours } from '../../shared/time.ts';
import { jobs } from '../../server/jobs.ts';
import { inTransaction } from '../../server/database/database.ts';
import { advanceInstalmentsOf } from '../payments/core/payment.service.ts';
import {
  closeWithBalancedLedger,
  confirm,
  expectLedgerToBalance,
  myApplications,
  openPaymentSite,
  type PaymentSite,
} from '../payments/core/testing.ts';
import {
  type Applicant,
  beginner,
  claims,
  keyOf,
  mailsTo,
  pays,
  planPayer,
  rowOf,
  templatesTo,
  timelineOf,
} from './testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: true });
});
afterAll(() => closeWithBalancedLedger(site));

const payOff = ({ visitor, id }: Applicant) => visitor.post(`/api/applications/${id}/pay-off`);
const payMonthly = ({ visitor, id }: Applicant) =>
  visitor.post(`/api/applications/${id}/pay-monthly`);
const instalmentsOf = async ({ visitor }: Applicant) =>
  (await myApplications(visitor))[0]?.instalments ?? [];
const prove = async (payer: Applicant) =>
  payer.visitor.post('/api/applications/open', { key: await keyOf(site, payer.id) });
const choiceOf = async ({ visitor, id }: Applicant) => (await timelineOf(visitor, id)).plan.payOff;

describe('paying the rest of a plan at once', () => {
  test('combines what is left into one payment, which completes the plan', async () => {
    const payer = await planPayer(site, 3);
    expect(await choiceOf(payer)).toEqual({ payments: 9, until: null });
    expect(await payOff(payer)).toMatchObject({ status: 200, body: { instalment: 4 } });
    const shown = await instalmentsOf(payer);
    expect(shown).toHaveLength(4);
    expect(shown[3]).toMatchObject({ number: 4, amount: '900.00', rest: '900.00' });
    expect(await choiceOf(payer)).toMatchObject({ payments: 9, until: expect.any(String) });
    await expectLedgerToBalance(site);
    const number = await claims(payer);
    expect((await confirm(site, number, '900.00', { acceptDifference: false })).status).toBe(200);
    expect((await myApplications(payer.visitor))[0]).toMatchObject({
      paymentStatus: 'completed',
      totalAmount: '1200.00',
      receivedAmount: '1200.00',
    });
    expect(await choiceOf(payer)).toBeNull();
    await site.until(async () => {
      const mails = await mailsTo(site, payer.email);
      expect(
        mails.findLast(({ template }) => template === 'payment-confirmed')?.props,
      ).toMatchObject({ number: 4, payments: 4, paymentsLeft: 0 });
      expect(mails.filter(({ template }) => template === 'plan-completed')).toMatchObject([
        { props: { payments: 4, received: '$1,200.00' } },
      ]);
    });
  });

  test('is confirmed by one email, also when it is chosen again in the same month', async () => {
    const payer = await planPayer(site, 3);
    const confirmations = async () =>
      (await mailsTo(site, payer.email)).filter(({ template }) => template === 'plan-pay-off');
    await payOff(payer);
    await site.until(async () => expect(await confirmations()).toHaveLength(1));
    expect(await confirmations()).toMatchObject([
      {
        locale: 'en',
        props: {
          reference: payer.reference,
          payments: 9,
          endsCharges: false,
          balance: { paid: '$300.00', total: '$1,200.00', left: '$900.00' },
          statusUrl: expect.stringContaining('pay=4'),
        },
      },
    ]);
    await payMonthly(payer);
    await payOff(payer);
    const job = jobs.find(({ name }) => name === 'plan-pay-off');
    const again = { id: payer.id, endsCharges: false };
    await job?.handle(again, { context: site.context } as never);
    expect(await confirmations()).toHaveLength(1);
  });

  test('is confirmed to no one who has undone it by then', async () => {
    const payer = await planPayer(site, 1);
    const job = jobs.find(({ name }) => name === 'plan-pay-off');
    const data = { id: payer.id, endsCharges: false };
    await job?.handle(data, { context: site.context } as never);
    expect(await templatesTo(site, payer.email)).not.toContain('plan-pay-off');
  });

  test('is undone by going back to monthly payments', async () => {
    const payer = await planPayer(site, 1);
    const before = await instalmentsOf(payer);
    await payOff(payer);
    expect(await payMonthly(payer)).toMatchObject({ status: 200 });
    expect(await instalmentsOf(payer)).toEqual(before);
    expect(await payMonthly(payer)).toMatchObject({ status: 409 });
    await pays(site, payer);
    expect((await instalmentsOf(payer)).filter(({ status }) => status === 'paid')).toHaveLength(2);
    await expectLedgerToBalance(site);
  });

  test('is refused while a payment is on its way, and undoing it too', async () => {
    const payer = await planPayer(site, 1);
    const number = await claims(payer);
    const refused = await payOff(payer);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringMatching(/^A payment is on its way/) },
    ]);
    expect(await instalmentsOf(payer)).toHaveLength(12);
    await confirm(site, number, '100.00');
    expect((await payOff(payer)).status).toBe(200);
    const rest = await claims(payer);
    expect((await payMonthly(payer)).status).toBe(409);
    await confirm(site, rest, '1000.00');
    expect((await myApplications(payer.visitor))[0]?.paymentStatus).toBe('completed');
  });

  test('counts what came short, and cannot be undone once more than one payment has come', async () => {
    const payer = await planPayer(site, 1);
    await confirm(site, await claims(payer), '40.00');
    await payOff(payer);
    expect((await instalmentsOf(payer))[1]).toMatchObject({ amount: '1100.00', rest: '1060.00' });
    expect((await payMonthly(payer)).status).toBe(200);
    await payOff(payer);
    await confirm(site, await claims(payer), '500.00');
    expect((await payMonthly(payer)).status).toBe(409);
    await confirm(site, await claims(payer), '560.00');
    expect((await myApplications(payer.visitor))[0]).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1200.00',
    });
  });

  test('is refused where no plan runs or one payment is left', async () => {
    const draft = await beginner(site, { plan: 'installment' });
    const once = await beginner(site);
    await pays(site, once);
    const last = await planPayer(site, 11);
    const stopped = await planPayer(site, 3);
    await stopped.visitor.post(`/api/applications/${stopped.id}/stop-plan`);
    for (const applicant of [draft, once, last, stopped]) {
      expect((await payOff(applicant)).status).toBe(409);
      expect(await choiceOf(applicant)).toBeNull();
    }
  });

  test('needs the link again after an hour, and is refused to every other browser', async () => {
    const payer = await planPayer(site, 1);
    for (const visitor of [site.visitor(), site.admin])
      expect((await payOff({ ...payer, visitor })).status).toBe(404);
    site.clock.advance(hours(1) + 1000);
    expect(await payOff(payer)).toMatchObject({ status: 403, body: { reason: 'prove' } });
    await prove(payer);
    expect((await payOff(payer)).status).toBe(200);
  });

  test('twice at once combines once', async () => {
    const payer = await planPayer(site, 1);
    const answers = await Promise.all([payOff(payer), payOff(payer)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await instalmentsOf(payer))[1]?.amount).toBe('1100.00');
  });

  test('can still be stopped, which ends what is left', async () => {
    const payer = await planPayer(site, 3);
    await payOff(payer);
    const answer = await payer.visitor.post(`/api/applications/${payer.id}/stop-plan`);
    expect(answer.status).toBe(200);
    expect((await instalmentsOf(payer)).map(({ status }) => status)).toEqual([
      'paid',
      'paid',
      'paid',
      'cancelled',
    ]);
    await expectLedgerToBalance(site);
  });

  test('asks for nothing for fourteen days; if it has not come by then, the plan goes on monthly', async () => {
    const payer = await planPayer(site, 1);
    site.clock.advance(days(25));
    await prove(payer);
    await payOff(payer);
    const advance = async () => {
      await inTransaction(site.db, (tx) => advanceInstalmentsOf(tx, payer.id, site.clock.now()));
      const reminders = jobs.find(({ name }) => name === 'due-reminders');
      await reminders?.handle({}, { context: site.context } as never);
    };
    site.clock.advance(days(13));
    await advance();
    expect(await instalmentsOf(payer)).toHaveLength(2);
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('partially_paid');
    const reminders = (await templatesTo(site, payer.email)).filter((name) =>
      /^(due-|plan-past-due)/.test(name),
    );
    expect(reminders).toEqual([]);
    site.clock.advance(days(2));
    await advance();
    const shown = await instalmentsOf(payer);
    expect(shown).toHaveLength(12);
    expect(shown[1]).toMatchObject({ status: 'due', amount: '100.00' });
    expect(await templatesTo(site, payer.email)).toContain('plan-past-due');
    site.clock.advance(days(8));
    await advance();
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('past_due');
  });
});
