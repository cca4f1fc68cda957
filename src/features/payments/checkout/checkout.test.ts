import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../../../shared/time.ts';
import { applicationLink } from '../../application/link.service.ts';
import { findApplication, passportApplications } from '../../application/application.store.ts';
import { dayOf, monthsAfter } from '../core/payment.rules.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  pricing,
  type PaymentSite,
} from '../core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

const draft = (changes = {}, plan = 'onetime') => ({ applicationData: person(changes), plan });
const countApplications = () => site.db.$count(passportApplications);

describe('keeping a draft', () => {
  test('answers an id and a reference that can be read aloud, and nothing else', async () => {
    const answer = await site.visitor().post('/api/applications', draft());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reference: expect.stringMatching(/^PX-[234679ACDEFGHJKMNPQRTWXY]{5}$/),
    });
  });

  test('shows the price, the memo and the details before anyone pays', async () => {
    const visitor = site.visitor();
    const { reference } = (
      await visitor.post('/api/applications', draft({ noticeVersion: '2026-11' }))
    ).body as { reference: string };
    expect(await myApplications(visitor)).toEqual([
      expect.objectContaining({
        reference,
        applicationStatus: 'draft',
        paymentStatus: 'pending',
        paymentPlan: 'onetime',
        paymentAmount: '1000.00',
        totalAmount: '1000.00',
        receivedAmount: '0.00',
        submittedAt: null,
        masked: false,
        applicationData: person(),
        noticeVersion: '2026-11',
        instalments: [
          expect.objectContaining({
            number: 1,
            status: 'due',
            amount: '1000.00',
            rest: '1000.00',
            memo: reference,
          }),
        ],
        payments: [],
      }),
    ]);
  });

  test('again updates the same draft: one row, the same reference, the new plan and details', async () => {
    const visitor = site.visitor();
    const before = await countApplications();
    const first = (await visitor.post('/api/applications', draft())).body;
    const second = (
      await visitor.post('/api/applications', draft({ firstName: 'Efua' }, 'installment'))
    ).body;
    expect(second).toEqual(first);
    expect(await countApplications()).toBe(before + 1);
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({
      paymentPlan: 'installment',
      paymentAmount: '100.00',
      totalAmount: '1200.00',
      applicationData: { firstName: 'Efua' },
    });
    expect(application?.instalments).toHaveLength(12);
  });

  test('is written to in the language in which the details were typed last', async () => {
    const visitor = site.visitor();
    const { id } = (await visitor.post('/api/applications?lang=fr', draft())).body as {
      id: string;
    };
    expect((await findApplication(site.db, id))?.locale).toBe('fr');
    await visitor.post('/api/applications?lang=en', draft());
    expect((await findApplication(site.db, id))?.locale).toBe('en');
  });

  test('after a submission begins a new one and leaves the submitted one as it is', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('AFTER-1'));
    await visitor.post('/api/applications', draft({ firstName: 'Kojo' }));
    const applications = await myApplications(visitor);
    expect(applications.map((a) => [a.applicationStatus, a.applicationData.firstName])).toEqual([
      ['draft', 'Kojo'],
      ['submitted', 'Ama'],
    ]);
  });

  test('writes over the draft that it names, and over no other one that the browser has', async () => {
    const visitor = site.visitor();
    const { id } = (await visitor.post('/api/applications', draft())).body as { id: string };
    const elsewhere = site.visitor();
    const other = (await elsewhere.post('/api/applications', draft({ firstName: 'Kojo' })))
      .body as {
      id: string;
    };
    const kojo = await findApplication(site.db, other.id);
    if (!kojo) throw new Error('The draft was not kept.');
    const key = new URL(applicationLink(site.context, kojo)).hash.slice('#key='.length);
    await visitor.post('/api/applications/open', { key });
    for (const [applicationId, firstName] of [
      [id, 'Akua'],
      [other.id, 'Kofi'],
    ] as const)
      expect(
        await visitor.post('/api/applications', { ...draft({ firstName }), applicationId }),
      ).toMatchObject({ status: 201, body: { id: applicationId } });
    const names = (await myApplications(visitor)).map((one) => one.applicationData.firstName);
    expect(names.toSorted()).toEqual(['Akua', 'Kofi']);
  });

  test('begins a new one where the draft that it names is not this browser’s', async () => {
    const visitor = site.visitor();
    const other = (await site.visitor().post('/api/applications', draft())).body as { id: string };
    await visitor.post('/api/applications', draft());
    const answer = await visitor.post('/api/applications', {
      ...draft({ firstName: 'Yaw' }),
      applicationId: other.id,
    });
    expect(answer).toMatchObject({ status: 201 });
    expect((answer.body as { id: string }).id).not.toBe(other.id);
    expect((await findApplication(site.db, other.id))?.firstName).toBe('Ama');
    expect(await myApplications(visitor)).toHaveLength(2);
  });

  test('twenty times at once makes one application', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', draft());
    const before = await countApplications();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        visitor.post('/api/applications', draft({ firstName: `Ama${n}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await countApplications()).toBe(before);
  });

  test('keeps which notice was ticked and when, and null where none was', async () => {
    const ticked = (
      await site.visitor().post('/api/applications', draft({ noticeVersion: '2026-11' }))
    ).body as { id: string };
    const silent = (await site.visitor().post('/api/applications', draft())).body as { id: string };
    const [first, second] = [
      await findApplication(site.db, ticked.id),
      await findApplication(site.db, silent.id),
    ];
    expect(first).toMatchObject({
      noticeVersion: '2026-11',
      noticeAcknowledgedAt: first?.createdAt,
    });
    expect(second).toMatchObject({ noticeVersion: null, noticeAcknowledgedAt: null });
  });

  test('without a word on notice and news keeps what was ticked before, also when it is paid', async () => {
    const visitor = site.visitor();
    const ticked = draft({ noticeVersion: '2026-11', wantsNews: true });
    const { id } = (await visitor.post('/api/applications', ticked)).body as { id: string };
    const before = await findApplication(site.db, id);
    const consent = {
      noticeVersion: '2026-11',
      noticeAcknowledgedAt: before?.createdAt,
      wantsNews: true,
    };
    site.clock.advance(minutes(5));
    await visitor.post('/api/applications', draft({ homeAddress: '13 Osu Badu Street, Accra' }));
    expect(await findApplication(site.db, id)).toMatchObject(consent);
    await visitor.post(
      '/payment/submit',
      claim('TICKED-1', { person: person({ homeAddress: '13 Osu Badu Street, Accra' }) }),
    );
    expect(await findApplication(site.db, id)).toMatchObject({
      ...consent,
      applicationStatus: 'submitted',
    });
  });

  test('can take news back, and does not carry the consent to another address', async () => {
    const visitor = site.visitor();
    const save = async (changes: object) => {
      const { id } = (await visitor.post('/api/applications', draft(changes))).body as {
        id: string;
      };
      return (await findApplication(site.db, id))?.wantsNews;
    };
    expect(await save({ wantsNews: true })).toBe(true);
    expect(await save({ wantsNews: false })).toBe(false);
    expect(await save({ wantsNews: true })).toBe(true);
    expect(await save({ email: 'efua@example.org' })).toBe(false);
  });

  test('can be paid in the other way: the plan of the claim is the one that counts', async () => {
    const visitor = site.visitor();
    const { reference } = (await visitor.post('/api/applications', draft())).body as {
      reference: string;
    };
    await visitor.post('/payment/submit', claim('OTHER-WAY-1', { plan: 'installment' }));
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({
      reference,
      paymentPlan: 'installment',
      paymentAmount: '100.00',
      payments: [{ amount: '100.00' }],
    });
    expect(application?.instalments).toHaveLength(12);
  });

  test('drops keys that it does not know, a price among them', async () => {
    const visitor = site.visitor();
    const sent = {
      ...draft({ paymentStatus: 'completed', isAdmin: true }),
      paymentAmount: '0.01',
      amount: 1,
    };
    expect((await visitor.post('/api/applications', sent)).status).toBe(201);
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'pending', paymentAmount: '1000.00' },
    ]);
  });

  test.each([
    [
      { dateOfBirth: '02/30/1990' },
      'dateOfBirth',
      'Enter a date that exists, as month/day/year: MM/DD/YYYY',
    ],
    [{ dateOfBirth: '01/01/2999' }, 'dateOfBirth', 'The date of birth cannot be in the future'],
    [{ dateOfBirth: '01/01/1890' }, 'dateOfBirth', 'Check the year of birth'],
    [{ telephone: '+233 24 1' }, 'telephone', 'Please enter a valid phone number'],
    [{ telephone: '+233 24 123 4567 8901' }, 'telephone', 'Please enter a valid phone number'],
    [
      { homeAddress: 'P.O. Box 7, Accra' },
      'homeAddress',
      'P.O. Box addresses are not allowed. Please provide your home address.',
    ],
    [{ firstName: 'A•••' }, 'firstName', 'Please enter this in full again.'],
  ])('refuses %j with its sentence beside its field', async (changes, field, message) => {
    const answer = await site.visitor().post('/api/applications', draft(changes));
    expect(answer).toMatchObject({
      status: 400,
      body: { message, fields: { [`applicationData.${field}`]: message } },
    });
  });

  test('refuses an unknown plan', async () => {
    expect((await site.visitor().post('/api/applications', draft({}, 'weekly'))).status).toBe(400);
  });

  test('lets a device begin twenty applications a day and no more', async () => {
    const visitor = site.visitor();
    for (let n = 1; n <= 20; n++) {
      expect(
        (
          await visitor.post(
            '/payment/submit',
            claim(`MANY-${n}`, { person: person({ firstName: `Ama${n}` }) }),
          )
        ).status,
      ).toBe(201);
    }
    expect((await visitor.post('/api/applications', draft())).status).toBe(429);
    site.clock.advance(hours(25));
    await site.login();
    expect((await visitor.post('/api/applications', draft())).status).toBe(201);
  });
});

describe('the browser that applied', () => {
  test('is the only one that sees the application', async () => {
    const owner = site.visitor();
    const { id } = (await owner.post('/api/applications', draft())).body as { id: string };
    const stranger = site.visitor();
    expect(await myApplications(stranger)).toEqual([]);
    await stranger.post('/api/applications', draft({ firstName: 'Yaw' }));
    expect((await myApplications(stranger)).map((a) => a.id)).not.toContain(id);
  });

  test('is the only one that can enter a payment for it: others learn nothing', async () => {
    const owner = site.visitor();
    const { id } = (await owner.post('/api/applications', draft())).body as { id: string };
    const answer = await site
      .visitor()
      .post('/payment/submit', claim('FOREIGN-1', { top: { applicationId: id } }));
    expect(answer).toMatchObject({
      status: 404,
      body: { success: false, error: 'This application does not exist.' },
    });
    expect(await myApplications(owner)).toMatchObject([
      { applicationStatus: 'draft', payments: [] },
    ]);
  });

  test('holds a cookie that scripts cannot read and that is stored only as a digest', async () => {
    const visitor = site.visitor();
    const answer = await visitor.post('/api/applications', draft());
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^application=[\w-]{43}; .*HttpOnly.*SameSite=Lax/,
    );
    const rows = JSON.stringify((await site.db.execute('select * from application_owners')).rows);
    expect(rows).not.toContain(visitor.cookies.get('application'));
  });

  test('is announced to the page by a cookie that opens nothing', async () => {
    const visitor = site.visitor();
    const answer = await visitor.post('/api/applications', draft());
    expect([answer.headers['set-cookie']].flat()).toContain(
      'applied=1; Max-Age=15552000; Path=/; SameSite=Lax',
    );
    visitor.cookies.delete('application');
    expect(await myApplications(visitor)).toEqual([]);
  });

  test('gets a token of ours, not one that someone else chose', async () => {
    const visitor = site.visitor();
    const foreign = 'x'.repeat(43);
    visitor.cookies.set('application', foreign);
    await visitor.post('/api/applications', draft());
    expect(visitor.cookies.get('application')).not.toBe(foreign);
  });

  test('shows the details in full for an hour, then masked', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('MASKED-NUMBER-77'));
    site.clock.advance(minutes(59));
    expect(await myApplications(visitor)).toMatchObject([
      { masked: false, applicationData: person() },
    ]);
    site.clock.advance(minutes(2));
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({ masked: true, payments: [{ number: '…77' }] });
    for (const hidden of ['Ama', 'Mensah', '1988', 'Kumasi', '123 45', 'ama@', 'Osu', 'MASKED']) {
      expect(JSON.stringify(application)).not.toContain(hidden);
    }
    await site.login();
  });

  test('forgets everything when asked, while the application stays', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('FORGET-1'));
    const before = await countApplications();
    const token = visitor.cookies.get('application') as string;
    expect((await visitor.delete('/api/applications/mine')).status).toBe(200);
    expect(visitor.cookies.has('application')).toBe(false);
    expect(visitor.cookies.has('applied')).toBe(false);
    visitor.cookies.set('application', token);
    expect(await myApplications(visitor)).toEqual([]);
    expect(await countApplications()).toBe(before);
  });
});

describe('prices', () => {
  test('stay as they were for who was shown them, and a new visitor gets the new one', async () => {
    const early = site.visitor();
    await early.post('/api/applications', draft());
    expect(
      (await site.admin.post('/api/admin/payment-config', pricing('1500.00', '200.5', 10))).status,
    ).toBe(201);
    await early.post('/payment/submit', claim('FROZEN-1'));
    expect(await myApplications(early)).toMatchObject([
      { paymentAmount: '1000.00', payments: [{ amount: '1000.00' }] },
    ]);
    const late = site.visitor();
    await late.post('/payment/submit', claim('FROZEN-2', { plan: 'installment' }));
    expect(await myApplications(late)).toMatchObject([
      { paymentAmount: '200.50', totalAmount: '2005.00' },
    ]);

    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
    await confirm(site, 'FROZEN-2', '200.50');
    expect(await myApplications(late)).toMatchObject([
      { paymentStatus: 'partially_paid', totalAmount: '2005.00' },
    ]);
  });

  test('are looked up anew when the draft is continued', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', draft());
    await site.admin.post('/api/admin/payment-config', pricing(1100, 100));
    await visitor.post('/api/applications', draft());
    expect(await myApplications(visitor)).toMatchObject([{ paymentAmount: '1100.00' }]);
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
  });

  test('of a draft that lay for more than fourteen days are the ones of today', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', draft());
    site.clock.advance(hours(24 * 14 + 1));
    await site.login();
    await site.admin.post('/api/admin/payment-config', pricing(1200, 100));
    await visitor.post('/payment/submit', claim('OLD-DRAFT-1'));
    expect(await myApplications(visitor)).toMatchObject([{ paymentAmount: '1200.00' }]);
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
  });
});

describe('the price between page and claim', () => {
  test.each([
    ['onetime', '1000.00', '1000.00', 1],
    ['installment', '100.00', '1200.00', 12],
  ])('of the plan %s is the one that the draft has shown', async (plan, price, total, count) => {
    const visitor = site.visitor();
    const { reference } = (await visitor.post('/api/applications', draft({}, plan))).body as {
      reference: string;
    };
    const shown = async () => (await myApplications(visitor))[0];
    const before = await shown();
    expect(before).toMatchObject({
      paymentPlan: plan,
      paymentAmount: price,
      totalAmount: total,
      instalments: Array.from({ length: count }, (_, n) => ({
        number: n + 1,
        status: n === 0 ? 'due' : 'scheduled',
        amount: price,
        received: '0.00',
        rest: price,
        memo: n === 0 ? reference : `${reference}-${n + 1}`,
      })),
    });
    await site.admin.post('/api/admin/payment-config', pricing(1700, 170, 10));
    await visitor.post('/payment/submit', claim(reference, { plan }));
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
    expect(await shown()).toMatchObject({
      paymentAmount: price,
      totalAmount: total,
      payments: [{ amount: price, number: reference }],
    });
    expect((await shown())?.instalments).toEqual(before?.instalments);
  });

  test('of a plan that no draft has shown is the one of the claim', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', draft());
    await site.admin.post('/api/admin/payment-config', pricing(1700, 170, 10));
    await visitor.post('/payment/submit', claim('UNSEEN-1', { plan: 'installment' }));
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
    expect(await myApplications(visitor)).toMatchObject([
      { paymentAmount: '170.00', totalAmount: '1700.00' },
    ]);
  });
});

describe('after a claim that came to nothing', () => {
  const reject = async (number: string) =>
    site.admin.post(`/api/admin/payments/${await findClaimId(site, number)}/reject`, {
      reason: 'No such transfer has arrived.',
    });
  const later = async (n: number) => {
    site.clock.advance(days(n));
    await site.login();
  };
  const own = async (visitor: ReturnType<PaymentSite['visitor']>) =>
    (await myApplications(visitor))[0]!;

  test('the instalments count from the day of the next claim', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('RESTART-1', { plan: 'installment' }));
    await reject('RESTART-1');
    await later(40);
    await visitor.post('/payment/submit', claim('RESTART-2', { plan: 'installment' }));
    const started = dayOf(site.clock.now());
    expect((await own(visitor)).instalments.map(({ dueOn }) => dueOn)).toEqual(
      Array.from({ length: 12 }, (_, n) => monthsAfter(started, n)),
    );
  });

  test('the price is held for fourteen days, then it is the one of the day', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('HELD-1'));
    await reject('HELD-1');
    await site.admin.post('/api/admin/payment-config', pricing(1300, 130));
    await later(13);
    await visitor.post('/payment/submit', claim('HELD-2'));
    expect(await own(visitor)).toMatchObject({ paymentAmount: '1000.00' });
    await reject('HELD-2');
    await later(2);
    await visitor.post('/payment/submit', claim('HELD-3'));
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
    const { paymentAmount, totalAmount, instalments, payments } = await own(visitor);
    expect([paymentAmount, totalAmount, instalments.length]).toEqual(['1300.00', '1300.00', 1]);
    expect(payments.map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', '1000.00'],
      ['failed', '1000.00'],
      ['claimed', '1300.00'],
    ]);
  });

  test('the plan can be changed, and every view tells the new one', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('SWITCH-1'));
    await reject('SWITCH-1');
    const { reference } = await own(visitor);
    expect(
      await visitor.post('/payment/submit', claim('SWITCH-2', { plan: 'installment' })),
    ).toMatchObject({ status: 201, body: { reference } });
    expect(await own(visitor)).toMatchObject({
      reference,
      paymentPlan: 'installment',
      paymentAmount: '100.00',
      totalAmount: '1200.00',
      paymentStatus: 'awaiting_verification',
      payments: [
        { status: 'failed', amount: '1000.00' },
        { status: 'claimed', amount: '100.00' },
      ],
    });
    await confirm(site, 'SWITCH-2', 100);
    expect(await own(visitor)).toMatchObject({ paymentStatus: 'partially_paid' });
  });

  test('a claim that is refused changes neither plan nor days', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('REFUSED-1'));
    await reject('REFUSED-1');
    await site.visitor().post('/payment/submit', claim('REFUSED-2'));
    const before = await own(visitor);
    await later(3);
    const other = claim('REFUSED-2', { plan: 'installment' });
    expect((await visitor.post('/payment/submit', other)).status).toBe(409);
    const after = await own(visitor);
    expect([after.paymentPlan, after.instalments]).toEqual([
      before.paymentPlan,
      before.instalments,
    ]);
  });

  test('but with some money, plan, price and days stay', async () => {
    const visitor = site.visitor();
    await visitor.post('/payment/submit', claim('SOME-1'));
    await confirm(site, 'SOME-1', 600);
    await site.admin.post('/api/admin/payment-config', pricing(1300, 130));
    await later(20);
    const before = await own(visitor);
    expect(
      await visitor.post('/payment/submit', claim('SOME-2', { plan: 'installment' })),
    ).toMatchObject({
      status: 409,
      body: {
        error:
          'You are already paying with the other plan. The plan cannot be changed while a payment is being checked or after money has arrived.',
      },
    });
    expect((await visitor.post('/payment/submit', claim('SOME-2'))).status).toBe(201);
    await site.admin.post('/api/admin/payment-config', pricing(1000, 100));
    const after = await own(visitor);
    expect(after.instalments).toEqual(before.instalments);
    expect(after.payments.map(({ amount }) => amount)).toEqual(['1000.00', '400.00']);
  });
});

describe('card payment', () => {
  test('says truthfully that it is not configured', async () => {
    expect(await site.visitor().get('/paypal/environment')).toMatchObject({
      status: 503,
      body: { message: 'Card payment is not configured yet.' },
    });
  });
  test('cannot be begun while it is off', async () => {
    const body = { plan: 'onetime', applicationData: person() };
    expect(await site.visitor().post('/paypal/order', body)).toMatchObject({ status: 503 });
  });
});
