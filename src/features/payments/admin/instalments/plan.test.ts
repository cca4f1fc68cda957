import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { minutes } from '../../../../shared/time.ts';
import { mailsTo } from '../../../application-status/testing.ts';
import { statusJobs } from '../../../application-status/notifications/status.jobs.ts';
import { journal } from '../../core/journal/journal.store.ts';
import { findSchedule, paymentSchedules } from '../../core/schedule/schedule.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  openPaymentSite,
  person,
  type PaymentSite,
  pricing,
  zelle,
  submitClaim,
  myApplication,
} from '../../core/testing.ts';
import { hasStoredAccount } from '../../rails/card/renewals/vault.service.ts';
import { vaultTokens } from '../../rails/card/renewals/vault.store.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ rails: [zelle, pricing(300, 100, 3)] });
});
afterAll(() => closeWithBalancedLedger(site));

let payers = 0;
/** A plan with one payment made, and the account that PayPal stores for it. */
async function plan(choice = 'installment') {
  const number = `END-${++payers}`;
  const email = `ended.${payers}@example.org`;
  const details = { plan: choice, person: person({ email }) };
  const { visitor } = await submitClaim(site, number, details);
  await confirm(site, number, choice === 'installment' ? 100 : 300);
  const { id: applicationId } = await myApplication(visitor);
  const id = (await findSchedule(site.db, applicationId))?.id ?? '';
  const token = randomUUID();
  const stored = { id: token, scheduleId: id, sealed: '', digest: token };
  const none = { endedAt: null, deletedAt: null };
  await site.db.insert(vaultTokens).values({ ...stored, addedAt: site.clock.now(), ...none });
  return { visitor, details, email, number, applicationId, id };
}
type Plan = Awaited<ReturnType<typeof plan>>;
const end = ({ id }: Pick<Plan, 'id'>, by: Pick<Visitor, 'post'> = site.admin, reason = 'Asked.') =>
  by.post(`/api/admin/schedules/${id}/end`, { reason });
const undo = ({ id }: Pick<Plan, 'id'>) => site.admin.post(`/api/admin/schedules/${id}/end/undo`);
const seen = ({ visitor }: Plan) => myApplication(visitor);
const statuses = async (payer: Plan) => (await seen(payer)).instalments.map(({ status }) => status);
/** Does the job that tells the payer. */
async function notify({ applicationId, email }: Plan) {
  const job = statusJobs.find(({ name }) => name === 'plan-stopped');
  await job?.handle({ id: applicationId } as never, { context: site.context, log: site.app.log });
  return mailsTo(site, email);
}

test('ending a plan cancels what is unpaid, charges no account and tells the payer once', async () => {
  const payer = await plan();
  expect((await end(payer)).body).toEqual({ message: 'The payment plan is ended.' });
  expect(await statuses(payer)).toEqual(['paid', 'cancelled', 'cancelled']);
  expect(await seen(payer)).toMatchObject({
    paymentStatus: 'partially_paid',
    receivedAmount: '100.00',
  });
  expect(await hasStoredAccount(site.db, payer.id)).toBe(false);
  await notify(payer);
  const mails = (await notify(payer)).filter(({ template }) => template === 'plan-stopped');
  expect(mails).toMatchObject([{ props: { byUs: true, received: '$100.00' } }]);
  const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, payer.id));
  expect(log).toMatchObject([{ action: 'plan.ended', after: { reason: 'Asked.' } }]);
});

test('undoing it lets the plan run again as it was, and tells nobody', async () => {
  const payer = await plan();
  await site.admin.post(`/api/admin/instalments/${await secondOf(payer)}/waive`, {
    reason: 'A gift.',
  });
  await end(payer);
  expect(await statuses(payer)).toEqual(['paid', 'waived', 'cancelled']);
  expect((await undo(payer)).status).toBe(200);
  expect(await statuses(payer)).toEqual(['paid', 'waived', 'scheduled']);
  expect(await hasStoredAccount(site.db, payer.id)).toBe(true);
  expect((await notify(payer)).map(({ template }) => template)).not.toContain('plan-stopped');
  const rows = await site.db
    .select()
    .from(journal)
    .where(eq(journal.applicationId, payer.applicationId))
    .orderBy(journal.id);
  expect(rows.slice(-2).map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
    ['charge_cancelled', 'kit_orders', 'receivable'],
    ['correction', 'receivable', 'kit_orders'],
  ]);
  const next = claim(`${payer.number}-3`, { ...payer.details, data: { instalment: 3 } });
  expect((await payer.visitor.post('/payment/submit', next)).status).toBe(201);
  expect((await confirm(site, `${payer.number}-3`, 100)).status).toBe(200);
  expect(await seen(payer)).toMatchObject({ paymentStatus: 'completed' });
});

const secondOf = async ({ applicationId }: Plan) => {
  const { body } = await site.admin.get(`/api/admin/applications/${applicationId}/money`);
  const text = JSON.stringify(body);
  return /"id":"([^"]+)","number":2/.exec(text)?.[1] ?? '';
};

test('a plan that does not run cannot be ended, and one that we did not end cannot be undone', async () => {
  const payer = await plan();
  expect((await undo(payer)).status).toBe(409);
  await end(payer);
  expect((await end(payer)).status).toBe(409);
  await undo(payer);
  expect((await undo(payer)).status).toBe(409);
  await end(payer);
  // As if the payer had ended it.
  const byPayer = { endedBy: null };
  await site.db.update(paymentSchedules).set(byPayer).where(eq(paymentSchedules.id, payer.id));
  expect((await undo(payer)).status).toBe(409);
  expect((await end(await plan('onetime'))).status).toBe(404);
  expect((await end({ id: randomUUID() })).status).toBe(404);
  expect((await end(payer, site.admin, ' ')).status).toBe(400);
});

test('a plan is not ended while one of its payments is being checked', async () => {
  const payer = await plan();
  await payer.visitor.post('/payment/submit', claim(`${payer.number}-NOW`, payer.details));
  expect(await end(payer)).toMatchObject({
    status: 409,
    body: { message: 'A payment of this plan is being checked. Decide it first.' },
  });
  expect(await hasStoredAccount(site.db, payer.id)).toBe(true);
});

test('ending a plan is for an administrator with a recent password', async () => {
  const payer = await plan();
  expect((await end(payer, site.visitor())).status).toBe(401);
  expect((await end(payer, await site.loggedIn('member'))).status).toBe(403);
  site.clock.advance(minutes(6));
  expect((await end(payer)).body).toMatchObject({ reason: 'reauthenticate' });
  await site.login();
});
