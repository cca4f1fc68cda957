import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { days, minutes } from '../../../../shared/time.ts';
import { journal } from '../../core/journal/journal.store.ts';
import {
  findInstalment,
  instalments,
  listInstalments,
} from '../../core/schedule/schedule.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
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

let payers = 0;
/** A plan of which the first of three instalments is paid; answers the ids of the instalments. */
async function plan() {
  const number = `PLAN-${++payers}`;
  const details = { plan: 'installment', person: person({ email: `p.${payers}@example.org` }) };
  const { visitor } = await submitClaim(site, number, details);
  await confirm(site, number, 100);
  const path = `/api/admin/applications/${(await myApplication(visitor)).id}/money`;
  const detail = (await site.admin.get(path)).body as PaymentDetail;
  const rows = await listInstalments(site.db, detail.schedules[0]?.id ?? '');
  const ids = rows.map(({ id }) => id);
  return { visitor, details, ids: ids as [string, string, string] };
}
const post = (id: string, operation: string, body: object = { reason: 'Agreed by phone.' }) =>
  site.admin.post(`/api/admin/instalments/${id}/${operation}`, body);
const undo = (id: string) => site.admin.post(`/api/admin/instalments/${id}/waive/undo`);
const statuses = async (visitor: Visitor) =>
  (await myApplication(visitor)).instalments.map(({ status }) => status);
const daysOf = async (visitor: Visitor) =>
  (await myApplication(visitor)).instalments.map(({ dueOn }) => dueOn);
const inDays = (n: number) =>
  new Date(site.clock.now().getTime() + days(n)).toISOString().slice(0, 10);

describe('waiving', () => {
  test('the rest of a plan completes it, and writes off what was owed', async () => {
    const { visitor, ids } = await plan();
    expect((await post(ids[1], 'waive')).status).toBe(200);
    expect((await post(ids[2], 'waive')).status).toBe(200);
    expect(await statuses(visitor)).toEqual(['paid', 'waived', 'waived']);
    expect((await myApplication(visitor)).paymentStatus).toBe('completed');
    const rows = await site.db.select().from(journal).where(eq(journal.instalmentId, ids[1]));
    expect(rows.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
      ['charge', 'receivable', 'kit_orders'],
      ['charge_waived', 'written_off', 'receivable'],
    ]);
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, ids[1]));
    expect(log).toMatchObject([
      { action: 'instalment.waived', after: { reason: 'Agreed by phone.' } },
    ]);
  });

  test('is undone: the instalment is to be paid again, on its day', async () => {
    const { visitor, ids } = await plan();
    await post(ids[1], 'waive');
    expect((await undo(ids[1])).status).toBe(200);
    expect(await statuses(visitor)).toEqual(['paid', 'scheduled', 'scheduled']);
    const rows = await site.db.select().from(journal).where(eq(journal.instalmentId, ids[1]));
    expect(rows.at(-1)).toMatchObject({
      kind: 'correction',
      debit: 'receivable',
      credit: 'written_off',
      amount: 10_000n,
    });
    expect((await undo(ids[1])).status).toBe(409);
  });

  test('what is paid, or being checked, is refused', async () => {
    const { visitor, details, ids } = await plan();
    expect((await post(ids[0], 'waive')).status).toBe(409);
    await visitor.post('/payment/submit', claim(`NEXT-${payers}`, details));
    expect((await post(ids[1], 'waive')).status).toBe(409);
    expect((await post(crypto.randomUUID(), 'waive')).status).toBe(404);
    expect((await post(ids[2], 'waive', { reason: ' ' })).status).toBe(400);
  });
});

describe('moving', () => {
  test('one instalment changes its day alone', async () => {
    const { visitor, ids } = await plan();
    const [, , last] = await daysOf(visitor);
    const body = { dueOn: inDays(40), reason: 'Paid at the end of the month.' };
    expect((await post(ids[1], 'move', body)).status).toBe(200);
    expect(await daysOf(visitor)).toEqual([today(site), inDays(40), last]);
  });

  test('takes back the announced day of a charge, which is announced anew', async () => {
    const { ids } = await plan();
    const announced = { chargeOn: inDays(30) };
    await site.db.update(instalments).set(announced).where(eq(instalments.id, ids[1]));
    await post(ids[1], 'move', { dueOn: inDays(40), reason: 'Later.' });
    expect((await findInstalment(site.db, ids[1]))?.instalment.chargeOn).toBeNull();
  });

  test('with all later ones pauses the plan, and moving back undoes it', async () => {
    const { visitor, ids } = await plan();
    const before = await daysOf(visitor);
    const day = new Date(Date.parse(before[1] ?? '') + days(60)).toISOString().slice(0, 10);
    const pause = { dueOn: day, withLater: true, reason: 'Out of work.' };
    expect((await post(ids[1], 'move', pause)).status).toBe(200);
    const paused = await daysOf(visitor);
    expect(paused[1]).toBe(day);
    expect(Date.parse(paused[2] ?? '') - Date.parse(before[2] ?? '')).toBe(days(60));
    await post(ids[1], 'move', { ...pause, dueOn: before[1] });
    expect(await daysOf(visitor)).toEqual(before);
  });

  test.each([
    ['a day that is over', -1, {}],
    ['a day after the next instalment', 90, {}],
    ['a day in ten years', 3650, { withLater: true }],
    ['no day', Number.NaN, {}],
  ])('to %s is refused', async (_, ahead, more) => {
    const { visitor, ids } = await plan();
    const before = await daysOf(visitor);
    const dueOn = Number.isNaN(ahead) ? 'soon' : inDays(ahead);
    expect((await post(ids[1], 'move', { dueOn, reason: 'Why not.', ...more })).status).toBe(400);
    expect(await daysOf(visitor)).toEqual(before);
  });
});

test('both are for an administrator with a recent password', async () => {
  const { ids } = await plan();
  const path = `/api/admin/instalments/${ids[1]}/waive`;
  expect((await site.visitor().post(path, { reason: 'x' })).status).toBe(401);
  expect((await (await site.loggedIn('member')).post(path, { reason: 'x' })).status).toBe(403);
  site.clock.advance(minutes(6));
  expect((await post(ids[1], 'waive')).body).toMatchObject({ reason: 'reauthenticate' });
  await site.login();
});
