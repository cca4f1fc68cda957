import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { days, minutes } from '../../shared/time.ts';
import { passportApplications } from '../application/application.store.ts';
import { statusJobs } from '../application-status/notifications/status.jobs.ts';
import { lastMail } from '../members/testing.ts';
import { undoNewest } from '../audit/undo/testing.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { inTransaction } from '../../server/database/database.ts';
import { listApplicationEvents, stepApplication } from '../application/application-event.store.ts';
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
const submittedAtOf = async (id: string) =>
  (
    await site.db
      .select({ submittedAt: passportApplications.submittedAt })
      .from(passportApplications)
      .where(eq(passportApplications.id, id))
  )[0]?.submittedAt;
/** Newest first. */
const actsOn = (id: string) =>
  site.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(desc(auditLog.id));
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

describe('a step that is undone', () => {
  const undo = (ids: string[], step: string) => site.admin.post(`${steps}/undo`, { ids, step });
  /** The mails about steps, in the order in which the queue does their jobs. */
  async function mailed(id: string, to: string) {
    const job = statusJobs.find(({ name }) => name === 'application-step');
    await job?.handle({ id, to } as never, { context: site.context, log: site.app.log });
    const mails = await site.db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.recipientAddress, `kit${number}@example.org`));
    return mails
      .map(({ template }) => template)
      .filter((template) => template.startsWith('application-') && !template.endsWith('submitted'));
  }

  test.each(['in_review', 'approved', 'dispatched', 'delivered'])(
    'from the list of last actions leads back from %s',
    async (to) => {
      const { id } = await applied();
      const submittedAt = await submittedAtOf(id);
      const way = ['submitted', 'in_review', 'approved', 'dispatched', 'delivered'];
      for (const step of way.slice(1, way.indexOf(to) + 1))
        await move([id], step, step === 'dispatched' ? { courier: 'DHL' } : {});
      site.clock.advance(1000);
      await undoNewest(site.admin, `application.${to}`);
      const from = way[way.indexOf(to) - 1];
      expect(await statusOf(id)).toBe(from);
      expect(await submittedAtOf(id)).toEqual(submittedAt);
      const [act] = await actsOn(id);
      expect(act).toMatchObject({
        action: 'application.step_undone',
        before: { applicationStatus: to },
        after: { applicationStatus: from },
      });
      const shipment = await findShipment(site.db, id);
      if (to === 'dispatched')
        expect(shipment).toMatchObject({ courier: null, dispatchedAt: null, dispatchedBy: null });
      if (to === 'delivered') expect(shipment).toMatchObject({ courier: 'DHL', deliveredAt: null });
    },
  );

  test('and had asked for information asks for nothing; one that had ended the asking asks again', async () => {
    const { id, visitor } = await applied();
    await move([id], 'in_review');
    await move([id], 'needs_information', { note: 'The street has no number.' });
    await undoNewest(site.admin, 'application.needs_information');
    expect(await statusOf(id)).toBe('in_review');
    await move([id], 'needs_information', { note: 'The street has no number.' });
    await move([id], 'in_review');
    await undoNewest(site.admin, 'application.in_review');
    expect(await statusOf(id)).toBe('needs_information');
    const { body } = await visitor.get(`/api/applications/${id}/story`);
    expect(body).toMatchObject({ asked: 'The street has no number.' });
  });

  test('is not emailed once it is undone, nor shown to the applicant', async () => {
    const { id, visitor } = await applied();
    await move([id], 'in_review');
    await move([id], 'approved');
    site.context.settings.undoMs = minutes(10);
    const { body } = await undo([id], 'approved');
    site.context.settings.undoMs = 0;
    expect(body).toEqual({
      message: '1 application is back at its earlier status. The applicant gets no email.',
    });
    expect(await mailed(id, 'approved')).toEqual([]);
    await move([id], 'needs_information', { note: 'The street has no number.' });
    await undo([id], 'needs_information');
    expect(await mailed(id, 'needs_information')).toEqual([]);
    const { text } = await visitor.get(`/api/applications/${id}/story`);
    expect(text).not.toContain('"approved"');
    await move([id], 'approved');
    expect(await mailed(id, 'approved')).toEqual(['application-approved']);
    expect((await undo([id], 'approved')).text).toContain('may have had an email');
  });

  test('of many goes back where nothing has happened since, and is refused where that is nowhere', async () => {
    const [one, other] = [await approved(), await approved()];
    await dispatch(other.id);
    expect((await undo([one.id, other.id], 'approved')).status).toBe(200);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['in_review', 'dispatched']);
    expect((await undo([one.id, other.id], 'approved')).status).toBe(409);
  });

  test('is no step that ended payments, nor one of the applicant', async () => {
    const { id } = await applied();
    expect((await undo([id], 'submitted')).status).toBe(400);
    await move([id], 'in_review');
    await move([id], 'cancelled', { note: 'At your request.' });
    expect((await undo([id], 'cancelled')).status).toBe(400);
    const { id: corrected } = await applied();
    await move([corrected], 'in_review');
    await move([corrected], 'needs_information', { note: 'The street has no number.' });
    await inTransaction(site.db, (tx) =>
      stepApplication(tx, corrected, 'in_review', site.clock.now(), { actor: { kind: 'payer' } }),
    );
    expect((await undo([corrected], 'in_review')).status).toBe(409);
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
