import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours } from '../../shared/time.ts';
import { inTransaction } from '../../server/database/database.ts';
import { hasStoredAccount } from '../payments/rails/card/renewals/vault.service.ts';
import { vaultTokens } from '../payments/rails/card/renewals/vault.store.ts';
import { advanceInstalmentsOf, openAttempt } from '../payments/core/payment.service.ts';
import {
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  type PaymentSite,
} from '../payments/core/testing.ts';
import { findSchedule, listInstalments } from '../payments/core/schedule/schedule.store.ts';
import {
  type Applicant,
  beginner,
  claims,
  keyOf,
  mailsTo,
  pays,
  planPayer,
  rowOf,
  timelineOf,
} from './testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: true });
});
afterAll(() => closeWithBalancedLedger(site));

const stop = ({ visitor, id }: Applicant) => visitor.post(`/api/applications/${id}/stop-plan`);
const statuses = async ({ visitor }: Applicant) =>
  (await myApplications(visitor))[0]?.instalments.map(({ status }) => status);

describe('cancelling a plan', () => {
  test('after the third payment ends every due that is left, and keeps what was paid', async () => {
    const payer = await planPayer(site, 3);
    expect(await stop(payer)).toMatchObject({ status: 200 });
    expect(await statuses(payer)).toEqual([
      ...Array.from({ length: 3 }, () => 'paid'),
      ...Array.from({ length: 9 }, () => 'cancelled'),
    ]);
    const [application] = await myApplications(payer.visitor);
    expect(application).toMatchObject({
      paymentStatus: 'partially_paid',
      receivedAmount: '300.00',
      applicationStatus: 'submitted',
    });
    expect((await findSchedule(site.db, payer.id))?.status).toBe('cancelled');
    const { plan, history } = await timelineOf(payer.visitor, payer.id);
    expect(plan).toMatchObject({ isStopped: true, mayStop: false });
    expect(history.at(-1)).toMatchObject({ told: 'plan_stopped' });
    await site.until(async () =>
      expect(
        (await mailsTo(site, payer.email)).filter(({ template }) => template === 'plan-stopped'),
      ).toMatchObject([{ props: { paid: 3, received: '$300.00' } }]),
    );
  });

  test.each([1, 2])('after payment %i is refused, and nothing is written', async (paid) => {
    const payer = await planPayer(site, paid);
    const before = await rowOf(site, payer.id);
    expect(await stop(payer)).toMatchObject({
      status: 409,
      body: { message: 'You can cancel a plan after 3 payments.' },
    });
    expect(await statuses(payer)).not.toContain('cancelled');
    expect(await rowOf(site, payer.id)).toEqual(before);
  });

  test('is refused where no plan runs', async () => {
    const draft = await beginner(site, { plan: 'installment' });
    const once = await beginner(site);
    await pays(site, once);
    const done = await planPayer(site, 12);
    const stopped = await planPayer(site, 3);
    await stop(stopped);
    for (const applicant of [draft, once, done, stopped])
      expect(await stop(applicant)).toMatchObject({
        status: 409,
        body: { message: 'There is no active payment plan to cancel.' },
      });
  });

  test('waits for a payment that is on its way', async () => {
    const payer = await planPayer(site, 3);
    const number = await claims(payer);
    expect(await stop(payer)).toMatchObject({ status: 409 });
    expect(await statuses(payer)).not.toContain('cancelled');
    await confirm(site, number, '100');
    expect(await stop(payer)).toMatchObject({ status: 200 });
    expect((await statuses(payer))?.filter((status) => status === 'paid')).toHaveLength(4);
  });

  test('ends what was begun to be paid and not sent', async () => {
    const payer = await planPayer(site, 3);
    const schedule = await findSchedule(site.db, payer.id);
    const due = (await listInstalments(site.db, schedule?.id ?? ''))[3];
    await inTransaction(site.db, (tx) =>
      openAttempt(tx, {
        instalmentId: due?.id ?? '',
        rail: 'paypal',
        actor: { kind: 'payer' },
        at: site.clock.now(),
        isTest: true,
      }),
    );
    expect(await stop(payer)).toMatchObject({ status: 200 });
    const [application] = await myApplications(payer.visitor);
    expect(application?.payments.at(-1)).toMatchObject({ instalment: 4, status: 'cancelled' });
  });

  test('ends the account that PayPal keeps for it, in the same transaction', async () => {
    const payer = await planPayer(site, 3);
    const schedule = await findSchedule(site.db, payer.id);
    const scheduleId = schedule?.id ?? '';
    const id = randomUUID();
    await site.db.insert(vaultTokens).values({
      id,
      scheduleId,
      sealed: '',
      digest: id,
      addedAt: site.clock.now(),
      endedAt: null,
      deletedAt: null,
    });
    expect(await timelineOf(payer.visitor, payer.id)).toMatchObject({ plan: { isCharged: true } });
    const underWay = await claims(payer);
    expect((await stop(payer)).status).toBe(409);
    expect(await hasStoredAccount(site.db, scheduleId)).toBe(true);
    await confirm(site, underWay, '100');
    expect((await stop(payer)).status).toBe(200);
    expect(await hasStoredAccount(site.db, scheduleId)).toBe(false);
    expect(await timelineOf(payer.visitor, payer.id)).toMatchObject({ plan: { isCharged: false } });
  });

  test('that is past due ends what is overdue too', async () => {
    const payer = await planPayer(site, 3);
    site.clock.advance(days(130));
    await inTransaction(site.db, (tx) => advanceInstalmentsOf(tx, payer.id, site.clock.now()));
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('past_due');
    await payer.visitor.post('/api/applications/open', { key: await keyOf(site, payer.id) });
    expect(await stop(payer)).toMatchObject({ status: 200 });
    expect((await rowOf(site, payer.id)).paymentStatus).toBe('partially_paid');
    expect(new Set(await statuses(payer))).toEqual(new Set(['paid', 'cancelled']));
  });

  test('needs the link again an hour after its last proof', async () => {
    const payer = await planPayer(site, 3);
    site.clock.advance(hours(1) + 1000);
    expect(await stop(payer)).toMatchObject({ status: 403, body: { reason: 'prove' } });
    await payer.visitor.post('/api/applications/open', { key: await keyOf(site, payer.id) });
    expect(await stop(payer)).toMatchObject({ status: 200 });
  });

  test('is refused to every other browser', async () => {
    const payer = await planPayer(site, 3);
    const other = await beginner(site);
    for (const visitor of [site.visitor(), other.visitor, site.admin])
      expect((await stop({ ...payer, visitor })).status).toBe(404);
  });

  test('twice at once ends it once', async () => {
    const payer = await planPayer(site, 3);
    const answers = await Promise.all([stop(payer), stop(payer)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await site.until(async () =>
      expect(
        (await mailsTo(site, payer.email)).filter(({ template }) => template === 'plan-stopped'),
      ).toHaveLength(1),
    );
  });

  test('leaves nothing to be claimed', async () => {
    const payer = await planPayer(site, 3);
    await stop(payer);
    const answer = await payer.visitor.post('/payment/submit', {
      paymentMethod: 'zelle',
      paymentData: { confirmationNumber: 'LATE-AFTER-ALL', plan: 'installment' },
      applicationId: payer.id,
    });
    expect(answer).toMatchObject({ status: 409 });
    expect((await myApplications(payer.visitor))[0]?.payments).toHaveLength(3);
  });
});
