import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from '../../../server/testing.ts';
import { passportApplications } from '../../application/application.store.ts';
import {
  bank,
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
  myApplication,
} from './testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({
    mail: true,
    work: true,
    rails: [zelle, bank, pricing(300, 100, 3)],
  });
});
afterAll(() => closeWithBalancedLedger(site));

interface Payer {
  visitor: Visitor;
  email: string;
}
let payers = 0;
const newPayer = (): Payer => ({
  visitor: site.visitor(),
  email: `reopened.${++payers}@example.org`,
});

/** Pays one instalment with Zelle; answers the id of the payment. */
async function pay(
  { visitor, email }: Payer,
  plan: string,
  instalment = 1,
  amount = plan === 'onetime' ? 300 : 100,
): Promise<string> {
  const number = `${email}-${instalment}-${++payers}`.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const data = { plan, data: { instalment }, person: person({ email }) };
  expect(await visitor.post('/payment/submit', claim(number, data))).toMatchObject({ status: 201 });
  const id = await findClaimId(site, number);
  const confirmed = await confirm(site, number, amount);
  expect(confirmed.status, confirmed.text).toBe(200);
  return id;
}

async function payPlan(payer: Payer): Promise<string[]> {
  const ids = [];
  for (const instalment of [1, 2, 3]) ids.push(await pay(payer, 'installment', instalment));
  return ids;
}

const refund = (id: string | undefined, amount: string, held: string) =>
  site.admin.post(`/api/admin/payments/${id}/refund`, {
    amount,
    held,
    refundedOn: today(site),
    reason: 'Sent by mistake.',
  });

const seen = ({ visitor }: Payer) => myApplication(visitor);
const dueOf = async (payer: Payer) =>
  (await seen(payer)).instalments.map(({ status, rest }) => `${status} ${rest}`);
const releasedAt = async ({ email }: Payer) =>
  (
    await site.db
      .select({ at: passportApplications.kitReleasedAt })
      .from(passportApplications)
      .where(eq(passportApplications.email, email))
  )[0]?.at;

describe('money that goes back', () => {
  test('makes its instalment due again, so that a plan that lacks it is not complete', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    expect((await seen(payer)).paymentStatus).toBe('completed');
    expect((await refund(first, '100.00', '100.00')).status).toBe(200);
    expect(await dueOf(payer)).toEqual(['due 100.00', 'paid 0.00', 'paid 0.00']);
    expect(await seen(payer)).toMatchObject({
      paymentStatus: 'refunded',
      receivedAmount: '200.00',
    });
  });

  test('can be paid again, which completes the plan', async () => {
    const payer = newPayer();
    const [, second] = await payPlan(payer);
    await refund(second, '100.00', '100.00');
    await pay(payer, 'installment', 2);
    expect(await dueOf(payer)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
    expect((await seen(payer)).paymentStatus).toBe('completed');
  });

  test('in part leaves that part due', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    await refund(first, '40.00', '100.00');
    expect(await dueOf(payer)).toEqual(['due 40.00', 'paid 0.00', 'paid 0.00']);
  });

  test('after another payment has made up for a part of it can be paid again', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    await refund(first, '40.00', '100.00');
    await pay(payer, 'installment', 1, 40);
    expect(await dueOf(payer)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
    await refund(first, '60.00', '60.00');
    expect(await dueOf(payer)).toEqual(['due 60.00', 'paid 0.00', 'paid 0.00']);
    await pay(payer, 'installment', 1, 60);
    expect(await dueOf(payer)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
  });

  test('while another payment is in dispute can be paid again, and the dispute can still be won', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    await refund(first, '40.00', '100.00');
    const second = await pay(payer, 'installment', 1, 40);
    await site.admin.post(`/api/admin/payments/${second}/dispute`, { reason: 'Case 11' });
    await refund(first, '60.00', '60.00');
    await pay(payer, 'installment', 1, 60);
    const won = await site.admin.post(`/api/admin/payments/${second}/dispute/end`, {
      outcome: 'kept',
      endedOn: today(site),
      reason: 'Decided for us.',
    });
    expect(won.status, won.text).toBe(200);
    expect(await dueOf(payer)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
    expect((await seen(payer)).paymentStatus).toBe('completed');
  });

  test('in a lost dispute makes a one-time payment due again', async () => {
    const payer = newPayer();
    const id = await pay(payer, 'onetime');
    await site.admin.post(`/api/admin/payments/${id}/dispute`, { reason: 'Case 12' });
    expect(await dueOf(payer)).toEqual(['paid 0.00']);
    await site.admin.post(`/api/admin/payments/${id}/dispute/end`, {
      outcome: 'lost',
      endedOn: today(site),
      reason: 'Decided for the payer.',
    });
    expect(await dueOf(payer)).toEqual(['due 300.00']);
  });

  test('takes back that the kit may leave', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    expect(await releasedAt(payer)).toBeInstanceOf(Date);
    await refund(first, '100.00', '100.00');
    expect(await releasedAt(payer)).toBeNull();
  });

  test('is not called paid in the email, which says what is due and where to pay it', async () => {
    const payer = newPayer();
    const [, second] = await payPlan(payer);
    await refund(second, '100.00', '100.00');
    const mail = await site.until(async () => {
      const mails = await site.inbox.messages({ to: payer.email });
      const found = mails.find(({ subject }) => subject.includes('Your refund'));
      expect(found).toBeDefined();
      return found;
    });
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Payment 2 is open again: $100.00 is still due.',
    );
    expect(mail?.text).toMatch(/\/application#key=\S+&pay=2/);
  });

  test('leaves nothing due where the application is cancelled', async () => {
    const payer = newPayer();
    const [first] = await payPlan(payer);
    const { id } = await seen(payer);
    const step = { ids: [id], to: 'cancelled', note: 'At your request.' };
    const cancelled = await site.admin.post('/api/admin/fulfilment/steps', step);
    expect(cancelled).toMatchObject({ status: 200 });
    await refund(first, '100.00', '100.00');
    expect(await dueOf(payer)).toEqual(['cancelled 0.00', 'paid 0.00', 'paid 0.00']);
  });
});
