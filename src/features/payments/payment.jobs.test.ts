import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days } from '../../shared/time.ts';
import { outgoingMails } from '../email/outgoing-mail.store.ts';
import { paymentJobs } from './payment.jobs.ts';
import {
  claim,
  claimId,
  closeBooks,
  confirm,
  mine,
  openShop,
  person,
  type Shop,
} from './testing.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ work: true });
});
afterAll(() => closeBooks(shop));

/** The mails to an address so far, as what they are told. */
async function mailsTo(address: string) {
  const rows = await shop.db.select().from(outgoingMails);
  return rows
    .filter(({ recipientAddress }) => recipientAddress === address)
    .map(({ id, template, sealedProps }) => ({
      template,
      props:
        sealedProps === null
          ? {}
          : (JSON.parse(shop.house.secrets.unseal('mail-props', id, sealedProps)) as Record<
              string,
              unknown
            >),
    }));
}
const mailed = (address: string, template: string) =>
  shop.until(async () => {
    const found = (await mailsTo(address)).filter((mail) => mail.template === template);
    expect(found).not.toEqual([]);
    return found;
  });

/** A payer with an address of their own who has entered this number. */
async function claimed(number: string, plan = 'onetime') {
  const email = `${number.toLowerCase()}@example.org`;
  const visitor = shop.visitor();
  await visitor.post('/payment/submit', claim(number, { plan, person: person({ email }) }));
  const [application] = await mine(visitor);
  return { visitor, email, reference: application?.reference, id: application?.id };
}

describe('mails of a payment', () => {
  test('tell the payer what was submitted and claimed, and the administrators to look', async () => {
    const { email, reference } = await claimed('MAIL-1', 'installment');
    expect(await mailed(email, 'application-submitted')).toMatchObject([
      {
        props: {
          name: 'Ama Mensah',
          reference,
          plan: 'Payment plan',
          amount: '$100.00',
          method: 'Zelle',
        },
      },
    ]);
    expect(await mailed(email, 'claim-received')).toMatchObject([
      { props: { reference, amount: '$100.00', number: 'MAIL-1', method: 'Zelle' } },
    ]);
    await shop.until(async () => {
      const notes = await mailed('boss@example.org', 'claim-notification');
      expect(notes.map(({ props }) => props.number)).toContain('MAIL-1');
    });
  });

  test('are a receipt once the money is confirmed', async () => {
    const { email, reference } = await claimed('MAIL-2', 'installment');
    await confirm(shop, 'MAIL-2', 100);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([
      { props: { reference, amount: '$100.00', paymentsLeft: 11 } },
    ]);
  });

  test('say on a plan what it costs in all, and lead an administrator to the application', async () => {
    const { email, id } = await claimed('MAIL-5', 'installment');
    expect(await mailed(email, 'application-submitted')).toMatchObject([
      { props: { schedule: { payments: 12, total: '$1,200.00' }, kitRelease: 'first_payment' } },
    ]);
    // Earlier claims have told the administrators too: their mails are no sign that this one's is there.
    await shop.until(async () => {
      const notes = await mailed('boss@example.org', 'claim-notification');
      const url = String(notes.find(({ props }) => props.number === 'MAIL-5')?.props.adminUrl);
      expect(url).toMatch(new RegExp(`/admin/submissions/passport-applications\\?open=${id}$`));
    });
  });

  test.each([
    [75, { paymentsLeft: 11, difference: { due: '$100.00', rest: '$25.00' } }],
    [900, { paymentsLeft: 11, difference: { due: '$100.00', over: '$800.00' } }],
  ])('are a receipt that says how far %i dollars are from the due', async (dollars, props) => {
    const { email } = await claimed(`MAIL-${dollars}`, 'installment');
    await confirm(shop, `MAIL-${dollars}`, dollars);
    expect(await mailed(email, 'payment-confirmed')).toMatchObject([{ props }]);
  });

  test('give the reason of a rejection', async () => {
    const { email } = await claimed('MAIL-3');
    await shop.admin.post(`/api/admin/payments/${await claimId(shop, 'MAIL-3')}/reject`, {
      reason: 'No such transfer.',
    });
    expect(await mailed(email, 'claim-rejected')).toMatchObject([
      { props: { amount: '$1,000.00', reason: 'No such transfer.' } },
    ]);
  });

  test('are one, however often the claim is sent and the job runs', async () => {
    const { visitor, email } = await claimed('MAIL-4');
    await mailed(email, 'claim-received');
    await visitor.post('/payment/submit', claim('MAIL-4', { person: person({ email }) }));
    const again = paymentJobs.find(({ name }) => name === 'claim-received');
    const id = await claimId(shop, 'MAIL-4');
    await again?.handle({ id } as never, { services: shop.house, log: shop.app.log });
    expect(
      (await mailsTo(email)).filter(({ template }) => template === 'claim-received'),
    ).toHaveLength(1);
  });
});

test('the calendar job moves every plan whose day has come, however many', async () => {
  const plans = [];
  for (let n = 0; n < 3; n++) {
    const plan = await claimed(`DUE-${n}`, 'installment');
    await confirm(shop, `DUE-${n}`, 100);
    plans.push(plan);
  }
  shop.clock.advance(days(40));
  const job = paymentJobs.find(({ name }) => name === 'dues-advance');
  await job?.handle({} as never, { services: shop.house, log: shop.app.log });
  for (const { visitor } of plans) {
    const [application] = await mine(visitor);
    expect(application).toMatchObject({ paymentStatus: 'past_due' });
    expect(application?.instalments[1]?.status).toBe('overdue');
  }
});

test('the calendar job makes nobody late who has not paid yet, nor for the months of a claim that came to nothing', async () => {
  const plan = { plan: 'installment' };
  const { visitor, email } = await claimed('LATE-1', 'installment');
  const reject = { reason: 'No such transfer has arrived.' };
  await shop.login();
  await shop.admin.post(`/api/admin/payments/${await claimId(shop, 'LATE-1')}/reject`, reject);
  const advance = async (n: number) => {
    shop.clock.advance(days(n));
    await shop.login();
    const job = paymentJobs.find(({ name }) => name === 'dues-advance');
    await job?.handle({} as never, { services: shop.house, log: shop.app.log });
    return (await mine(visitor))[0];
  };
  expect(await advance(100)).toMatchObject({ paymentStatus: 'failed' });
  await visitor.post('/payment/submit', claim('LATE-2', { ...plan, person: person({ email }) }));
  await confirm(shop, 'LATE-2', 100);
  const begun = await advance(20);
  expect(begun).toMatchObject({ paymentStatus: 'partially_paid' });
  expect(begun?.instalments.map(({ status }) => status)).toEqual([
    'paid',
    ...Array.from({ length: 11 }, () => 'scheduled'),
  ]);
  expect(await advance(20)).toMatchObject({ paymentStatus: 'past_due' });
});
