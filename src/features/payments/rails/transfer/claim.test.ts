import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visitor } from '../../../../server/testing.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { payments } from '../../core/payment.store.ts';
import { paymentEvents } from '../../core/payment-event.store.ts';
import {
  bank,
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  zelle,
} from '../../core/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

const submit = (visitor: Visitor, body: object, key?: string) =>
  visitor.post(
    '/payment/submit',
    body,
    key ? { 'idempotency-key': key, 'idempotency-secret': 'drawn-by-one-page-alone' } : {},
  );
const claimsOf = (number: string) =>
  site.db.select().from(payments).where(eq(payments.claimNumber, number));
const reject = async (number: string, reason = 'No such transfer has arrived.') =>
  site.admin.post(`/api/admin/payments/${await findClaimId(site, number)}/reject`, { reason });

describe('entering the number of a transfer', () => {
  test('is answered in the language of the payer, with their reference', async () => {
    const visitor = site.visitor({ 'accept-language': 'fr-SN' });
    const answer = await submit(visitor, claim('french'));
    const [application] = await myApplications(visitor);
    expect(answer.body).toMatchObject({
      message: `Merci. Nous vérifions l’arrivée de votre paiement. Votre référence est ${application?.reference}.`,
    });
  });

  test.each(['zelle', 'bank'] as const)(
    'by %s submits the application and waits to be checked',
    async (method) => {
      const visitor = site.visitor();
      const answer = await submit(visitor, claim(`first-${method}`, { method }));
      expect(answer.status).toBe(201);
      const [application] = await myApplications(visitor);
      expect(answer.body).toEqual({
        success: true,
        reference: application?.reference,
        message: `Thank you. We are checking for your payment. Your reference is ${application?.reference}.`,
      });
      expect(application).toMatchObject({
        applicationStatus: 'submitted',
        paymentStatus: 'awaiting_verification',
        paymentMethod: method,
        submittedAt: expect.any(String),
        payments: [
          {
            instalment: 1,
            method,
            status: 'claimed',
            flag: 'none',
            amount: '1000.00',
            received: null,
            number: `FIRST-${method.toUpperCase()}`,
          },
        ],
      });
    },
  );

  test('uses the draft and the reference that was shown before paying', async () => {
    const visitor = site.visitor();
    const { id, reference } = (
      await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' })
    ).body as Record<string, string>;
    expect((await submit(visitor, claim('DRAFT-1'))).body).toMatchObject({ reference });
    expect(await myApplications(visitor)).toMatchObject([
      { id, reference, applicationStatus: 'submitted' },
    ]);
  });

  test('writes each step of the payment into its history', async () => {
    await submit(site.visitor(), claim('HISTORY-1'));
    const [payment] = await claimsOf('HISTORY-1');
    const events = await site.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, payment!.id))
      .orderBy(paymentEvents.id);
    expect(events.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      [null, 'created', 'payer'],
      ['created', 'awaiting_transfer', 'payer'],
      ['awaiting_transfer', 'claimed', 'payer'],
    ]);
  });

  test('trims it and writes it in capitals, so that spelling tells no two claims apart', async () => {
    await submit(site.visitor(), claim('  spelling-1a '));
    expect((await submit(site.visitor(), claim('Spelling-1A'))).status).toBe(409);
    expect(await claimsOf('SPELLING-1A')).toHaveLength(1);
  });

  test.each([
    [
      claim('   '),
      'paymentData.confirmationNumber',
      'Please enter your Zelle confirmation number.',
    ],
    [
      claim('', { method: 'bank' }),
      'paymentData.referenceNumber',
      'Please enter your bank reference number.',
    ],
    [
      claim('!?', { method: 'bank' }),
      'paymentData.referenceNumber',
      'Please enter your bank reference number.',
    ],
    [
      { ...claim('NOBODY-1'), applicationData: undefined },
      'applicationData',
      'Please complete the application form first',
    ],
    [
      claim('x'.repeat(101)),
      'paymentData.confirmationNumber',
      'The number can have at most 100 characters.',
    ],
  ])('refuses %#: in the form of this address, with the field', async (body, field, message) => {
    expect(await submit(site.visitor(), body)).toMatchObject({
      status: 400,
      body: { success: false, error: message, message, fields: { [field]: message } },
    });
  });

  test('refuses another rail, plan or a number under the wrong name', async () => {
    for (const body of [
      { ...claim('RAIL-1'), paymentMethod: 'paypal' },
      claim('RAIL-1', { plan: 'weekly' }),
      { ...claim('RAIL-1'), paymentData: { referenceNumber: 'RAIL-1', plan: 'onetime' } },
    ]) {
      expect((await submit(site.visitor(), body)).status).toBe(400);
    }
    expect(await claimsOf('RAIL-1')).toEqual([]);
  });

  test('keeps no application when the claim is refused', async () => {
    await submit(site.visitor(), claim('ALONE-1'));
    const before = await site.db.$count(passportApplications);
    const visitor = site.visitor();
    await submit(visitor, claim('ALONE-1'));
    expect(await site.db.$count(passportApplications)).toBe(before);
    expect(visitor.cookies.has('application')).toBe(false);
  });
});

describe('a repeated claim', () => {
  test('by the same application gives the same answer and no second row', async () => {
    const visitor = site.visitor();
    const first = await submit(visitor, claim('REPEAT-1'));
    const again = await submit(visitor, claim('repeat-1'));
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await claimsOf('REPEAT-1')).toHaveLength(1);
    expect(await myApplications(visitor)).toHaveLength(1);
  });

  test('is the same after a new draft was begun: the draft is left alone', async () => {
    const visitor = site.visitor();
    const first = await submit(visitor, claim('REPEAT-2'));
    await visitor.post('/api/applications', {
      applicationData: person({ firstName: 'Kojo' }),
      plan: 'onetime',
    });
    expect((await submit(visitor, claim('REPEAT-2'))).body).toEqual(first.body);
    expect((await myApplications(visitor)).map((a) => a.applicationStatus)).toEqual([
      'draft',
      'submitted',
    ]);
  });

  test.each([
    ['the whole price', 1000, 'completed'],
    ['less than the price', 600, 'partially_paid'],
  ])('after %s was confirmed is still a repeat', async (_, amount, paymentStatus) => {
    const visitor = site.visitor();
    const number = `REPEAT-AFTER-${amount}`;
    const first = await submit(visitor, claim(number));
    await confirm(site, number, amount);
    expect(await submit(visitor, claim(number))).toMatchObject({ status: 201, body: first.body });
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus, payments: [{ number }] },
    ]);
  });

  test('for another instalment is refused: one transfer of a bank pays one instalment', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('ONE-DUE', { plan: 'installment' }));
    await confirm(site, 'ONE-DUE', 100);
    const second = claim('ONE-DUE', { plan: 'installment', data: { instalment: 2 } });
    expect(await submit(visitor, second)).toMatchObject({
      status: 409,
      body: {
        error:
          'You have already entered this number for another payment of this application. Please enter the number of the transfer for this payment.',
      },
    });
    expect((await myApplications(visitor))[0]?.payments).toHaveLength(1);
  });

  test('twenty times at once with one key is one payment and twenty equal answers', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(visitor, claim('RACE-1'), 'one-key-for-all')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await claimsOf('RACE-1')).toHaveLength(1);
    expect(await myApplications(visitor)).toHaveLength(1);
  });

  test('twenty times at once with one key, from a browser without a cookie, is one application', async () => {
    const visitor = site.visitor();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(visitor, claim('RACE-2'), 'one-key-without-cookie')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await claimsOf('RACE-2')).toHaveLength(1);
    expect(await myApplications(visitor)).toHaveLength(1);
  });

  test('twenty times at once with different keys is one payment', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        submit(visitor, claim('RACE-3'), `a-key-of-its-own-${n}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await claimsOf('RACE-3')).toHaveLength(1);
    expect(await myApplications(visitor)).toHaveLength(1);
  });

  test('twenty different numbers at once for one application are one payment', async () => {
    const visitor = site.visitor();
    const { id } = (
      await visitor.post('/api/applications', { applicationData: person(), plan: 'onetime' })
    ).body as { id: string };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        submit(visitor, claim(`RACE-4-${n}`, { top: { applicationId: id } })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await myApplications(visitor))[0]?.payments).toHaveLength(1);
  });

  test('of one number by twenty strangers at once is one payment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(site.visitor(), claim('RACE-5'))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await claimsOf('RACE-5')).toHaveLength(1);
  });
});

describe('a number of another application', () => {
  test('is refused with a way to file it for review', async () => {
    await submit(site.visitor(), claim('SHARED-1'));
    const stranger = site.visitor();
    expect(await submit(stranger, claim('SHARED-1'))).toMatchObject({
      status: 409,
      body: { success: false, reason: 'review' },
    });
    expect((await submit(stranger, claim('SHARED-1', { data: { review: true } }))).status).toBe(
      201,
    );
    expect(await myApplications(stranger)).toMatchObject([
      { payments: [{ status: 'claimed', flag: 'manual', number: 'SHARED-1' }] },
    ]);
    expect((await claimsOf('SHARED-1')).map(({ numberInReview }) => numberInReview).sort()).toEqual(
      [false, true],
    );
  });

  test('is another number on the other rail', async () => {
    await submit(site.visitor(), claim('SHARED-2'));
    expect((await submit(site.visitor(), claim('SHARED-2', { method: 'bank' }))).status).toBe(201);
  });

  test('is free again once the claim was rejected', async () => {
    await submit(site.visitor(), claim('SHARED-3'));
    expect((await reject('SHARED-3')).status).toBe(200);
    expect((await submit(site.visitor(), claim('SHARED-3'))).status).toBe(201);
  });

  test('cannot be the reference of another application: its owner can still claim it', async () => {
    const owner = site.visitor();
    const { reference } = (
      await owner.post('/api/applications', { applicationData: person(), plan: 'onetime' })
    ).body as { reference: string };
    expect(await submit(site.visitor(), claim(reference))).toMatchObject({
      status: 409,
      body: { reason: 'review' },
    });
    expect(
      (await submit(site.visitor(), claim(reference, { data: { review: true } }))).status,
    ).toBe(201);
    expect(await submit(owner, claim(reference))).toMatchObject({
      status: 201,
      body: { reference },
    });
    expect(await myApplications(owner)).toMatchObject([
      { payments: [{ number: reference, status: 'claimed' }] },
    ]);
  });
});

describe('the application that a claim is for', () => {
  const kofi = person({ firstName: 'Kofi', email: 'kofi@example.org' });
  const keep = async (visitor: Visitor, applicationData = person(), plan = 'onetime') =>
    (await visitor.post('/api/applications', { applicationData, plan })).body as {
      id: string;
      reference: string;
    };
  const shown = async (visitor: Visitor) =>
    (await myApplications(visitor)).map((a) => [
      a.applicationData.firstName,
      a.applicationStatus,
      a.payments.map(({ instalment, number }) => [instalment, number]),
    ]);

  test('is never the draft of someone else: that one is left as it is', async () => {
    const visitor = site.visitor();
    await keep(visitor);
    expect((await submit(visitor, claim('KOFI-1', { person: kofi }))).status).toBe(201);
    expect(await shown(visitor)).toEqual(
      expect.arrayContaining([
        ['Kofi', 'submitted', [[1, 'KOFI-1']]],
        ['Ama', 'draft', []],
      ]),
    );
    expect(await myApplications(visitor)).toHaveLength(2);
  });

  test('is the one with these details that still asks for money, past the draft of someone else', async () => {
    const visitor = site.visitor();
    const plan = { plan: 'installment' };
    await submit(visitor, claim('KOFI-2', { ...plan, person: kofi }));
    await confirm(site, 'KOFI-2', 100);
    await keep(visitor);
    expect((await submit(visitor, claim('KOFI-3', { ...plan, person: kofi }))).status).toBe(201);
    expect(await shown(visitor)).toEqual([
      ['Ama', 'draft', []],
      [
        'Kofi',
        'submitted',
        [
          [1, 'KOFI-2'],
          [2, 'KOFI-3'],
        ],
      ],
    ]);
  });

  test('is a new one when the one with these details is paid', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('KOFI-4', { person: kofi }));
    await confirm(site, 'KOFI-4', 1000);
    expect((await submit(visitor, claim('KOFI-5', { person: kofi }))).status).toBe(201);
    expect(await shown(visitor)).toEqual(
      expect.arrayContaining([
        ['Kofi', 'submitted', [[1, 'KOFI-5']]],
        ['Kofi', 'submitted', [[1, 'KOFI-4']]],
      ]),
    );
  });

  test('is the one whose memo the number is, before a new draft of the same person', async () => {
    const visitor = site.visitor();
    const plan = { plan: 'installment' };
    await submit(visitor, claim('MEMO-1', plan));
    await confirm(site, 'MEMO-1', 100);
    const [first] = await myApplications(visitor);
    await keep(visitor, person(), 'installment');
    expect(await submit(visitor, claim(`${first?.reference}-2`, plan))).toMatchObject({
      status: 201,
      body: { reference: first?.reference },
    });
    expect((await myApplications(visitor)).map((a) => a.applicationStatus)).toEqual([
      'draft',
      'submitted',
    ]);
  });

  test('is the one that it names, of two in one browser', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('TWO-1', { plan: 'installment' }));
    await confirm(site, 'TWO-1', 100);
    const [ama] = await myApplications(visitor);
    await submit(visitor, claim('TWO-2', { plan: 'installment', person: kofi }));
    await confirm(site, 'TWO-2', 100);
    const answer = await submit(visitor, {
      ...claim('TWO-3', { plan: 'installment', top: { applicationId: ama?.id } }),
      applicationData: undefined,
    });
    expect(answer).toMatchObject({ status: 201, body: { reference: ama?.reference } });
    const both = await myApplications(visitor);
    expect(both.find(({ id }) => id === ama?.id)?.payments).toMatchObject([
      { instalment: 1, number: 'TWO-1' },
      { instalment: 2, number: 'TWO-3' },
    ]);
    expect(both.find(({ id }) => id !== ama?.id)?.payments).toHaveLength(1);
  });

  test('that names a draft which holds another person by now is refused, and no one is overwritten', async () => {
    const visitor = site.visitor();
    const { id } = await keep(visitor);
    await keep(visitor, kofi);
    const late = claim('TAB-1', { top: { applicationId: id } });
    expect(await submit(visitor, late)).toMatchObject({
      status: 409,
      body: {
        error:
          'The details of this application were changed in another window. Please go back to the details, check them and continue to the payment again.',
      },
    });
    expect(await shown(visitor)).toEqual([['Kofi', 'draft', []]]);
    expect(await claimsOf('TAB-1')).toEqual([]);
    await keep(visitor);
    expect((await submit(visitor, late)).status).toBe(201);
    expect(await shown(visitor)).toEqual([['Ama', 'submitted', [[1, 'TAB-1']]]]);
  });

  test('is not chosen by the memo of another person: that is a number of another application', async () => {
    const visitor = site.visitor();
    const { reference } = await keep(visitor);
    expect(await submit(visitor, claim(reference, { person: kofi }))).toMatchObject({
      status: 409,
      body: { reason: 'review' },
    });
    expect(await shown(visitor)).toEqual([['Ama', 'draft', []]]);
    expect(
      (await submit(visitor, claim(reference, { person: kofi, data: { review: true } }))).status,
    ).toBe(201);
    expect((await submit(visitor, claim(reference))).body).toMatchObject({ reference });
  });
});

describe('our own reference', () => {
  const begin = async (plan = 'installment') => {
    const visitor = site.visitor();
    const { reference } = (
      await visitor.post('/api/applications', { applicationData: person(), plan })
    ).body as { reference: string };
    return { visitor, reference };
  };

  test('is valid for its instalment, with or without its dash', async () => {
    const { visitor, reference } = await begin('onetime');
    expect((await submit(visitor, claim(reference.replace('-', ' ').toLowerCase()))).status).toBe(
      201,
    );
    expect(await myApplications(visitor)).toMatchObject([{ payments: [{ number: reference }] }]);
  });

  test('pays the instalment that the payer has chosen, by the number of its memo', async () => {
    const { visitor, reference } = await begin();
    await submit(visitor, claim(reference, { plan: 'installment' }));
    await confirm(site, reference, 100);
    const second = claim(reference, { plan: 'installment', data: { instalment: 2 } });
    expect((await submit(visitor, second)).status).toBe(201);
    expect(await myApplications(visitor)).toMatchObject([
      {
        payments: [
          { instalment: 1, status: 'succeeded' },
          { instalment: 2, status: 'claimed', number: `${reference}-2` },
        ],
      },
    ]);
  });

  test('with the number of an instalment that is not the next one pays that one', async () => {
    const { visitor, reference } = await begin();
    expect((await submit(visitor, claim(`${reference}-3`, { plan: 'installment' }))).status).toBe(
      201,
    );
    expect(await myApplications(visitor)).toMatchObject([
      { payments: [{ instalment: 3, number: `${reference}-3` }] },
    ]);
  });

  test.each(['13', '122'])(
    'with %s, an instalment that does not exist, is refused',
    async (due) => {
      const { visitor, reference } = await begin();
      expect(
        await submit(visitor, claim(`${reference}-${due}`, { plan: 'installment' })),
      ).toMatchObject({
        status: 409,
        body: { error: 'This application has no payment with this number.' },
      });
    },
  );

  test('alone is the memo of the first instalment: once that is paid it is a repeat, not the next one', async () => {
    const { visitor, reference } = await begin();
    const first = claim(reference, { plan: 'installment' });
    const answer = await submit(visitor, first);
    await confirm(site, reference, 100);
    expect(await submit(visitor, first)).toMatchObject({ status: 201, body: answer.body });
    const chosen = claim(reference, { plan: 'installment', data: { instalment: 1 } });
    expect(await submit(visitor, chosen)).toMatchObject({ status: 201, body: answer.body });
    expect((await myApplications(visitor))[0]?.payments).toMatchObject([
      { instalment: 1, status: 'succeeded' },
    ]);
  });

  test('alone is refused when another number has paid the first due', async () => {
    const { visitor, reference } = await begin();
    await submit(visitor, claim('BEFORE-MEMO', { plan: 'installment' }));
    await confirm(site, 'BEFORE-MEMO', 100);
    expect(await submit(visitor, claim(reference, { plan: 'installment' }))).toMatchObject({
      status: 409,
      body: { error: 'This payment is already made or no longer due.' },
    });
  });

  test('is a transfer of its own each time while money is missing, and a repeat while it is checked', async () => {
    const { visitor, reference } = await begin('onetime');
    const numbers = [reference, `${reference}/2`, `${reference}/3`];
    for (const [n, number] of numbers.entries()) {
      expect((await submit(visitor, claim(reference))).status).toBe(201);
      expect((await submit(visitor, claim(reference))).status).toBe(201);
      // Text beside the reference can be copied too.
      expect((await submit(visitor, claim(number))).status).toBe(201);
      expect((await myApplications(visitor))[0]?.payments).toHaveLength(n + 1);
      await confirm(site, number, [600, 300, 100][n] as number);
    }
    expect((await submit(visitor, claim(reference))).status).toBe(201);
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'completed',
        receivedAmount: '1000.00',
        payments: [
          { number: numbers[0], amount: '1000.00', received: '600.00' },
          { number: numbers[1], amount: '400.00', received: '300.00' },
          { number: numbers[2], amount: '100.00', received: '100.00' },
        ],
      },
    ]);
  });

  test('entered for a top-up twenty times at once is one payment', async () => {
    const { visitor, reference } = await begin('onetime');
    await submit(visitor, claim(reference));
    await confirm(site, reference, 600);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(visitor, claim(reference))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect((await myApplications(visitor))[0]?.payments).toHaveLength(2);
  });

  test('is free to be claimed again after it was rejected', async () => {
    const { visitor, reference } = await begin('onetime');
    await submit(visitor, claim(reference));
    await reject(reference);
    expect((await submit(visitor, claim(reference))).status).toBe(201);
    expect((await myApplications(visitor))[0]?.payments).toMatchObject([
      { status: 'failed', number: reference },
      { status: 'claimed', number: reference },
    ]);
  });
});

describe('after a claim', () => {
  test.each([
    [
      'the plan',
      { plan: 'installment' },
      'You are already paying with the other plan. The plan cannot be changed while a payment is being checked or after money has arrived.',
    ],
    [
      'the rail',
      { method: 'bank' as const },
      'A payment is already being checked. Please wait for the result before you pay again or in another way.',
    ],
    [
      'the number',
      {},
      'A payment is already being checked. Please wait for the result before you pay again or in another way.',
    ],
  ])('%s cannot be changed', async (what, changes, error) => {
    const visitor = site.visitor();
    const number = `FIXED-${what.toUpperCase()}`;
    await submit(visitor, claim(number));
    expect(await submit(visitor, claim(`${number}-2`, changes))).toMatchObject({
      status: 409,
      body: { success: false, error, message: error },
    });
    expect(await myApplications(visitor)).toMatchObject([
      { paymentPlan: 'onetime', payments: [{ method: 'zelle', number }] },
    ]);
  });

  test('that was rejected, another number on another rail can be entered for the same application', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('WRONG-1'));
    await reject('WRONG-1', 'We found no such transfer.');
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'failed',
        payments: [{ status: 'failed', reason: 'We found no such transfer.' }],
      },
    ]);
    expect((await submit(visitor, claim('RIGHT-1', { method: 'bank' }))).status).toBe(201);
    expect(await myApplications(visitor)).toMatchObject([
      {
        paymentStatus: 'awaiting_verification',
        payments: [{ status: 'failed' }, { status: 'claimed', number: 'RIGHT-1' }],
      },
    ]);
  });

  test('that was confirmed, nothing is left to pay', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('PAID-1'));
    await confirm(site, 'PAID-1', 1000);
    const [application] = await myApplications(visitor);
    expect(
      await submit(visitor, claim('PAID-1-AGAIN', { top: { applicationId: application?.id } })),
    ).toMatchObject({
      status: 409,
      body: { error: 'There is nothing left to pay for this application.' },
    });
  });

  test('the details of the application stay what they were', async () => {
    const visitor = site.visitor();
    await submit(visitor, claim('DETAILS-1'));
    const [application] = await myApplications(visitor);
    await submit(
      visitor,
      claim('DETAILS-2', {
        person: person({ firstName: 'Mallory' }),
        top: { applicationId: application?.id },
      }),
    );
    expect(await myApplications(visitor)).toMatchObject([
      { applicationData: { firstName: 'Ama' } },
    ]);
  });
});

describe('a rail without an active destination', () => {
  test('takes no claims; it opens with a configuration and closes with its removal', async () => {
    const closed = await openPaymentSite({ rails: [] });
    try {
      const visitor = closed.visitor();
      const zelleOff =
        'Zelle payments are not available at the moment. If you have already sent money, write to us with your reference.';
      expect(await submit(visitor, claim('OFF-1'))).toMatchObject({
        status: 409,
        body: { error: zelleOff },
      });
      await closed.admin.post('/api/admin/payment-config', bank);
      expect((await submit(visitor, claim('OFF-1'))).status).toBe(409);
      expect((await submit(closed.visitor(), claim('OFF-2', { method: 'bank' }))).status).toBe(201);
      await closed.admin.post('/api/admin/payment-config', zelle);
      expect((await submit(visitor, claim('OFF-1'))).status).toBe(201);
      const rows = (await closed.admin.get('/api/admin/payment-config')).body as {
        id: string;
        configType: string;
      }[];
      await closed.admin.delete(
        `/api/admin/payment-config/${rows.find((row) => row.configType === 'zelle')?.id}`,
      );
      expect((await submit(closed.visitor(), claim('OFF-3'))).status).toBe(409);
      // What was claimed before is still answered the same.
      expect((await submit(visitor, claim('OFF-1'))).status).toBe(201);
    } finally {
      await closed.close();
    }
  });
});
