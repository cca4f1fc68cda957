import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { minutes } from '../../../../shared/time.ts';
import { payments } from '../../core/payment.store.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
  submitClaim,
} from '../../core/testing.ts';
import type { PaymentDetail } from '../detail/payment-detail.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ mail: true, work: true });
});
afterAll(() => closeWithBalancedLedger(site));

let paid = 0;
/** A payment of $1,000 that has come; answers its id and its payer's address. */
async function pay(received: string | number = 1000, plan = 'onetime') {
  const number = `R-${++paid}`;
  const email = `payer.${paid}@example.org`;
  const { id } = await submitClaim(site, number, { plan, person: person({ email }) });
  expect((await confirm(site, number, received)).status).toBe(200);
  return { id, email };
}
const row = async (id: string) =>
  (await site.db.select().from(payments).where(eq(payments.id, id)))[0];
const refund = (id: string, amount: unknown, changes: object = {}, by = site.admin) =>
  by.post(`/api/admin/payments/${id}/refund`, {
    amount,
    held: '1000.00',
    refundedOn: today(site),
    reason: 'Paid twice by mistake.',
    ...changes,
  });
const dispute = (id: string) =>
  site.admin.post(`/api/admin/payments/${id}/dispute`, { reason: 'Chargeback 4711' });
const end = (id: string, outcome: string, changes: object = {}) =>
  site.admin.post(`/api/admin/payments/${id}/dispute/end`, {
    outcome,
    endedOn: today(site),
    reason: 'The bank has decided.',
    ...changes,
  });
/** What is written of a payment, so that a refusal can be shown to change nothing. */
const written = async (id: string) => [await row(id), await listPaymentEvents(site.db, id)];
const audits = async (id: string) => {
  const acts = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, id))
    .orderBy(auditLog.id);
  return acts.map(({ action }) => action);
};
const mailsTo = (to: string) => site.inbox.messages({ to });

describe('a refund', () => {
  test('in whole is written down with who, when and why, and the payer is notified by mail', async () => {
    const { id, email } = await pay();
    const answer = await refund(id, '1000.00');
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: '$1,000.00 recorded as refunded.' },
    ]);
    expect(await row(id)).toMatchObject({ status: 'refunded', refundedCents: 100_000n });
    const [boss] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect((await listPaymentEvents(site.db, id)).at(-1)).toMatchObject({
      from: 'succeeded',
      to: 'refunded',
      actor: 'admin',
      actorId: boss?.actorId,
      reason: 'Paid twice by mistake.',
      data: { refundedCents: '100000', refundedOn: today(site) },
    });
    expect(await audits(id)).toEqual(['payment.confirmed', 'payment.refunded']);
    const auditSnapshot = await site.until(async () => {
      const found = (await mailsTo(email)).find(({ subject }) => subject.includes('refund'));
      if (!found) throw new Error('no mail');
      return found;
    });
    expect(auditSnapshot.text).toContain('$1,000.00');
    expect(auditSnapshot.text).toContain('Paid twice by mistake.');
    expect(auditSnapshot.text).toMatch(/OAP-\d{6}/);
  });

  test('in three parts is written down in three, each with its mail', async () => {
    const { id, email } = await pay();
    expect((await refund(id, 100)).status).toBe(200);
    expect((await refund(id, '250.50', { held: '900.00' })).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 35_050n });
    expect((await refund(id, '649.50', { held: '649.50' })).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'refunded', refundedCents: 100_000n });
    await site.until(async () => {
      const texts = (await mailsTo(email)).map(({ text }) => text).join();
      for (const amount of ['$100.00', '$250.50', '$649.50']) expect(texts).toContain(amount);
    });
  });

  test.each([
    ['nothing', 0],
    ['less than nothing', -5],
    ['half a cent', '1.005'],
    ['a word', 'all'],
    ['more than is held', '1000.01'],
  ])('of %s is refused and changes nothing', async (_, amount) => {
    const { id } = await pay();
    const before = await written(id);
    const answer = await refund(id, amount);
    expect([answer.status, Object.keys((answer.body as { fields: object }).fields)]).toEqual([
      400,
      ['amount'],
    ]);
    expect(await written(id)).toEqual(before);
  });

  test.each([
    ['in the future', 3],
    ['before the money came', -1],
  ])('%s is refused and changes nothing', async (_, daysFromNow) => {
    const { id } = await pay();
    const before = await written(id);
    const day = new Date(site.clock.now().getTime() + daysFromNow * 86_400_000);
    const answer = await refund(id, 10, { refundedOn: day.toISOString().slice(0, 10) });
    expect([answer.status, Object.keys((answer.body as { fields: object }).fields)]).toEqual([
      400,
      ['refundedOn'],
    ]);
    expect(await written(id)).toEqual(before);
  });

  test('needs a reason', async () => {
    const { id } = await pay();
    expect((await refund(id, 10, { reason: '  ' })).status).toBe(400);
    expect((await row(id))?.refundedCents).toBeNull();
  });

  test('by someone who has not seen the one before is refused', async () => {
    const { id } = await pay();
    const answers = await Promise.all([refund(id, 600), refund(id, 600)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row(id)).toMatchObject({ refundedCents: 60_000n });
  });

  test('of money that never came, or is all gone, is refused', async () => {
    await site.visitor().post('/payment/submit', claim('R-NEVER', { person: person() }));
    const never = await findClaimId(site, 'R-NEVER');
    expect((await refund(never, 10, { held: '0.00' })).status).toBe(409);
    const { id } = await pay();
    await refund(id, 1000);
    const before = await written(id);
    expect((await refund(id, 10, { held: '0.00' })).status).toBe(409);
    expect(await written(id)).toEqual(before);
  });

  test('of an unknown payment is 404', async () => {
    expect((await refund(crypto.randomUUID(), 10)).status).toBe(404);
  });

  test('is entered by an administrator with a recent password and by no one else', async () => {
    const { id } = await pay();
    const before = await written(id);
    expect((await refund(id, 10, {}, site.visitor() as never)).status).toBe(401);
    expect((await refund(id, 10, {}, (await site.loggedIn('member')) as never)).status).toBe(403);
    site.clock.advance(minutes(6));
    const answer = await refund(id, 10);
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect(await written(id)).toEqual(before);
    await site.login();
    expect((await refund(id, 10)).status).toBe(200);
  });

  test('sent twice with one key is one refund', async () => {
    const { id } = await pay();
    const body = { amount: '10.00', held: '1000.00', refundedOn: today(site), reason: 'Once.' };
    const key = { 'idempotency-key': 'refund-once-only' };
    const send = () => site.admin.post(`/api/admin/payments/${id}/refund`, body, key);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await row(id))?.refundedCents).toBe(1000n);
  });
});

describe('a dispute', () => {
  test('shows on the application and ends as it began when the money stays', async () => {
    const { id } = await pay();
    expect((await dispute(id)).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'disputed', refundedCents: null });
    expect((await end(id, 'kept')).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'succeeded', refundedCents: null });
    expect(await audits(id)).toEqual([
      'payment.confirmed',
      'payment.disputed',
      'payment.dispute_kept',
    ]);
  });

  test('that is lost takes all that was left, and the payer is notified', async () => {
    const { id, email } = await pay();
    await refund(id, 100);
    await dispute(id);
    expect((await end(id, 'lost')).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'reversed', refundedCents: 100_000n });
    await site.until(async () =>
      expect((await mailsTo(email)).map(({ text }) => text).join()).toContain('$900.00'),
    );
  });

  test('of what was partly refunded ends as partly refunded when the rest stays', async () => {
    const { id } = await pay();
    await refund(id, 100);
    await dispute(id);
    await end(id, 'kept');
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 10_000n });
  });

  test('can end by agreement, with a refund', async () => {
    const { id } = await pay();
    await dispute(id);
    expect((await refund(id, 400)).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 40_000n });
  });

  test.each([
    ['begun twice', async (id: string) => (await dispute(id), dispute(id))],
    ['ended before it began', (id: string) => end(id, 'kept')],
    ['lost before it began', (id: string) => end(id, 'lost')],
    ['of money that is all gone', async (id: string) => (await refund(id, 1000), dispute(id))],
  ])('%s is refused', async (_, operation) => {
    const { id } = await pay();
    expect((await operation(id)).status).toBe(409);
  });

  test('ends in one of two ways', async () => {
    const { id } = await pay();
    await dispute(id);
    expect((await end(id, 'maybe')).status).toBe(400);
    expect((await row(id))?.status).toBe('disputed');
  });
});

describe('the life of an application’s money', () => {
  test('tells everything in order, with the names of those who did it', async () => {
    const { id } = await pay(1000, 'onetime');
    await refund(id, 100, { reason: 'As agreed by telephone.' });
    const found = (await site.admin.get('/api/admin/payments?status=partially_refunded')).body as {
      id: string;
      applicationId: string;
    }[];
    const applicationId = found.find((one) => one.id === id)?.applicationId ?? '';
    const money = await site.until(async () => {
      const answer = await site.admin.get(`/api/admin/applications/${applicationId}/money`);
      const auditSnapshot = answer.body as PaymentDetail;
      expect(answer.status, answer.text).toBe(200);
      expect(auditSnapshot.history.filter(({ kind }) => kind === 'mail')).toHaveLength(3);
      return auditSnapshot;
    });
    expect(money.totals).toEqual({
      due: '1000.00',
      received: '1000.00',
      refunded: '100.00',
      held: '900.00',
    });
    expect(money.payments).toMatchObject([
      {
        method: 'zelle',
        status: 'partially_refunded',
        refunded: '100.00',
        held: '900.00',
        receipt: expect.stringMatching(/^OAP-\d{6}$/),
      },
    ]);
    const steps = money.history.filter(({ kind }) => kind !== 'mail');
    expect(steps.map(({ kind, to }) => [kind, to])).toEqual([
      ['schedule', 'onetime'],
      ['application', 'submitted'],
      ['attempt', 'created'],
      ['step', 'awaiting_transfer'],
      ['step', 'claimed'],
      ['step', 'processing'],
      ['step', 'succeeded'],
      ['receipt', null],
      ['step', 'partially_refunded'],
    ]);
    expect(steps.at(-1)).toMatchObject({
      amount: '100.00',
      note: 'As agreed by telephone.',
      actor: { kind: 'admin', name: 'boss@example.org' },
    });
    const times = money.history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test('of an unknown application is 404', async () => {
    const unknown = await site.admin.get(`/api/admin/applications/${crypto.randomUUID()}/money`);
    expect(unknown.status).toBe(404);
  });
});
