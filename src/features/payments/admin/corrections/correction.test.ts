import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { days, minutes } from '../../../../shared/time.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { journal } from '../../core/journal/journal.store.ts';
import { listReceiptsOf } from '../../core/receipts/receipt.store.ts';
import { payments } from '../../core/payment.store.ts';
import {
  closeWithBalancedLedger,
  confirm,
  findClaimId,
  openPaymentSite,
  person,
  type PaymentSite,
  pricing,
  today,
  zelle,
  submitClaim,
  myApplication,
} from '../../core/testing.ts';
import { paymentMailJobs } from '../../notifications/payment-mails.jobs.ts';
import { correctionJobs, refundJobs } from '../admin.jobs.ts';
import type { PaymentDetail } from '../detail/payment-detail.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ rails: [zelle, pricing(300, 100, 3)] });
});
afterAll(() => closeWithBalancedLedger(site));

interface Payer {
  visitor: Visitor;
  email: string;
  id: string;
  number: string;
  plan: string;
}
let payers = 0;
/** A payer whose claim waits. */
async function claimed(plan = 'installment'): Promise<Payer> {
  const number = `TAKE-${++payers}`;
  const email = `taken.${payers}@example.org`;
  const details = { plan, person: person({ email }) };
  return { email, number, plan, ...(await submitClaim(site, number, details)) };
}
/** A further claim for the first instalment of the same plan. */
async function claimMore({ visitor, email }: Payer, number: string) {
  const data = { plan: 'installment', data: { instalment: 1 }, person: person({ email }) };
  await submitClaim(site, number, { ...data, visitor });
}
async function paid(amount: number | string = 100, plan = 'installment'): Promise<Payer> {
  const payer = await claimed(plan);
  expect((await confirm(site, payer.number, amount)).status).toBe(200);
  return payer;
}
const takeBack = (
  { id }: Pick<Payer, 'id'>,
  held: string,
  by: Pick<Visitor, 'post'> = site.admin,
) => by.post(`/api/admin/payments/${id}/take-back`, { held, reason: 'The wrong amount.' });
const undo = ({ id }: Pick<Payer, 'id'>) =>
  site.admin.post(`/api/admin/payments/${id}/take-back/undo`);
const refund = ({ id }: Pick<Payer, 'id'>, amount: string, held: string) =>
  site.admin.post(`/api/admin/payments/${id}/refund`, {
    amount,
    held,
    refundedOn: today(site),
    reason: 'Sent by mistake.',
  });
const row = async ({ id }: Pick<Payer, 'id'>) =>
  (await site.db.select().from(payments).where(eq(payments.id, id)))[0];
const entries = async ({ id }: Pick<Payer, 'id'>) => {
  const rows = await site.db
    .select()
    .from(journal)
    .where(eq(journal.paymentId, id))
    .orderBy(journal.id);
  return rows.map(({ kind, debit, credit, amount }) => [kind, debit, credit, Number(amount)]);
};
const seen = ({ visitor }: Payer) => myApplication(visitor);
const instalmentsOf = async (payer: Payer) =>
  (await seen(payer)).instalments.map(({ status, rest }) => `${status} ${rest}`);
const mailsTo = async ({ email }: Payer) => {
  const rows = await site.db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, email))
    .orderBy(outgoingMails.createdAt);
  return rows.map(({ template }) => template);
};
/** Does the queued jobs of one kind about a payment, in the order in which they were queued. */
async function work(name: string, { id }: Payer) {
  const { rows } = await site.db.execute<{ data: { id: string } }>(
    sql`select data from pgboss.job where name = ${name} order by created_on, id`,
  );
  const job = [...paymentMailJobs, ...refundJobs, ...correctionJobs].find(
    (one) => one.name === name,
  );
  for (const { data } of rows)
    if (data.id === id)
      await job?.handle(data as never, { context: site.context, log: site.app.log });
}

describe('taking back a confirmed transfer', () => {
  test('lets the claim wait again, makes the instalment due and writes the reverse', async () => {
    const payer = await paid(1000);
    expect(await instalmentsOf(payer)).toEqual([
      'paid 0.00',
      'scheduled 100.00',
      'scheduled 100.00',
    ]);
    expect((await takeBack(payer, '1000.00')).body).toEqual({
      message:
        '$1,000.00 is no longer recorded as received. The payment waits to be checked again.',
    });
    expect(await row(payer)).toMatchObject({
      status: 'claimed',
      flag: 'none',
      receivedCents: null,
      receivedOn: null,
      statementLine: null,
    });
    expect(await instalmentsOf(payer)).toEqual([
      'due 100.00',
      'scheduled 100.00',
      'scheduled 100.00',
    ]);
    expect(await seen(payer)).toMatchObject({
      paymentStatus: 'awaiting_verification',
      receivedAmount: '0.00',
    });
    expect(await entries(payer)).toEqual([
      ['received', 'zelle', 'receivable', 100_000],
      ['correction', 'receivable', 'zelle', 100_000],
    ]);
    const [application] = await site.db
      .select()
      .from(passportApplications)
      .where(eq(passportApplications.email, payer.email));
    expect(application?.kitReleasedAt).toBeNull();
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, payer.id));
    expect(log.at(-1)).toMatchObject({
      action: 'payment.taken_back',
      before: { status: 'succeeded', received: '1000.00' },
      after: { status: 'claimed', received: null, reason: 'The wrong amount.' },
    });
  });

  test('voids the receipt; the next one is its successor, and both keep their numbers', async () => {
    const payer = await paid(1000);
    await takeBack(payer, '1000.00');
    const { id } = await seen(payer);
    expect(await listReceiptsOf(site.db, id)).toMatchObject([{ isVoid: true, successor: null }]);
    expect((await confirm(site, payer.number, 100)).status).toBe(200);
    const receipts = await listReceiptsOf(site.db, id);
    expect(receipts).toMatchObject([
      { isVoid: true, receipt: { facts: { received: '1000.00' } } },
      { isVoid: false, receipt: { facts: { received: '100.00' } } },
    ]);
    expect(receipts[0]?.successor).toBe(receipts[1]?.receipt.number);
    const detail = (await site.admin.get(`/api/admin/applications/${id}/money`))
      .body as PaymentDetail;
    expect(detail.payments).toMatchObject([
      { receipt: expect.stringContaining(String(receipts[1]?.receipt.number)) },
    ]);
  });

  test('before the payer is notified sends nothing about it', async () => {
    const payer = await paid(1000);
    await takeBack(payer, '1000.00');
    await work('payment-confirmed', payer);
    await work('payment-corrected', payer);
    expect(await mailsTo(payer)).toEqual([]);
    await confirm(site, payer.number, 100);
    await work('payment-confirmed', payer);
    expect(await mailsTo(payer)).toEqual(['payment-confirmed']);
  });

  test('after it sends a plain note, and not that money went back', async () => {
    const payer = await paid(1000);
    await work('payment-confirmed', payer);
    await takeBack(payer, '1000.00');
    await work('payment-corrected', payer);
    expect(await mailsTo(payer)).toEqual(['payment-confirmed', 'payment-corrected']);
  });

  test('after a part was paid leaves the later part as a part', async () => {
    const payer = await paid(60);
    const rest = `${payer.number}-REST`;
    await claimMore(payer, rest);
    const later = await findClaimId(site, rest);
    await confirm(site, rest, 40);
    expect(await row({ id: later })).toMatchObject({ flag: 'none' });
    expect((await takeBack(payer, '60.00')).status).toBe(200);
    expect(await row({ id: later })).toMatchObject({ status: 'succeeded', flag: 'under' });
    expect((await instalmentsOf(payer))[0]).toBe('due 60.00');
    await confirm(site, payer.number, 60);
    expect((await instalmentsOf(payer))[0]).toBe('paid 0.00');
  });

  test('is refused while another payment for the instalment is being checked', async () => {
    const payer = await paid(60);
    await claimMore(payer, `${payer.number}-NOW`);
    expect((await takeBack(payer, '60.00')).status).toBe(409);
    expect(await row(payer)).toMatchObject({ status: 'succeeded' });
  });

  test('of a month that is closed counts for the first open one', async () => {
    const payer = await paid(100);
    const month = `${today(site).slice(0, 7)}-01`;
    await site.db.execute(
      sql`insert into closed_periods values (${month}, now(), gen_random_uuid())`,
    );
    await takeBack(payer, '100.00');
    const rows = await site.db.select().from(journal).where(eq(journal.paymentId, payer.id));
    expect(rows.map(({ kind, period }) => [kind, period > month])).toEqual([
      ['received', false],
      ['correction', true],
    ]);
  });
});

describe('taking back a recorded refund', () => {
  test('makes the payment what it was, pays its instalment again and writes the reverse', async () => {
    const payer = await paid();
    await refund(payer, '100.00', '100.00');
    expect((await instalmentsOf(payer))[0]).toBe('due 100.00');
    expect((await takeBack(payer, '0.00')).body).toEqual({
      message: '$100.00 is no longer recorded as refunded.',
    });
    expect(await row(payer)).toMatchObject({ status: 'succeeded', refundedCents: null });
    expect((await instalmentsOf(payer))[0]).toBe('paid 0.00');
    expect((await entries(payer)).slice(1)).toEqual([
      ['refunded', 'receivable', 'zelle', 10_000],
      ['correction', 'zelle', 'receivable', 10_000],
    ]);
    await work('refund-recorded', payer);
    await work('payment-corrected', payer);
    expect(await mailsTo(payer)).not.toContain('refund-recorded');
    expect(await mailsTo(payer)).not.toContain('payment-corrected');
  });

  test('in part goes back to the part before it, and the same total can be recorded again', async () => {
    const payer = await paid();
    await refund(payer, '30.00', '100.00');
    await refund(payer, '20.00', '70.00');
    await work('refund-recorded', payer);
    await takeBack(payer, '50.00');
    expect(await row(payer)).toMatchObject({ status: 'partially_refunded', refundedCents: 3000n });
    await work('payment-corrected', payer);
    await refund(payer, '20.00', '70.00');
    await work('refund-recorded', payer);
    expect((await mailsTo(payer)).filter((one) => one !== 'payment-confirmed')).toEqual([
      'refund-recorded',
      'refund-recorded',
      'payment-corrected',
      'refund-recorded',
    ]);
    const { id } = await seen(payer);
    const { body } = await site.admin.get(`/api/admin/applications/${id}/money`);
    expect((body as PaymentDetail).totals).toMatchObject({ refunded: '50.00', held: '50.00' });
  });

  test('is of the day on which it is made', async () => {
    const payer = await paid();
    await refund(payer, '30.00', '100.00');
    site.clock.advance(days(2));
    await site.login();
    await takeBack(payer, '70.00');
    const rows = await site.db.select().from(journal).where(eq(journal.paymentId, payer.id));
    expect(rows.at(-1)).toMatchObject({ kind: 'correction', day: today(site) });
  });

  test('of an instalment that was paid again is refused', async () => {
    const payer = await paid();
    await refund(payer, '100.00', '100.00');
    const again = `${payer.number}-AGAIN`;
    await claimMore(payer, again);
    expect((await confirm(site, again, 100)).status).toBe(200);
    expect((await instalmentsOf(payer))[0]).toBe('paid 0.00');
    const answer = await takeBack(payer, '0.00');
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { message: expect.stringContaining('paid again') },
    ]);
  });
});

describe('undoing it', () => {
  test('records the payment again, with a receipt of its own', async () => {
    const payer = await paid();
    await takeBack(payer, '100.00');
    expect((await undo(payer)).body).toEqual({ message: 'Payment confirmed.' });
    expect(await row(payer)).toMatchObject({ status: 'succeeded', receivedCents: 10_000n });
    expect((await entries(payer)).map(([kind]) => kind)).toEqual([
      'received',
      'correction',
      'received',
    ]);
  });

  test('records the refund again', async () => {
    const payer = await paid();
    await refund(payer, '40.00', '100.00');
    await takeBack(payer, '60.00');
    expect((await undo(payer)).status).toBe(200);
    expect(await row(payer)).toMatchObject({ status: 'partially_refunded', refundedCents: 4000n });
  });

  test('is refused once anything else has happened', async () => {
    const payer = await paid();
    expect((await undo(payer)).status).toBe(409);
    await takeBack(payer, '100.00');
    await confirm(site, payer.number, 100);
    expect((await undo(payer)).status).toBe(409);
    expect((await entries(payer)).length).toBe(3);
  });
});

describe('a correction', () => {
  test('takes back what the administrator has seen, and of two at once one', async () => {
    const payer = await paid();
    expect((await takeBack(payer, '99.00')).status).toBe(409);
    const answers = await Promise.all([takeBack(payer, '100.00'), takeBack(payer, '100.00')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await entries(payer)).length).toBe(2);
  });

  test('of a payment in dispute, or that never came, is refused', async () => {
    const waiting = await claimed();
    expect((await takeBack(waiting, '0.00')).status).toBe(409);
    const payer = await paid();
    await site.admin.post(`/api/admin/payments/${payer.id}/dispute`, { reason: 'Case 12' });
    expect((await takeBack(payer, '100.00')).status).toBe(409);
    expect((await takeBack({ id: crypto.randomUUID() }, '0.00')).status).toBe(404);
  });

  test('needs an administrator with a recent password, and a reason', async () => {
    const payer = await paid();
    expect((await takeBack(payer, '100.00', site.visitor())).status).toBe(401);
    expect((await takeBack(payer, '100.00', await site.loggedIn('member'))).status).toBe(403);
    const path = `/api/admin/payments/${payer.id}/take-back`;
    expect((await site.admin.post(path, { held: '100.00', reason: ' ' })).status).toBe(400);
    site.clock.advance(minutes(6));
    expect((await takeBack(payer, '100.00')).body).toMatchObject({ reason: 'reauthenticate' });
    await site.login();
    expect(await row(payer)).toMatchObject({ status: 'succeeded' });
  });

  test('is in the history of the payer and of the administrators', async () => {
    const payer = await paid(1000);
    await takeBack(payer, '1000.00');
    const { id } = await seen(payer);
    const { body } = await site.admin.get(`/api/admin/applications/${id}/money`);
    const { history, payments: attempts } = body as PaymentDetail;
    expect(history.at(-1)).toMatchObject({
      kind: 'correction',
      amount: '1000.00',
      note: 'The wrong amount.',
    });
    expect(attempts).toMatchObject([
      { takeBack: null, takenBack: { kind: 'received', amount: '1000.00' } },
    ]);
  });
});
