import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { days } from '../../shared/time.ts';
import { passportApplications } from '../application/application.store.ts';
import { statusJobs } from '../application-status/notifications/status.jobs.ts';
import { lastMail } from '../members/testing.ts';
import { listApplicationEvents } from '../application/application-event.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  pricing,
  type PaymentSite,
} from '../payments/core/testing.ts';
import type { KitCard } from './fulfilment.contract.ts';
import { findShipment } from './shipment.store.ts';

const board = '/api/admin/fulfilment';
const steps = `${board}/steps`;

let site: PaymentSite;
let number = 0;
beforeAll(async () => {
  site = await openPaymentSite();
});
beforeEach(() => site.login());
afterAll(() => closeWithBalancedLedger(site));

/** An application of somebody new; paid unless said otherwise, submitted by its claim. */
async function applied(
  changes: { person?: object; plan?: string; isPaid?: boolean; top?: object } = {},
) {
  const { isPaid = true, plan = 'onetime' } = changes;
  const visitor = site.visitor();
  number += 1;
  const given = `FULFIL-${number}`;
  const body = claim(given, {
    plan,
    person: person({
      firstName: `Kit${number}`,
      noticeVersion: '1',
      email: `kit${number}@example.org`,
      ...changes.person,
    }),
  });
  const { status, text } = await visitor.post('/payment/submit', body);
  if (status !== 201) throw new Error(text);
  if (isPaid) await confirm(site, given, plan === 'onetime' ? '1000.00' : '100.00');
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('The application vanished.');
  return { id: application.id, reference: application.reference, visitor, number: given };
}

const move = (ids: string[], to: string, more: object = {}) =>
  site.admin.post(steps, { ids, to, ...more });
async function approved(changes = {}) {
  const one = await applied(changes);
  await move([one.id], 'in_review');
  await move([one.id], 'approved');
  return one;
}
const dispatch = (id: string, more: object = {}) =>
  move([id], 'dispatched', { courier: 'DHL', ...more });
const kit = async (id: string, status: string): Promise<KitCard | undefined> => {
  const { body } = await site.admin.get(`${board}?status=${status}&limit=500`);
  return (body as { kits: KitCard[] }).kits.find((one) => one.id === id);
};
const statusOf = async (id: string) =>
  (
    await site.db
      .select({ status: passportApplications.applicationStatus })
      .from(passportApplications)
      .where(eq(passportApplications.id, id))
  )[0]?.status;

describe('an application that is paid', () => {
  test('goes from submitted to delivered, each step in its history with who took it', async () => {
    const { id } = await approved();
    expect((await dispatch(id, { trackingNumber: 'JD014600' })).status).toBe(200);
    expect((await move([id], 'delivered')).body).toMatchObject({ moved: 1, refused: [] });
    const events = await listApplicationEvents(site.db, id);
    expect(events.map(({ to, actor }) => [to, actor])).toEqual([
      ['submitted', 'payer'],
      ['in_review', 'admin'],
      ['approved', 'admin'],
      ['dispatched', 'admin'],
      ['delivered', 'admin'],
    ]);
    expect(await findShipment(site.db, id)).toMatchObject({
      courier: 'DHL',
      trackingNumber: 'JD014600',
    });
  });

  test('is on the board with the day by which its kit is promised to leave', async () => {
    const { id } = await applied();
    const shown = await kit(id, 'submitted');
    expect(shown).toMatchObject({ obstacles: [], isOverdue: false, courier: null });
    expect(shown?.sendBy).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test('is overdue from the day after the promised one on, until it leaves', async () => {
    const { id } = await approved();
    const { sendBy } = (await kit(id, 'approved')) as KitCard;
    const until = Date.parse(`${sendBy}T12:00:00Z`) - site.clock.now().getTime();
    site.clock.advance(until);
    await site.login();
    expect(await kit(id, 'approved')).toMatchObject({ isOverdue: false });
    site.clock.advance(days(1));
    await site.login();
    expect(await kit(id, 'approved')).toMatchObject({ isOverdue: true });
    const { body } = await site.admin.get(`${board}?status=approved&overdue=true`);
    expect((body as { kits: KitCard[] }).kits.map((one) => one.id)).toContain(id);
    await dispatch(id);
    expect(await kit(id, 'dispatched')).toMatchObject({ isOverdue: false });
  });
});

describe('a kit is not handed to a courier', () => {
  const reasonOf = async (id: string) => {
    const { body } = await dispatch(id);
    expect(await statusOf(id)).toBe('approved');
    return (body as { refused: { reason: string }[] }).refused[0]?.reason;
  };

  test('before its payment has arrived', async () => {
    expect(await reasonOf((await approved({ isPaid: false })).id)).toBe(
      'The payment that releases the kit has not arrived, or is not final yet.',
    );
  });

  test('before the applicant has acknowledged what it is and is not', async () => {
    const { id } = await approved({ person: { noticeVersion: undefined } });
    expect(await reasonOf(id)).toBe(
      'The applicant has not acknowledged what the kit is and is not.',
    );
  });

  test('before everything is paid where that was promised', async () => {
    const { configType, configData } = pricing('1000.00', '100.00', 2);
    await site.admin.post('/api/admin/payment-config', {
      configType,
      configData: { ...configData, kitRelease: 'fully_paid' },
    });
    const { id } = await approved({ plan: 'installment' });
    expect(await reasonOf(id)).toBe(
      'The kit is sent once everything is paid. Something is still due.',
    );
    await site.admin.post('/api/admin/payment-config', pricing('1000.00', '100.00'));
  });

  test('without the name of the courier', async () => {
    const { id } = await approved();
    expect((await move([id], 'dispatched')).status).toBe(400);
  });

  test('before it was approved', async () => {
    const { id } = await applied();
    expect((await dispatch(id)).body).toMatchObject({ moved: 0 });
    expect(await statusOf(id)).toBe('submitted');
  });
});

test('the first payment of a plan releases its kit', async () => {
  const { id } = await approved({ plan: 'installment' });
  expect((await dispatch(id)).body).toMatchObject({ moved: 1 });
});

describe('many at once', () => {
  test('a preview counts those that can take the step, says why the others cannot, and writes nothing', async () => {
    const [one, other, third] = [await approved(), await approved(), await applied()];
    const { body } = await move([one.id, other.id, third.id], 'dispatched', {
      courier: 'DHL',
      preview: true,
    });
    expect(body).toMatchObject({ moved: 2, refused: [{ reference: third.reference }] });
    expect(await statusOf(one.id)).toBe('approved');
  });

  test('those that can take the step take it, the others stay', async () => {
    const [one, other] = [await approved(), await applied()];
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { body } = await move([one.id, other.id, unknown], 'dispatched', { courier: 'DHL' });
    expect(body).toMatchObject({ moved: 1 });
    expect((body as { refused: unknown[] }).refused).toHaveLength(2);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['dispatched', 'submitted']);
  });

  test('a tracking number is refused for more than one', async () => {
    const [one, other] = [await approved(), await approved()];
    const answer = await move([one.id, other.id], 'dispatched', {
      courier: 'DHL',
      trackingNumber: '1',
    });
    expect(answer.status).toBe(400);
  });
});

describe('asked for information', () => {
  test('an application carries what is missing in its history', async () => {
    const { id } = await applied();
    await move([id], 'in_review');
    await move([id], 'needs_information', { note: 'The street has no number.' });
    const events = await listApplicationEvents(site.db, id);
    expect(events.at(-1)).toMatchObject({
      to: 'needs_information',
      note: 'The street has no number.',
    });
  });

  test('without a word of what is missing is refused', async () => {
    const { id } = await applied();
    await move([id], 'in_review');
    expect((await move([id], 'needs_information')).status).toBe(400);
  });
});

describe('cancelled', () => {
  test('an application asks for no more money, and received money stays recorded', async () => {
    const { id, visitor } = await applied({ plan: 'installment' });
    await move([id], 'cancelled', { note: 'At your request.' });
    const [shown] = await myApplications(visitor);
    expect(shown).toMatchObject({ applicationStatus: 'cancelled', receivedAmount: '100.00' });
    expect(shown?.instalments.every(({ rest }) => rest === '0.00')).toBe(true);
  });

  test('tells the applicant in the email what was paid', async () => {
    const { id } = await applied({ plan: 'installment' });
    await move([id], 'cancelled', { note: 'At your request.' });
    const job = statusJobs.find(({ name }) => name === 'application-step');
    await job?.handle({ id, to: 'cancelled' } as never, {
      context: site.context,
      log: site.app.log,
    });
    const email = `kit${number}@example.org`;
    expect(await lastMail(site, email, 'application-cancelled')).toMatchObject({
      note: 'At your request.',
      received: '$100.00',
    });
  });

  test('is not possible while a payment for it is being checked', async () => {
    const { id } = await applied({ isPaid: false });
    expect((await move([id], 'cancelled', { note: 'Why' })).body).toMatchObject({
      moved: 0,
      refused: [{ reason: 'A payment for this application is being checked. Deal with it first.' }],
    });
  });
});

describe('the way of a kit', () => {
  test('can be corrected while it is on its way, with an audit row of before and after', async () => {
    const { id } = await approved();
    await dispatch(id, { trackingNumber: 'WRONG' });
    const body = { courier: 'DHL Express', trackingNumber: 'RIGHT' };
    const { courier = null } = (await findShipment(site.db, id)) ?? {};
    const seen = { courier, trackingNumber: 'WRONG' };
    const answer = await site.admin.put(`${board}/${id}/shipment`, { ...body, seen });
    expect(answer.status).toBe(200);
    // An administrator who has seen the old number cannot overwrite the new one unseen.
    const late = { courier: 'DHL', trackingNumber: 'LATE', seen };
    expect(await site.admin.put(`${board}/${id}/shipment`, late)).toMatchObject({
      status: 409,
      body: { now: body },
    });
    expect(await findShipment(site.db, id)).toMatchObject({ trackingNumber: 'RIGHT' });
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(acts.at(-1)).toMatchObject({
      action: 'shipment.changed',
      before: { trackingNumber: 'WRONG' },
      after: { trackingNumber: 'RIGHT' },
    });
  });

  test('cannot be corrected before it has left', async () => {
    const { id } = await approved();
    const seen = { courier: null, trackingNumber: null };
    const body = { courier: 'DHL', trackingNumber: null, seen };
    expect((await site.admin.put(`${board}/${id}/shipment`, body)).status).toBe(409);
  });
});

describe('labels', () => {
  test('carry the addresses of approved applications, and that they were printed is noted', async () => {
    const { id, reference } = await approved();
    const { body } = await site.admin.post(`${board}/labels`, { ids: [id] });
    expect(body).toMatchObject({
      labels: [{ reference, address: '12 Osu Badu Street, Accra', country: 'Ghana' }],
    });
    expect((await kit(id, 'approved'))?.labelPrintedAt).not.toBeNull();
  });

  test('are not printed for what is not approved', async () => {
    const { id } = await applied();
    expect((await site.admin.post(`${board}/labels`, { ids: [id] })).status).toBe(409);
  });
});

test('every step that the table does not list is refused and changes nothing', async () => {
  const { id } = await applied();
  for (const to of ['needs_information', 'approved', 'dispatched', 'delivered']) {
    const { body } = await move([id], to, { courier: 'DHL', note: 'Why' });
    expect([to, (body as { moved: number }).moved]).toEqual([to, 0]);
  }
  expect(await statusOf(id)).toBe('submitted');
});
