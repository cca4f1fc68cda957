import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { sessions } from '../../../../server/security/session.store.ts';
import { hours, minutes } from '../../../../shared/time.ts';
import { outgoingMails } from '../../../mail/queue/outgoing-mail.store.ts';
import { siteSettings } from '../../../maintenance/site.store.ts';
import { accountsOf } from '../../../members/testing.accounts.ts';
import { approvals } from '../../core/approvals/approval.store.ts';
import type { WaitingApproval } from '../../core/approvals/approval.contract.ts';
import { approvalLifetimeMs } from '../../core/approvals/approval.rules.ts';
import { journal } from '../../core/journal/journal.store.ts';
import { payments } from '../../core/payment.store.ts';
import { findSchedule, instalments, listInstalments } from '../../core/schedule/schedule.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  findClaimId,
  myApplications,
  person,
  today,
} from '../../core/testing.ts';
import { type CardSite, openCardSite } from '../../rails/card/testing.ts';
import { paypalOrders } from '../../rails/card/paypal-order.store.ts';
import { paypalRefunds } from '../refunds/paypal-refund.store.ts';
import type { ReviewItem } from '../review/review.contract.ts';

type Admin = Awaited<ReturnType<CardSite['loggedIn']>>;

let site: CardSite;
let accounts: ReturnType<typeof accountsOf>;
let asker: Admin;
let other: Admin;
beforeAll(async () => {
  site = await openCardSite();
  accounts = accountsOf(site);
});
beforeEach(async () => {
  await site.db.delete(approvals);
  await setSum(null);
  await site.login();
  [asker, other] = [await site.loggedIn('finance'), await site.loggedIn('finance')];
});
afterAll(() => closeWithBalancedLedger(site));

/** As if an owner had set it. */
async function setSum(sum: string | null) {
  await site.db.delete(siteSettings).where(eq(siteSettings.name, 'approval-sum'));
  const by = { updatedBy: crypto.randomUUID(), updatedAt: site.clock.now() };
  if (sum !== null)
    await site.db.insert(siteSettings).values({ name: 'approval-sum', value: { sum }, ...by });
}

interface Request {
  method?: 'POST' | 'PUT';
  path: string;
  body: object;
  /** The one who asks; an administrator of finance without it. */
  by?: Admin;
  /** What it changes, as it is now. */
  state: () => Promise<unknown>;
  /** … and as it is once it is done. */
  done: unknown;
}

const send = ({ method = 'POST', path, body, by = asker }: Request) => by.send(method, path, body);
const approve = (id: string, by = other) => by.post(`/api/admin/approvals/${id}/approve`);
const waiting = async (by = other) =>
  ((await by.get('/api/admin/payments/review?limit=200')).body as ReviewItem[]).filter(
    ({ kind }) => kind === 'approval',
  );
/** Asks, and answers the request that waits. */
async function ask(request: Request): Promise<ReviewItem & { approval: WaitingApproval }> {
  const known = new Set((await waiting()).map(({ id }) => id));
  const answer = await send(request);
  expect(answer.status, answer.text).toBe(202);
  const [item, ...more] = (await waiting()).filter(({ id }) => !known.has(id));
  if (!item?.approval || more.length > 0) throw new Error('Not one request waits.');
  return { ...item, approval: item.approval };
}
const row = async (id: string) =>
  (await site.db.select().from(approvals).where(eq(approvals.id, id)))[0];
const acts = async (id: string) =>
  (await accounts.actsOn(id)).map(({ action, actorId }) => [action, actorId]);

let payers = 0;
/** A claim that waits. */
async function claimed(plan = 'onetime') {
  const number = `APPROVE-${++payers}`;
  const visitor = site.visitor();
  const details = { plan, person: person({ email: `approve.${payers}@example.org` }) };
  const answer = await visitor.post('/payment/submit', claim(number, details));
  expect(answer.status, answer.text).toBe(201);
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('The payer has no application.');
  const { id: applicationId, reference } = application;
  return { number, paymentId: await findClaimId(site, number), applicationId, reference };
}
/** A transfer that the first administrator has confirmed. */
async function paid(amount = 1000, plan = 'onetime') {
  const payer = await claimed(plan);
  expect((await confirm(site, payer.number, amount)).status).toBe(200);
  return payer;
}
const paidPlan = () => paid(100, 'installment');
const paymentState = (id: string) => async () => {
  const [found] = await site.db.select().from(payments).where(eq(payments.id, id));
  return [found?.status, found?.receivedCents, found?.refundedCents, found?.movedCents];
};
async function cardPayment() {
  const { id } = await site.paid();
  return (await site.rows(id)).payment.id;
}
const transferRefund = async (amount = '600.00'): Promise<Request> => {
  const { paymentId } = await paid();
  return {
    path: `/api/admin/payments/${paymentId}/refund`,
    body: { amount, held: '1000.00', refundedOn: today(site), reason: 'As agreed.' },
    state: paymentState(paymentId),
    done: ['partially_refunded', 100_000n, 60_000n, 0n],
  };
};
const paypalRefund = async (): Promise<Request & { paymentId: string }> => {
  const paymentId = await cardPayment();
  return {
    paymentId,
    path: `/api/admin/payments/${paymentId}/paypal-refund`,
    body: { amount: '600.00', held: '1000.00', reason: 'As agreed.' },
    state: paymentState(paymentId),
    done: ['partially_refunded', 100_000n, 60_000n, 0n],
  };
};
const planOf = async (applicationId: string) => {
  const schedule = await findSchedule(site.db, applicationId);
  if (!schedule) throw new Error('No plan.');
  return { schedule, all: await listInstalments(site.db, schedule.id) };
};

/** Each kind of action, ready to be asked for. */
const ACTIONS: Record<string, () => Promise<Request>> = {
  'a recorded refund': transferRefund,
  'a refund through PayPal': paypalRefund,
  'taking back a payment': async () => {
    const { paymentId } = await paid();
    return {
      path: `/api/admin/payments/${paymentId}/take-back`,
      body: { held: '1000.00', reason: 'The wrong one.' },
      state: paymentState(paymentId),
      done: ['claimed', null, null, 0n],
    };
  },
  'moving money': async () => {
    const [{ paymentId }, { reference }] = [await paid(), await paidPlan()];
    return {
      path: `/api/admin/payments/${paymentId}/move`,
      body: { amount: '600.00', held: '1000.00', reference, reason: 'The wrong one.' },
      state: paymentState(paymentId),
      done: ['succeeded', 100_000n, null, 60_000n],
    };
  },
  'waiving an instalment': async () => {
    const { applicationId } = await paidPlan();
    const [, second] = (await planOf(applicationId)).all;
    if (!second) throw new Error('No second instalment.');
    return {
      path: `/api/admin/instalments/${second.id}/waive`,
      body: { reason: 'A gift.' },
      state: async () =>
        (await site.db.select().from(instalments).where(eq(instalments.id, second.id)))[0]?.status,
      done: 'waived',
    };
  },
  'ending a plan': async () => {
    const { applicationId } = await paidPlan();
    const { schedule } = await planOf(applicationId);
    return {
      path: `/api/admin/schedules/${schedule.id}/end`,
      body: { reason: 'As agreed.' },
      state: async () => (await findSchedule(site.db, applicationId))?.status,
      done: 'cancelled',
    };
  },
  'confirming a different amount': async () => {
    const { paymentId } = await claimed();
    return {
      path: `/api/admin/payments/${paymentId}/confirm`,
      body: { receivedAmount: '400.00', receivedOn: today(site), acceptDifference: true },
      state: paymentState(paymentId),
      done: ['succeeded', 40_000n, null, 0n],
    };
  },
  'deciding whose a number is, with a different amount': async () => {
    const { number, paymentId } = await claimed();
    const second = site.visitor();
    const details = {
      data: { review: true },
      person: person({ email: `same.${payers}@example.org` }),
    };
    expect((await second.post('/payment/submit', claim(number, details))).status).toBe(201);
    return {
      path: `/api/admin/payments/${paymentId}/settle`,
      body: {
        receivedAmount: '400.00',
        receivedOn: today(site),
        acceptDifference: true,
        reason: 'It is of another transfer.',
      },
      state: paymentState(paymentId),
      done: ['succeeded', 40_000n, null, 0n],
    };
  },
  'refunding unmatched money at PayPal': async () => {
    const captureId = await foreignCapture('700.00');
    await site.wait(hours(4));
    await site.run('card-report');
    await Promise.all([site.login(), renew(asker), renew(other)]);
    const { body } = await site.admin.get('/api/admin/payments/review?limit=200');
    const item = (body as ReviewItem[]).find(({ subject }) => subject === captureId);
    return {
      path: '/api/admin/payments/lines/decide',
      body: { lines: [item?.id], to: 'refund', reason: 'It is not ours.' },
      state: async () =>
        (await site.paypal.rest('GET', `/v2/payments/captures/${captureId}`)).status,
      done: 'REFUNDED',
    };
  },
  'accepting a dispute': async () => {
    const paymentId = await cardPayment();
    const { disputeId } = await disputed(paymentId);
    return {
      path: `/api/admin/payments/disputes/${disputeId}/answer`,
      body: { to: 'accept', note: 'They are right.' },
      state: paymentState(paymentId),
      done: ['reversed', 100_000n, 100_000n, 0n],
    };
  },
  'offering a refund in a dispute': async () => {
    const paymentId = await cardPayment();
    const { disputeId } = await disputed(paymentId, { lifecycle: 'INQUIRY' });
    return {
      path: `/api/admin/payments/disputes/${disputeId}/answer`,
      body: { to: 'offer', note: 'Our fault.', amount: '1000.00' },
      state: paymentState(paymentId),
      done: ['reversed', 100_000n, 100_000n, 0n],
    };
  },
  'recording that a dispute is lost': async () => {
    const { paymentId } = await paid();
    const path = `/api/admin/payments/${paymentId}/dispute`;
    expect((await asker.post(path, { reason: 'The bank asks.' })).status).toBe(200);
    return {
      path: `${path}/end`,
      body: { outcome: 'lost', endedOn: today(site), reason: 'The bank took it back.' },
      state: paymentState(paymentId),
      done: ['reversed', 100_000n, 100_000n, 0n],
    };
  },
  'raising the sum': async () => ({
    by: await site.loggedIn('owner'),
    method: 'PUT',
    path: '/api/admin/payments/approval-sum',
    body: { sum: '5000.00' },
    state: async () =>
      ((await site.admin.get('/api/admin/payments/approval-sum')).body as { sum: string }).sum,
    done: '5000.00',
  }),
};

/** A card payment that its payer disputes at PayPal. */
async function disputed(paymentId: string, details: object = {}) {
  const [order] = await site.db
    .select()
    .from(paypalOrders)
    .where(eq(paypalOrders.paymentId, paymentId));
  const { done } = await site.paypal.act('captures', order?.captureId ?? '', 'dispute', details);
  await site.wait(minutes(1));
  await site.run('card-report');
  await Promise.all([site.login(), renew(asker), renew(other)]);
  return { disputeId: done.id as string };
}

async function foreignCapture(value: string): Promise<string> {
  const { id } = await site.paypal.rest('POST', '/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value } }],
  });
  await site.paypal.approve(id);
  const done = await site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`);
  return done.purchase_units[0].payments.captures[0].id;
}
/** The password was entered again. */
const renew = ({ id }: Admin) =>
  site.db
    .update(sessions)
    .set({ authenticatedAt: site.clock.now(), lastSeenAt: site.clock.now() })
    .where(eq(sessions.userId, id));

describe.each(Object.keys(ACTIONS))('above the sum, %s', (name) => {
  const prepare = () => ACTIONS[name]?.() ?? Promise.reject(new Error(name));

  test('waits, and is done once another administrator approves it', async () => {
    const request = await prepare();
    await setSum('50.00');
    const [before, written] = [await request.state(), await site.db.$count(journal)];
    expect(before).not.toEqual(request.done);
    const { id, approval } = await ask(request);
    expect(approval).toMatchObject({ isYours: false, askedBy: expect.stringContaining('Test') });
    expect([await request.state(), await site.db.$count(journal)]).toEqual([before, written]);

    // The one who asked cannot approve it, nor can the other one without a recent password.
    expect((await approve(id, request.by ?? asker)).status).toBe(403);
    await accounts.age(other.id);
    expect((await approve(id)).body).toMatchObject({ reason: 'reauthenticate' });
    await renew(other);
    expect(await request.state()).toEqual(before);

    const answer = await approve(id);
    expect(answer.status, answer.text).toBe(200);
    expect(await request.state()).toEqual(request.done);
    const after = await site.db.$count(journal);
    // Said twice, it is done once.
    expect((await approve(id)).status).toBe(200);
    expect((await approve(id, await site.loggedIn('finance'))).status).toBe(409);
    expect([await request.state(), await site.db.$count(journal)]).toEqual([request.done, after]);
    expect(await acts(id)).toEqual([
      ['approval.asked', (request.by ?? asker).id],
      ['approval.approved', other.id],
    ]);
    expect((await waiting()).map((item) => item.id)).not.toContain(id);
  });

  test('is done by two who approve at the same time once', async () => {
    const request = await prepare();
    await setSum('50.00');
    const { id } = await ask(request);
    const third = await site.loggedIn('finance');
    const answers = await Promise.all([approve(id), approve(id, third)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await request.state()).toEqual(request.done);
    expect((await acts(id)).filter(([action]) => action === 'approval.approved')).toHaveLength(1);
  });

  test('is not done once it is declined', async () => {
    const request = await prepare();
    await setSum('50.00');
    const before = await request.state();
    const { id } = await ask(request);
    const decline = (by: Admin, reason = 'Ask the payer first.') =>
      by.post(`/api/admin/approvals/${id}/decline`, { reason });
    expect((await decline(request.by ?? asker)).status).toBe(403);
    expect((await decline(other, ' ')).status).toBe(400);
    expect((await decline(other)).status).toBe(200);
    expect((await approve(id)).status).toBe(409);
    expect(await request.state()).toEqual(before);
    expect(await row(id)).toMatchObject({
      state: 'declined',
      decidedBy: other.id,
      decisionReason: 'Ask the payer first.',
    });
    // It can be asked for again.
    await ask(request);
  });
});

describe('at the sum or below', () => {
  test('one administrator is enough', async () => {
    const request = await transferRefund();
    await setSum('600.00');
    expect((await send(request)).status).toBe(200);
    expect(await request.state()).toEqual(request.done);
  });

  test.each([
    ['without a sum', null],
    ['with a higher sum', '1000.00'],
  ])('%s too', async (_, sum) => {
    const request = await paypalRefund();
    await setSum(sum);
    expect((await send(request)).status).toBe(200);
    expect(await request.state()).toEqual(request.done);
  });

  test('several refunds or moves of one payment, and waivers of one plan, count together', async () => {
    const { paymentId } = await paid();
    const refund = (amount: string, held: string) =>
      asker.post(`/api/admin/payments/${paymentId}/refund`, {
        amount,
        held,
        refundedOn: today(site),
        reason: 'A part.',
      });
    const [{ paymentId: moved }, { reference }] = [await paid(), await paidPlan()];
    const move = (amount: string, held: string) =>
      asker.post(`/api/admin/payments/${moved}/move`, {
        amount,
        held,
        reference,
        reason: 'A part.',
      });
    const { applicationId } = await paidPlan();
    const [, second, third] = (await planOf(applicationId)).all;
    const waive = (id = '') =>
      asker.post(`/api/admin/instalments/${id}/waive`, { reason: 'Gift.' });
    await setSum('150.00');
    expect((await refund('100.00', '1000.00')).status).toBe(200);
    expect((await refund('100.00', '900.00')).status).toBe(202);
    expect((await move('100.00', '1000.00')).status).toBe(200);
    expect((await move('100.00', '900.00')).status).toBe(202);
    expect((await waive(second?.id)).status).toBe(200);
    expect((await waive(third?.id)).status).toBe(202);
  });

  test('a dispute that is accepted counts with what went back before', async () => {
    const paymentId = await cardPayment();
    const refund = { amount: '500.00', held: '1000.00', reason: 'A part.' };
    const path = `/api/admin/payments/${paymentId}/paypal-refund`;
    expect((await asker.post(path, refund)).status).toBe(200);
    const { disputeId } = await disputed(paymentId, { amount: '100.00' });
    const accept = () =>
      asker.post(`/api/admin/payments/disputes/${disputeId}/answer`, {
        to: 'accept',
        note: 'They are right.',
      });
    await setSum('599.00');
    expect((await accept()).status).toBe(202);
    await site.db.delete(approvals);
    await setSum('600.00');
    expect((await accept()).status).toBe(200);
  });

  test('evidence in a dispute, or a dispute that was won, needs nobody else', async () => {
    const { disputeId } = await disputed(await cardPayment());
    const { paymentId } = await paid();
    const path = `/api/admin/payments/${paymentId}/dispute`;
    expect((await asker.post(path, { reason: 'The bank asks.' })).status).toBe(200);
    await setSum('50.00');
    const evidence = { to: 'evidence', note: 'It was sent on 3 November.' };
    const answer = `/api/admin/payments/disputes/${disputeId}/answer`;
    expect((await asker.post(answer, evidence)).status).toBe(200);
    const won = { outcome: 'kept', endedOn: today(site), reason: 'The bank agrees.' };
    expect((await asker.post(`${path}/end`, won)).status).toBe(200);
  });

  test('what one has just recorded oneself can be undone alone', async () => {
    const { paymentId } = await claimed();
    await setSum('50.00');
    const { settings } = site.context;
    const { undoMs } = settings;
    settings.undoMs = 10_000;
    const receipt = { receivedAmount: '1000.00', receivedOn: today(site) };
    expect((await asker.post(`/api/admin/payments/${paymentId}/confirm`, receipt)).status).toBe(
      200,
    );
    const takeBack = (by: Admin) =>
      by.post(`/api/admin/payments/${paymentId}/take-back`, { held: '1000.00', reason: 'A slip.' });
    expect((await takeBack(other)).status).toBe(202);
    expect((await takeBack(asker)).status).toBe(200);
    settings.undoMs = undoMs;
  });
});

describe('a request', () => {
  test('says who asks, about whom, how much and why, and is in the lists of the application', async () => {
    const { paymentId, reference, applicationId } = await paid();
    const request: Request = {
      path: `/api/admin/payments/${paymentId}/refund`,
      body: { amount: '600', held: '1000.00', refundedOn: today(site), reason: 'As agreed.' },
      state: paymentState(paymentId),
      done: null,
    };
    await setSum('50.00');
    const item = await ask(request);
    expect(item).toMatchObject({
      reference,
      name: 'Ama Mensah',
      amount: '600.00',
      method: 'zelle',
      approval: {
        action: 'recordRefund',
        target: paymentId,
        amount: '600.00',
        askedBy: 'Test finance',
        reason: 'As agreed.',
        details: { refundedOn: today(site) },
      },
    });
    const list = `/api/admin/applications/${applicationId}/approvals`;
    expect((await other.get(list)).body).toMatchObject([{ id: item.id, isYours: false }]);
    expect((await asker.get(list)).body).toMatchObject([{ id: item.id, isYours: true }]);
    expect((await (await site.loggedIn('editor')).get(list)).status).toBe(403);
  });

  test('for the same thing waits once', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    await ask(request);
    expect((await send(request)).body).toMatchObject({
      message: 'This is waiting for a second administrator already.',
    });
    expect((await send({ ...request, by: other })).status).toBe(409);
  });

  test('that cannot be done at all is refused at once', async () => {
    const request = await transferRefund('1000.01');
    await setSum('50.00');
    expect((await send(request)).status).toBe(400);
    expect((await send({ ...request, body: { ...request.body, held: '7.00' } })).status).toBe(409);
  });

  test('that the state has overtaken says why, does nothing and waits on', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    await setSum(null);
    const part = { ...request, by: other, body: { ...request.body, amount: '10.00' } };
    expect((await send(part)).status).toBe(200);
    const before = await request.state();
    const answer = await approve(id);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { message: expect.stringContaining('Another refund of this payment was recorded') },
    ]);
    expect(await request.state()).toEqual(before);
    expect(await row(id)).toMatchObject({ state: 'waiting', decidedBy: null });
    expect(await acts(id)).toHaveLength(1);
  });

  test('is withdrawn by the one who asked alone', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    const withdraw = (by: Admin) => by.post(`/api/admin/approvals/${id}/withdraw`);
    expect((await withdraw(other)).status).toBe(403);
    expect((await withdraw(asker)).status).toBe(200);
    expect((await approve(id)).status).toBe(409);
    expect(await acts(id)).toEqual([
      ['approval.asked', asker.id],
      ['approval.withdrawn', asker.id],
    ]);
  });

  test('expires after seven days', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    const asked = site.clock.now();
    await site.db
      .update(approvals)
      .set({ expiresAt: new Date(asked.getTime() + minutes(1)) })
      .where(eq(approvals.id, id));
    expect((await row(id))?.askedAt.getTime()).toBeLessThan(asked.getTime() + approvalLifetimeMs);
    site.clock.advance(minutes(2));
    expect((await approve(id)).body).toMatchObject({
      message: 'Nobody approved this in time. It must be asked for again.',
    });
    await site.run('approvals-expire');
    await site.run('approvals-expire');
    expect(await row(id)).toMatchObject({ state: 'expired' });
    expect(await acts(id)).toEqual([
      ['approval.asked', asker.id],
      ['approval.expired', null],
    ]);
    expect((await waiting()).map((item) => item.id)).not.toContain(id);
  });

  test('is emailed once to those who can approve it, and not to the one who asked', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    const mails = await site.db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.batchId, `approval-asked:${id}`));
    const addresses = mails.map(({ recipientAddress }) => recipientAddress);
    expect(addresses).toContain(`${other.id}@example.org`);
    expect(addresses).not.toContain(`${asker.id}@example.org`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('is not for those who may not confirm payments', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    expect((await approve(id, await site.loggedIn('viewer'))).status).toBe(403);
    expect((await approve(crypto.randomUUID())).status).toBe(404);
  });
});

describe('an administrator who has lost the role', () => {
  test('cannot approve, and what they asked for cannot be approved', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    await accounts.change(other.id, { role: 'viewer' });
    expect((await approve(id)).status).toBe(403);
    await accounts.change(asker.id, { role: null });
    const third = await site.loggedIn('finance');
    const answer = await approve(id, third);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { message: expect.stringContaining('may no longer do it') },
    ]);
    const reason = { reason: 'They have left.' };
    expect((await third.post(`/api/admin/approvals/${id}/decline`, reason)).status).toBe(200);
  });

  test('no longer counts: who is alone needs nobody, and the log says so', async () => {
    const request = await transferRefund();
    await setSum('50.00');
    const others = await site.db.execute<{ id: string; role: string }>(
      sql`select id::text as id, role from users where is_admin and id <> ${asker.id}`,
    );
    await accounts.leaveAdministrators(asker.id);
    try {
      expect((await send(request)).status).toBe(200);
      expect(await request.state()).toEqual(request.done);
      const [, , , paymentId = ''] = request.path.split('/');
      const log = await site.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'approval.skipped'));
      expect(paymentId).toBeDefined();
      expect(log.filter(({ actorId }) => actorId === asker.id)).toMatchObject([
        { after: { amount: '600.00' } },
      ]);
    } finally {
      for (const { id, role } of others.rows) await accounts.change(id, { role: role as 'owner' });
    }
  });
});

describe('a refund through PayPal that was approved', () => {
  test('is asked for under one id, although the site stopped before PayPal was asked', async () => {
    const request = await paypalRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    // PayPal does it, and the answer is lost.
    await site.paypal.break({ mode: '500-after', count: 20, on: ['refund'] });
    expect((await approve(id)).status).toBe(200);
    expect(await row(id)).toMatchObject({ state: 'approved' });
    expect(await request.state()).not.toEqual(request.done);
    await site.paypal.break();
    await approve(id);
    await site.run('paypal-refunds');
    expect(await request.state()).toEqual(request.done);
    const asked = await site.db
      .select()
      .from(paypalRefunds)
      .where(eq(paypalRefunds.paymentId, request.paymentId));
    expect(asked).toMatchObject([{ state: 'done', requestedBy: other.id }]);
  });

  test('says why PayPal refuses it, and can be asked for again', async () => {
    const request = await paypalRefund();
    await setSum('50.00');
    const { id } = await ask(request);
    await site.paypal.break({ mode: 'refund-no-funds', count: 1 });
    expect((await approve(id)).body).toMatchObject({
      message: expect.stringContaining('balance of the PayPal account is too low'),
    });
    const again = await ask(request);
    expect((await approve(again.id)).status).toBe(200);
    expect(await request.state()).toEqual(request.done);
  });
});

describe('paths that store no request', () => {
  test('refuse what is above the sum', async () => {
    const { paymentId: id } = await claimed();
    await setSum('50.00');
    const claims = [
      { id, receivedAmount: '400.00', receivedOn: today(site), acceptDifference: true },
    ];
    const answer = await asker.post('/api/admin/payments/confirm', { claims });
    expect(answer.body).toMatchObject({
      results: [{ isConfirmed: false, message: expect.stringContaining('second administrator') }],
    });
    expect(await paymentState(id)()).toEqual(['claimed', null, null, 0n]);
  });
});

describe('the sum', () => {
  const path = '/api/admin/payments/approval-sum';
  const sumOf = async () => (await site.admin.get(path)).body;

  test('is set, lowered and read by owners with a recent password', async () => {
    const owner = await site.loggedIn('owner');
    expect((await asker.put(path, { sum: '500.00' })).status).toBe(403);
    expect((await asker.get(path)).status).toBe(403);
    expect((await owner.put(path, { sum: 'much' })).status).toBe(400);
    expect((await owner.put(path, { sum: '-1' })).status).toBe(400);
    expect((await owner.put(path, { sum: 500 })).status).toBe(200);
    expect(await sumOf()).toMatchObject({ sum: '500.00', approvers: expect.any(Number) });
    expect((await owner.put(path, { sum: '499.99' })).status).toBe(200);
    await accounts.age(owner.id);
    expect((await owner.put(path, { sum: '1' })).body).toMatchObject({ reason: 'reauthenticate' });
    const log = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, owner.id))
      .orderBy(auditLog.id);
    expect(log).toMatchObject([
      { action: 'approval.sum_changed', before: { sum: null }, after: { sum: '500.00' } },
      { action: 'approval.sum_changed', before: { sum: '500.00' }, after: { sum: '499.99' } },
    ]);
  });

  test.each([['5000.00'], [null]])('is not raised to %s by one alone', async (sum) => {
    const owner = await site.loggedIn('owner');
    await setSum('500.00');
    const answer = await owner.put(path, { sum });
    expect([answer.status, answer.body]).toMatchObject([202, { isWaiting: true }]);
    expect(await sumOf()).toMatchObject({ sum: '500.00' });
    const [item] = (await waiting()).filter(
      ({ approval }) => approval?.action === 'setApprovalSum',
    );
    expect(item).toMatchObject({ applicationId: null, method: null, amount: sum });
    expect((await approve(String(item?.id))).status).toBe(200);
    expect(await sumOf()).toMatchObject({ sum });
  });
});

test('the database takes no approval by the one who asked', async () => {
  const request = await transferRefund();
  await setSum('50.00');
  const { id } = await ask(request);
  await expect(
    inTransaction(site.db, (tx) =>
      tx
        .update(approvals)
        .set({ state: 'approved', decidedBy: asker.id, decidedAt: site.clock.now() })
        .where(eq(approvals.id, id)),
    ),
  ).rejects.toThrow();
});
