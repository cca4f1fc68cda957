import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../../server/audit.store.ts';
import { days } from '../../../../../shared/time.ts';
import { advanceInstalmentsOf } from '../../../core/payment.service.ts';
import { undoNewest } from '../../../../audit/undo/testing.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
} from '../../../core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

/** A browser that has claimed a payment with this number. */
async function claimed(number: string, changes: Parameters<typeof claim>[1] = {}) {
  const visitor = site.visitor();
  const answer = await visitor.post('/payment/submit', claim(number, changes));
  if (answer.status !== 201) throw new Error(answer.text);
  return visitor;
}

describe('the claims that wait', () => {
  test('are in a list with what an administrator needs to find the transfer', async () => {
    const visitor = await claimed('LIST-1', { plan: 'installment' });
    const [application] = await myApplications(visitor);
    const { body, headers } = await site.admin.get('/api/admin/payments?status=claimed');
    expect(body).toEqual([
      expect.objectContaining({
        reference: application?.reference,
        applicationId: application?.id,
        name: 'Ama Mensah',
        email: 'ama@example.org',
        method: 'zelle',
        status: 'claimed',
        amount: '100.00',
        received: null,
        number: 'LIST-1',
        instalment: 1,
        of: 12,
      }),
    ]);
    expect(headers['x-total-count']).toBe('1');
  });

  test('come page by page, newest first, each once', async () => {
    for (let n = 0; n < 5; n++) {
      site.clock.advance(1);
      await claimed(`PAGE-${n}`);
    }
    const seen: string[] = [];
    let url: string | undefined = '/api/admin/payments?status=claimed&limit=2';
    while (url) {
      const { body, headers } = await site.admin.get(url);
      seen.push(...(body as { number: string }[]).map((row) => row.number));
      url = /<(.+)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(seen).toEqual(['PAGE-4', 'PAGE-3', 'PAGE-2', 'PAGE-1', 'PAGE-0', 'LIST-1']);
  });

  test.each([
    'status=paid',
    'limit=0',
    'limit=501',
    'limit=x',
    'cursor=nonsense',
    `cursor=1_${'-'.repeat(36)}`,
  ])('refuse ?%s', async (query) => {
    expect((await site.admin.get(`/api/admin/payments?${query}`)).status).toBe(400);
  });

  test('are asked for one by one, whatever else waits', async () => {
    for (const number of ['ONE-1', 'ONE-2']) await claimed(number);
    const id = await findClaimId(site, 'ONE-1');
    const { body, headers } = await site.admin.get(`/api/admin/payments?id=${id}`);
    expect(body).toEqual([expect.objectContaining({ id, number: 'ONE-1' })]);
    expect(headers['x-total-count']).toBe('1');
    const none = await site.admin.get(`/api/admin/payments?id=${crypto.randomUUID()}`);
    expect(none.body).toEqual([]);
    expect((await site.admin.get('/api/admin/payments?id=one')).status).toBe(400);
  });
});

describe('confirming', () => {
  test('the price of a one-time payment completes it', async () => {
    const visitor = await claimed('FULL-1');
    expect(
      await confirm(site, 'FULL-1', '1000.00', { statementLine: 'ZELLE AMA M 1000' }),
    ).toMatchObject({ status: 200, body: { message: 'Payment confirmed.' } });
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'completed',
        receivedAmount: '1000.00',
        instalments: [{ status: 'paid', received: '1000.00', rest: '0.00' }],
        payments: [{ status: 'succeeded', flag: 'none', received: '1000.00' }],
      },
    ]);
  });

  test('the first payment of a plan begins it: one instalment paid, eleven to come', async () => {
    const visitor = await claimed('PLAN-1', { plan: 'installment' });
    await confirm(site, 'PLAN-1', 100);
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({
      paymentStatus: 'partially_paid',
      receivedAmount: '100.00',
      totalAmount: '1200.00',
    });
    expect(application?.instalments.map(({ status }) => status)).toEqual([
      'paid',
      ...Array.from({ length: 11 }, () => 'scheduled'),
    ]);
  });

  test('every payment of a plan completes it', async () => {
    const visitor = await claimed('ALL-1', { plan: 'installment' });
    for (let n = 1; n <= 12; n++) {
      if (n > 1) await visitor.post('/payment/submit', claim(`ALL-${n}`, { plan: 'installment' }));
      await confirm(site, `ALL-${n}`, 100);
    }
    const paid = await myApplications(visitor);
    expect(paid).toMatchObject([{ paymentStatus: 'completed', receivedAmount: '1200.00' }]);
    const more = claim('ALL-13', { plan: 'installment', top: { applicationId: paid[0]?.id } });
    expect((await visitor.post('/payment/submit', more)).status).toBe(409);
  });

  test('too little keeps the money, shows the rest and lets it be paid', async () => {
    const visitor = await claimed('UNDER-1');
    expect((await confirm(site, 'UNDER-1', 600.5)).body).toEqual({
      message: '$600.50 recorded. $399.50 is still due.',
    });
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'partially_paid',
        receivedAmount: '600.50',
        instalments: [{ status: 'due', received: '600.50', rest: '399.50' }],
        payments: [{ status: 'succeeded', flag: 'under' }],
      },
    ]);
    await visitor.post('/payment/submit', claim('UNDER-1-REST'));
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'awaiting_verification', payments: [{}, { amount: '399.50' }] },
    ]);
    expect((await confirm(site, 'UNDER-1-REST', '399.50')).body).toEqual({
      message: 'Payment confirmed.',
    });
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'completed',
        receivedAmount: '1000.00',
        instalments: [{ status: 'paid' }],
        payments: [{ flag: 'under' }, { flag: 'none' }],
      },
    ]);
  });

  test.each([
    ['too much', '1000.00', '$1,000.00'],
    ['too little', '99.99', '$99.99'],
  ])('%s is refused with both numbers until it is meant', async (name, amount, shown) => {
    const number = name.toUpperCase().replace(' ', '-');
    const visitor = await claimed(number, { plan: 'installment' });
    const refused = await confirm(site, number, amount, { acceptDifference: false });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message: `You confirm ${shown}. Due: $100.00.`,
        reason: 'difference',
        received: amount,
        due: '100.00',
      },
    ]);
    expect(await myApplications(visitor)).toMatchObject([
      { receivedAmount: '0.00', payments: [{ status: 'claimed' }] },
    ]);
    expect((await confirm(site, number, amount)).status).toBe(200);
    expect(await myApplications(visitor)).toMatchObject([{ receivedAmount: amount }]);
  });

  test('the rest of what came short needs no further word', async () => {
    const visitor = await claimed('SHORT-2');
    await confirm(site, 'SHORT-2', '600.00');
    await visitor.post('/payment/submit', claim('SHORT-2-REST'));
    const answer = await confirm(site, 'SHORT-2-REST', '400.00', { acceptDifference: false });
    expect(answer.status).toBe(200);
  });

  test('is answered in the language of who confirms, with its amounts', async () => {
    await claimed('FRENCH-1');
    const id = await findClaimId(site, 'FRENCH-1');
    const confirmIt = (receivedAmount: number) =>
      site.admin.post(
        `/api/admin/payments/${id}/confirm?lang=fr`,
        { receivedAmount, receivedOn: today(site), acceptDifference: true },
        {},
      );
    expect((await confirmIt(600.5)).body).toEqual({
      message: '$600,50 enregistrés. $399,50 restent dus.',
    });
    expect((await confirmIt(600)).body).toEqual({
      message: 'Ce paiement a déjà été confirmé pour $600,50.',
    });
  });

  test('one cent too little is not paid', async () => {
    const visitor = await claimed('CENT-1');
    await confirm(site, 'CENT-1', '999.99');
    expect(await myApplications(visitor)).toMatchObject([
      { instalments: [{ status: 'due', rest: '0.01' }], payments: [{ flag: 'under' }] },
    ]);
  });

  test('too much is paid and flagged', async () => {
    const visitor = await claimed('OVER-1');
    expect((await confirm(site, 'OVER-1', '1000.01')).body).toEqual({
      message: 'Payment confirmed. $0.01 more than due has arrived.',
    });
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'completed',
        payments: [{ status: 'succeeded', flag: 'over', received: '1000.01' }],
      },
    ]);
  });

  test('twice, also ten times at once, is one confirmation and one audit row', async () => {
    await claimed('DOUBLE-1');
    const id = await findClaimId(site, 'DOUBLE-1');
    const body = { receivedAmount: 1000, receivedOn: today(site) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.admin.post(`/api/admin/payments/${id}/confirm`, body)),
    );
    expect(answers.map(({ status, body: said }) => [status, said])).toEqual(
      Array.from({ length: 10 }, () => [200, { message: 'Payment confirmed.' }]),
    );
    expect(await site.db.select().from(auditLog).where(eq(auditLog.subject, id))).toHaveLength(1);
  });

  test('with another amount, or a rejection after it, is refused', async () => {
    const visitor = await claimed('DECIDED-1');
    const id = await findClaimId(site, 'DECIDED-1');
    await confirm(site, 'DECIDED-1', 1000);
    const other = await site.admin.post(`/api/admin/payments/${id}/confirm`, {
      receivedAmount: 999,
      receivedOn: today(site),
    });
    expect(other).toMatchObject({
      status: 409,
      body: { message: 'This payment was already confirmed with $1,000.00.' },
    });
    expect(
      (await site.admin.post(`/api/admin/payments/${id}/reject`, { reason: 'Changed my mind' }))
        .status,
    ).toBe(409);
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'completed', receivedAmount: '1000.00' },
    ]);
  });

  test('and rejecting at once ends in exactly one of the two', async () => {
    const visitor = await claimed('EITHER-1');
    const id = await findClaimId(site, 'EITHER-1');
    const answers = await Promise.all([
      site.admin.post(`/api/admin/payments/${id}/confirm`, {
        receivedAmount: 1000,
        receivedOn: today(site),
      }),
      site.admin.post(`/api/admin/payments/${id}/reject`, { reason: 'Not found' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [application] = await myApplications(visitor);
    expect(application?.paymentStatus).toBe(answers[0]?.status === 200 ? 'completed' : 'failed');
  });

  test('leaves who, when, before and after in the audit log, without a name', async () => {
    await claimed('AUDIT-1');
    const id = await findClaimId(site, 'AUDIT-1');
    await confirm(site, 'AUDIT-1', 1000);
    const [row] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(row).toMatchObject({
      action: 'payment.confirmed',
      actorId: expect.any(String),
      before: { status: 'claimed', received: null },
      after: { status: 'succeeded', received: '1000.00', flag: 'none' },
    });
    expect(JSON.stringify(row)).not.toContain('Mensah');
  });

  test.each([
    [{ receivedAmount: 0 }],
    [{ receivedAmount: -1 }],
    [{ receivedAmount: 10.001 }],
    [{ receivedAmount: '1e3' }],
    [{ receivedAmount: '' }],
    [{ receivedOn: '2026-02-30' }],
    [{ receivedOn: '2999-01-01' }],
    [{ receivedOn: '0000-01-01' }],
    [{ statementLine: '' }],
    [{ paid: true }],
  ])('refuses %j', async (change) => {
    const number = `BAD-${JSON.stringify(change)}`;
    const visitor = await claimed(number);
    const answer = await site.admin.post(
      `/api/admin/payments/${await findClaimId(site, number.toUpperCase())}/confirm`,
      {
        receivedAmount: 1000,
        receivedOn: today(site),
        ...change,
      },
    );
    expect(answer.status).toBe(400);
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'awaiting_verification' },
    ]);
  });
});

describe('one proof', () => {
  test('proves one payment: the same statement line is refused for a second', async () => {
    await claimed('LINE-1');
    const second = await claimed('LINE-2');
    const [first] = await myApplications(await claimed('LINE-0'));
    await confirm(site, 'LINE-0', 1000, { statementLine: '2026-11-20 ZELLE 4711' });
    expect(
      await confirm(site, 'LINE-2', 1000, { statementLine: '2026-11-20 ZELLE 4711' }),
    ).toMatchObject({
      status: 409,
      body: {
        message: `This statement line has already confirmed a payment for ${first?.reference}.`,
      },
    });
    expect(await myApplications(second)).toMatchObject([
      { paymentStatus: 'awaiting_verification' },
    ]);
  });

  test('a number that two applications claim pays one; the other needs a line of its own', async () => {
    await claimed('TWIN-1');
    const other = await claimed('TWIN-1', {
      data: { review: true },
      person: person({ firstName: 'Efua' }),
    });
    const rows = (await site.admin.get('/api/admin/payments?status=claimed')).body as {
      id: string;
      number: string;
      numberInReview: boolean;
    }[];
    const [inReview, first] = ['true', 'false'].map(
      (is) => rows.find((row) => row.number === 'TWIN-1' && String(row.numberInReview) === is)?.id,
    );
    const receipt = { receivedAmount: 1000, receivedOn: today(site) };
    expect((await site.admin.post(`/api/admin/payments/${first}/confirm`, receipt)).status).toBe(
      200,
    );
    expect((await site.admin.post(`/api/admin/payments/${inReview}/confirm`, receipt)).status).toBe(
      409,
    );
    expect(await myApplications(other)).toMatchObject([{ paymentStatus: 'awaiting_verification' }]);
    expect(
      (
        await site.admin.post(`/api/admin/payments/${inReview}/confirm`, {
          ...receipt,
          statementLine: 'second transfer',
        })
      ).status,
    ).toBe(200);
    expect(await myApplications(other)).toMatchObject([
      { paymentStatus: 'completed', payments: [{ flag: 'manual' }] },
    ]);
  });
});

describe('rejecting', () => {
  const reject = (id: string, reason: string) =>
    site.admin.post(`/api/admin/payments/${id}/reject`, { reason });
  const undoReject = (id: string) => site.admin.post(`/api/admin/payments/${id}/reject/undo`);
  const acts = (id: string) =>
    site.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id);

  test('tells the payer why and asks for the money again', async () => {
    const visitor = await claimed('NO-1');
    const id = await findClaimId(site, 'NO-1');
    expect(
      (await site.admin.post(`/api/admin/payments/${id}/reject`, { reason: 'No such transfer.' }))
        .status,
    ).toBe(200);
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'failed',
        applicationStatus: 'submitted',
        instalments: [{ status: 'due', rest: '1000.00' }],
        payments: [{ status: 'failed', reason: 'No such transfer.' }],
      },
    ]);
    // A second click says the same; another reason does not rewrite history; money cannot arrive on it.
    expect(
      (await site.admin.post(`/api/admin/payments/${id}/reject`, { reason: 'No such transfer.' }))
        .status,
    ).toBe(200);
    expect(
      (await site.admin.post(`/api/admin/payments/${id}/reject`, { reason: 'Another.' })).status,
    ).toBe(409);
    expect(
      (
        await site.admin.post(`/api/admin/payments/${id}/confirm`, {
          receivedAmount: 1000,
          receivedOn: today(site),
        })
      ).status,
    ).toBe(409);
    expect(await site.db.select().from(auditLog).where(eq(auditLog.subject, id))).toHaveLength(1);
  });

  test('is undone: the claim waits again without the reason, and can be confirmed', async () => {
    const visitor = await claimed('NO-3');
    const id = await findClaimId(site, 'NO-3');
    await reject(id, 'No such transfer.');
    await undoNewest(site.admin, 'payment.rejected');
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'awaiting_verification', payments: [{ status: 'claimed', reason: null }] },
    ]);
    expect(await acts(id)).toMatchObject([
      { action: 'payment.rejected' },
      { action: 'payment.rejection_undone', before: { status: 'failed' } },
    ]);
    expect((await confirm(site, 'NO-3', 1000)).status).toBe(200);
  });

  test('is not undone twice, nor beside another claim of the payer', async () => {
    const visitor = await claimed('NO-4');
    const id = await findClaimId(site, 'NO-4');
    await reject(id, 'No such transfer.');
    expect((await undoReject(id)).status).toBe(200);
    expect((await undoReject(id)).status).toBe(409);
    await reject(id, 'No such transfer.');
    expect((await visitor.post('/payment/submit', claim('NO-5'))).status).toBe(201);
    expect((await undoReject(id)).status).toBe(409);
    const [application] = await myApplications(visitor);
    expect(application?.payments.map(({ status }) => status).toSorted()).toEqual([
      'claimed',
      'failed',
    ]);
  });

  test('needs a reason', async () => {
    await claimed('NO-2');
    expect(
      (
        await site.admin.post(`/api/admin/payments/${await findClaimId(site, 'NO-2')}/reject`, {
          reason: '  ',
        })
      ).status,
    ).toBe(400);
  });
});

describe('who may', () => {
  const calls = [
    ['GET', '/api/admin/payments'],
    ['POST', '/api/admin/payments/5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11/confirm'],
    ['POST', '/api/admin/payments/5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11/reject'],
  ] as const;
  test.each(calls)('%s %s: no visitor and no member', async (method, path) => {
    expect(
      (await site.visitor().send(method, path, method === 'POST' ? {} : undefined)).status,
    ).toBe(401);
    const member = site.visitor();
    await member.post('/api/auth/register', {
      email: `kofi${method}${path.length}@example.org`,
      firstName: 'Kofi',
      lastName: 'Boateng',
      password: 'kente-and-gold',
    });
    expect((await member.send(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
  });
  test('an unknown payment is 404', async () => {
    expect(
      (await site.admin.post(calls[1][1], { receivedAmount: 1, receivedOn: today(site) })).status,
    ).toBe(404);
    expect((await site.admin.post(calls[2][1], { reason: 'x' })).status).toBe(404);
  });
});

describe('the calendar of a plan', () => {
  test('makes instalments due on their day, overdue after a week, and current again when they are paid', async () => {
    const visitor = await claimed('TIME-1', { plan: 'installment' });
    await confirm(site, 'TIME-1', 100);
    const [application] = await myApplications(visitor);
    const advance = async (byDays: number) => {
      site.clock.advance(days(byDays));
      await inTransaction(site.db, (tx) =>
        advanceInstalmentsOf(tx, application!.id, site.clock.now()),
      );
      await site.login();
      const [now] = await myApplications(visitor);
      return { second: now?.instalments[1]?.status, paymentStatus: now?.paymentStatus };
    };
    expect(await advance(27)).toEqual({ second: 'scheduled', paymentStatus: 'partially_paid' });
    expect(await advance(4)).toEqual({ second: 'due', paymentStatus: 'partially_paid' });
    expect(await advance(7)).toEqual({ second: 'overdue', paymentStatus: 'past_due' });
    await visitor.post(
      '/payment/submit',
      claim('TIME-2', { plan: 'installment', top: { applicationId: application!.id } }),
    );
    await confirm(site, 'TIME-2', 100);
    expect(await advance(0)).toEqual({ second: 'paid', paymentStatus: 'partially_paid' });
  });

  test('waits while a claim waits for us', async () => {
    const visitor = await claimed('WAIT-1', { plan: 'installment' });
    await confirm(site, 'WAIT-1', 100);
    const [application] = await myApplications(visitor);
    await visitor.post(
      '/payment/submit',
      claim('WAIT-2', { plan: 'installment', top: { applicationId: application!.id } }),
    );
    // Past the third due's day and within its grace, in whichever months.
    site.clock.advance(days(64));
    await inTransaction(site.db, (tx) =>
      advanceInstalmentsOf(tx, application!.id, site.clock.now()),
    );
    await site.login();
    const [now] = await myApplications(visitor);
    expect(now?.instalments.slice(0, 4).map(({ status }) => status)).toEqual([
      'paid',
      'due',
      'due',
      'scheduled',
    ]);
  });
});
