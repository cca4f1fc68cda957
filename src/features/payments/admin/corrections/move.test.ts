import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { minutes } from '../../../../shared/time.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { listBalances, journal } from '../../core/journal/journal.store.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import { payments } from '../../core/payment.store.ts';
import { listReceiptsOf } from '../../core/receipts/receipt.store.ts';
import {
  claim,
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
import type { PaymentDetail } from '../detail/payment-detail.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ rails: [zelle, pricing(300, 100, 3)] });
});
afterAll(() => closeWithBalancedLedger(site));

interface Payer {
  visitor: Visitor;
  details: { plan: string; person: object };
  email: string;
  number: string;
  /** Of the payment. */
  id: string;
  applicationId: string;
  reference: string;
}
let payers = 0;
/** A payer whose claim waits. */
async function claimed(plan = 'installment'): Promise<Payer> {
  const number = `MOVE-${++payers}`;
  const email = `moved.${payers}@example.org`;
  const details = { plan, person: person({ email }) };
  const { visitor, id } = await submitClaim(site, number, details);
  const { id: applicationId, reference } = await myApplication(visitor);
  return { visitor, details, email, number, id, applicationId, reference };
}
async function paid(amount: number, more: object = {}, plan = 'installment'): Promise<Payer> {
  const payer = await claimed(plan);
  const answer = await confirm(site, payer.number, amount, more);
  expect(answer.status, answer.text).toBe(200);
  return payer;
}
const move = (
  { id }: Pick<Payer, 'id'>,
  amount: string,
  held: string,
  more: object = {},
  by: Pick<Visitor, 'post'> = site.admin,
) => by.post(`/api/admin/payments/${id}/move`, { amount, held, reason: 'Wrong place.', ...more });
const operationOf = ({ body }: { body: unknown }) => (body as { operationId: string }).operationId;
const undo = (operationId: string) => site.admin.post(`/api/admin/money-moves/${operationId}/undo`);
const seen = ({ visitor }: Payer) => myApplication(visitor);
const instalmentsOf = async (payer: Payer) =>
  (await seen(payer)).instalments.map(({ status, rest }) => `${status} ${rest}`);
const detailOf = async ({ applicationId }: Payer) =>
  (await site.admin.get(`/api/admin/applications/${applicationId}/money`)).body as PaymentDetail;
const row = async ({ id }: Pick<Payer, 'id'>) =>
  (await site.db.select().from(payments).where(eq(payments.id, id)))[0];
const movedRows = async ({ id }: Pick<Payer, 'id'>) => {
  const rows = await site.db
    .select()
    .from(journal)
    .where(eq(journal.paymentId, id))
    .orderBy(journal.id);
  return rows
    .filter(({ kind }) => kind === 'moved')
    .map(({ debit, credit, amount }) => [debit, credit, Number(amount)]);
};
const reviewKinds = async ({ reference }: Payer) => {
  const rows = (await site.admin.get('/api/admin/payments/review?limit=200')).body as {
    reference: string;
    kind: string;
  }[];
  return rows.filter((line) => line.reference === reference).map(({ kind }) => kind);
};

describe('more than is due', () => {
  test('is warned of with what the next payments of the plan can take', async () => {
    const { number } = await claimed();
    const answer = await confirm(site, number, 500, { acceptDifference: false });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        reason: 'difference',
        received: '500.00',
        due: '100.00',
        over: '400.00',
        creditable: '200.00',
      },
    ]);
    const once = await claimed('onetime');
    const other = await confirm(site, once.number, 500, { acceptDifference: false });
    expect(other.body).toMatchObject({ over: '200.00', applicationId: once.applicationId });
    expect(other.body).not.toHaveProperty('creditable');
  });

  test('counts for the next payments where that is chosen', async () => {
    const payer = await claimed();
    const answer = await confirm(site, payer.number, 250, { keepSurplus: true });
    expect(answer.body).toEqual({
      message: 'Payment confirmed. $150.00 of it counts for the next payments.',
    });
    expect(await instalmentsOf(payer)).toEqual(['paid 0.00', 'paid 0.00', 'scheduled 50.00']);
    expect(await row(payer)).toMatchObject({ flag: 'none', movedCents: 15_000n });
    expect(await movedRows(payer)).toEqual([
      ['receivable', 'moved', 10_000],
      ['moved', 'receivable', 10_000],
      ['receivable', 'moved', 5000],
      ['moved', 'receivable', 5000],
    ]);
    expect((await seen(payer)).instalments.map(({ credits }) => credits)).toEqual([
      [],
      [{ amount: '100.00', instalment: 1 }],
      [{ amount: '50.00', instalment: 1 }],
    ]);
    expect(await seen(payer)).toMatchObject({ receivedAmount: '250.00' });
    expect(await reviewKinds(payer)).toEqual([]);
  });

  test('is asked of the payer no more: the next payment is for the rest', async () => {
    const payer = await paid(140, { keepSurplus: true });
    const next = claim(`${payer.number}-2`, payer.details);
    expect((await payer.visitor.post('/payment/submit', next)).status).toBe(201);
    const id = await findClaimId(site, `${payer.number}-2`);
    expect(await row({ id })).toMatchObject({ amountCents: 6000n });
    expect((await confirm(site, `${payer.number}-2`, 60, { acceptDifference: false })).status).toBe(
      200,
    );
    expect((await instalmentsOf(payer))[1]).toBe('paid 0.00');
  });

  test('stays what it is where nothing is chosen, and can count for the next payment later', async () => {
    const payer = await paid(130);
    expect(await row(payer)).toMatchObject({ flag: 'over', movedCents: 0n });
    expect(await reviewKinds(payer)).toEqual(['over']);
    expect((await detailOf(payer)).payments).toMatchObject([{ surplus: '30.00', moved: [] }]);
    const answer = await move(payer, '30.00', '130.00');
    expect(answer.body).toMatchObject({ message: '$30.00 moved.' });
    expect(await row(payer)).toMatchObject({ flag: 'none', movedCents: 3000n });
    expect(await instalmentsOf(payer)).toEqual([
      'paid 0.00',
      'scheduled 70.00',
      'scheduled 100.00',
    ]);
    expect(await reviewKinds(payer)).toEqual([]);
    expect(await detailOf(payer)).toMatchObject({
      payments: [{ surplus: null, held: '100.00', moved: [{ amount: '30.00', instalment: 2 }] }],
      totals: { received: '130.00', held: '130.00' },
    });
    expect((await undo(operationOf(answer))).status).toBe(200);
    expect(await row(payer)).toMatchObject({ flag: 'over', movedCents: 0n });
    expect(await instalmentsOf(payer)).toEqual([
      'paid 0.00',
      'scheduled 100.00',
      'scheduled 100.00',
    ]);
    expect(await reviewKinds(payer)).toEqual(['over']);
    expect((await undo(operationOf(answer))).status).toBe(409);
  });

  test('completes a plan, and undoing it makes the last payment due again', async () => {
    const payer = await paid(300);
    const answer = await move(payer, '200.00', '300.00');
    expect(await seen(payer)).toMatchObject({ paymentStatus: 'completed' });
    await undo(operationOf(answer));
    expect(await seen(payer)).toMatchObject({ paymentStatus: 'partially_paid' });
  });

  test('is taken back with the confirmation, in one step', async () => {
    const payer = await paid(250, { keepSurplus: true });
    const path = `/api/admin/payments/${payer.id}/take-back`;
    const answer = await site.admin.post(path, { held: '250.00', reason: 'Another number.' });
    expect(answer.status, answer.text).toBe(200);
    expect(await instalmentsOf(payer)).toEqual([
      'due 100.00',
      'scheduled 100.00',
      'scheduled 100.00',
    ]);
    expect(await row(payer)).toMatchObject({ status: 'claimed', movedCents: 0n });
    expect((await site.admin.post(`${path}/undo`)).status).toBe(200);
    expect(await row(payer)).toMatchObject({ status: 'succeeded', flag: 'over' });
  });
});

describe('moving money to another application', () => {
  test('pays what it was meant for, and makes due again what it was not', async () => {
    const [wrong, right] = [await paid(100), await claimed()];
    await site.admin.post(`/api/admin/payments/${right.id}/reject`, { reason: 'Not this one.' });
    const answer = await move(wrong, '100.00', '100.00', { reference: right.reference });
    expect(answer.status, answer.text).toBe(200);
    expect((await instalmentsOf(wrong))[0]).toBe('due 100.00');
    expect((await instalmentsOf(right))[0]).toBe('paid 0.00');
    expect(await seen(wrong)).toMatchObject({ paymentStatus: 'pending', receivedAmount: '0.00' });
    expect(await seen(right)).toMatchObject({
      paymentStatus: 'partially_paid',
      receivedAmount: '100.00',
      instalments: [{ credits: [{ amount: '100.00', instalment: null }] }, {}, {}],
    });
    const rows = await site.db
      .select()
      .from(passportApplications)
      .where(eq(passportApplications.id, right.applicationId));
    expect(rows[0]?.kitReleasedAt).not.toBeNull();
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, wrong.id));
    expect(log.at(-1)).toMatchObject({
      action: 'payment.moved',
      after: { amount: '100.00', reference: right.reference, reason: 'Wrong place.' },
    });
    const history = (await detailOf(right)).history.filter(({ kind }) => kind === 'move');
    expect(history).toMatchObject([{ to: 'came', amount: '100.00', subject: wrong.reference }]);
  });

  test('voids the receipt, whose successor is that of the other application, and back', async () => {
    const [wrong, right] = [await paid(100), await claimed()];
    await site.admin.post(`/api/admin/payments/${right.id}/reject`, { reason: 'Not this one.' });
    const answer = await move(wrong, '100.00', '100.00', { reference: right.reference });
    const [old] = await listReceiptsOf(site.db, wrong.applicationId);
    const [next] = await listReceiptsOf(site.db, right.applicationId);
    expect(old).toMatchObject({ isVoid: true, successor: next?.receipt.number });
    expect(next).toMatchObject({
      isVoid: false,
      receipt: { facts: { reference: right.reference, email: right.email, received: '100.00' } },
    });
    await undo(operationOf(answer));
    expect(await listReceiptsOf(site.db, right.applicationId)).toMatchObject([{ isVoid: true }]);
    expect(await listReceiptsOf(site.db, wrong.applicationId)).toMatchObject([
      { isVoid: true },
      { isVoid: false, receipt: { facts: { reference: wrong.reference } } },
    ]);
  });

  test('tells nobody that money went back', async () => {
    const [wrong, right] = [await paid(100), await paid(40)];
    await move(wrong, '60.00', '100.00', { reference: right.reference, instalment: 1 });
    expect((await instalmentsOf(wrong))[0]).toBe('due 60.00');
    expect((await instalmentsOf(right))[0]).toBe('paid 0.00');
    const mails = await site.db
      .select({ template: outgoingMails.template })
      .from(outgoingMails)
      .where(eq(outgoingMails.recipientAddress, wrong.email));
    expect(mails.map(({ template }) => template)).not.toContain('refund-recorded');
  });

  test('lets what is left be refunded, and no more', async () => {
    const [payer, other] = [await paid(150), await claimed()];
    await site.admin.post(`/api/admin/payments/${other.id}/reject`, { reason: 'Not this one.' });
    await move(payer, '50.00', '150.00', { reference: other.reference });
    const refund = (amount: string) =>
      site.admin.post(`/api/admin/payments/${payer.id}/refund`, {
        amount,
        held: '100.00',
        refundedOn: today(site),
        reason: 'As agreed.',
      });
    expect(await refund('120.00')).toMatchObject({
      status: 400,
      body: { message: 'You can refund at most $100.00.' },
    });
    expect((await refund('100.00')).status).toBe(200);
    expect((await instalmentsOf(other))[0]).toBe('due 50.00');
  });

  test('comes back from there when a rail takes the money', async () => {
    const [payer, other] = [await paid(100), await claimed()];
    await site.admin.post(`/api/admin/payments/${other.id}/reject`, { reason: 'Not this one.' });
    await move(payer, '100.00', '100.00', { reference: other.reference });
    const step = { paymentId: payer.id, actor: { kind: 'paypal' }, at: site.clock.now() } as const;
    await inTransaction(site.db, (tx) =>
      changePaymentStatus(tx, {
        ...step,
        to: 'partially_refunded',
        data: { refundedCents: 3000n },
      }),
    );
    expect((await instalmentsOf(other))[0]).toBe('due 30.00');
    expect(await row(payer)).toMatchObject({ movedCents: 7000n });
    await inTransaction(site.db, (tx) => changePaymentStatus(tx, { ...step, to: 'refunded' }));
    expect((await instalmentsOf(other))[0]).toBe('due 100.00');
    expect((await instalmentsOf(payer))[0]).toBe('due 100.00');
    expect(await row(payer)).toMatchObject({ movedCents: 0n });
  });

  test('that is undone leaves what paid the rest as a part, and the next payment pays the instalment', async () => {
    const payer = await paid(150);
    const answer = await move(payer, '50.00', '150.00');
    const payRest = async (number: string) => {
      const data = { ...payer.details, data: { instalment: 2 } };
      const { id } = await submitClaim(site, number, { ...data, visitor: payer.visitor });
      expect((await confirm(site, number, 50)).status).toBe(200);
      return id;
    };
    const id = await payRest('REST-1');
    expect(await row({ id })).toMatchObject({ status: 'succeeded', flag: 'none' });
    expect((await instalmentsOf(payer))[1]).toBe('paid 0.00');
    expect((await undo(operationOf(answer))).status).toBe(200);
    expect(await row({ id })).toMatchObject({ status: 'succeeded', flag: 'under' });
    expect(await reviewKinds(payer)).toContain('under');
    await payRest('REST-2');
    expect((await instalmentsOf(payer))[1]).toBe('paid 0.00');
  });

  test('is undone only while what it paid before is not paid again', async () => {
    const [wrong, right] = [await paid(100), await claimed()];
    await site.admin.post(`/api/admin/payments/${right.id}/reject`, { reason: 'Not this one.' });
    const answer = await move(wrong, '100.00', '100.00', { reference: right.reference });
    const again = claim(`${wrong.number}-AGAIN`, wrong.details);
    expect((await wrong.visitor.post('/payment/submit', again)).status).toBe(201);
    expect((await confirm(site, `${wrong.number}-AGAIN`, 100)).status).toBe(200);
    expect(await undo(operationOf(answer))).toMatchObject({ status: 409 });
    expect((await instalmentsOf(right))[0]).toBe('paid 0.00');
  });

  test.each([
    ['more than is held', '120.00', '100.00', {}, 400],
    ['more than is due there', '100.00', '100.00', { instalment: 4 }, 400],
    ['nothing', '0', '100.00', {}, 400],
    ['without a reason', '10.00', '100.00', { reason: ' ' }, 400],
    ['to an unknown application', '10.00', '100.00', { reference: 'PX-22222' }, 400],
    ['that has changed in the meantime', '10.00', '90.00', {}, 409],
  ])('%s is refused', async (_, amount, held, more, status) => {
    const payer = await paid(100);
    expect((await move(payer, amount, held, more)).status).toBe(status);
    expect(await row(payer)).toMatchObject({ movedCents: 0n });
    expect(await movedRows(payer)).toEqual([]);
  });

  test('to a payment that is being checked, from a claim or a disputed payment is refused', async () => {
    const [payer, busy] = [await paid(100), await claimed()];
    expect((await move(payer, '10.00', '100.00', { reference: busy.reference })).status).toBe(409);
    expect((await move(busy, '10.00', '0.00')).status).toBe(409);
    await site.admin.post(`/api/admin/payments/${payer.id}/dispute`, { reason: 'Case 1.' });
    expect((await move(payer, '10.00', '100.00')).status).toBe(409);
    expect((await move({ id: crypto.randomUUID() }, '10.00', '0.00')).status).toBe(404);
    expect((await undo(crypto.randomUUID())).status).toBe(404);
  });

  test('twice at once moves it once', async () => {
    const payer = await paid(130);
    const answers = await Promise.all([
      move(payer, '30.00', '130.00'),
      move(payer, '30.00', '130.00'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row(payer)).toMatchObject({ movedCents: 3000n });
  });

  test('is for an administrator with a recent password', async () => {
    const payer = await paid(130);
    const by = async (visitor: Pick<Visitor, 'post'>) =>
      (await move(payer, '30.00', '130.00', {}, visitor)).status;
    expect(await by(site.visitor())).toBe(401);
    expect(await by(await site.loggedIn('member'))).toBe(403);
    site.clock.advance(minutes(6));
    expect((await move(payer, '30.00', '130.00')).body).toMatchObject({ reason: 'reauthenticate' });
    await site.login();
  });
});

test('the account of moved money is always at zero', async () => {
  const balances = await listBalances(site.db, true);
  expect(balances.filter(({ account }) => account === 'moved')).toMatchObject([{ balance: 0n }]);
});
