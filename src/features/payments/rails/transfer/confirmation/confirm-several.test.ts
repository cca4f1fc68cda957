import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../../server/audit.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
  today,
} from '../../../core/testing.ts';
import type { PaymentRow } from './confirmation.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

async function claimed(number: string, changes: Parameters<typeof claim>[1] = {}) {
  const visitor = site.visitor();
  const answer = await visitor.post('/payment/submit', claim(number, changes));
  if (answer.status !== 201) throw new Error(answer.text);
  return { visitor, id: await idOf(number, (await myApplications(visitor))[0]!.reference) };
}
const waiting = async () =>
  (await site.admin.get('/api/admin/payments?status=claimed')).body as PaymentRow[];
const idOf = async (number: string, reference: string) =>
  (await waiting()).find((row) => row.number === number && row.reference === reference)!.id;
const receipt = () => ({ receivedAmount: '1000.00', receivedOn: today(site) });
const confirmAll = (claims: object[], headers: Record<string, string> = {}) =>
  site.admin.post('/api/admin/payments/confirm', { claims }, headers);
const statusOf = async ({ visitor }: Awaited<ReturnType<typeof claimed>>) =>
  (await myApplications(visitor))[0]?.paymentStatus;

describe('several at once', () => {
  test('are confirmed each for itself: those that fail say why and the others stay confirmed', async () => {
    const [one, two, three] = [
      await claimed('MANY-1'),
      await claimed('MANY-2'),
      await claimed('MANY-3'),
    ];
    await site.admin.post(`/api/admin/payments/${two.id}/reject`, { reason: 'No.' });
    const unknown = crypto.randomUUID();
    const answer = await confirmAll(
      [one, two, three, { id: unknown }].map(({ id }) => ({ id, ...receipt() })),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: '2 of 4 payments confirmed.',
        results: [
          { id: one.id, isConfirmed: true, message: 'Payment confirmed.' },
          { id: two.id, isConfirmed: false, message: 'This payment was already rejected.' },
          { id: three.id, isConfirmed: true },
          { id: unknown, isConfirmed: false, message: 'This payment does not exist.' },
        ],
      },
    });
    expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([
      'completed',
      'failed',
      'completed',
    ]);
    const log = await site.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.subject, [one.id, two.id, three.id]));
    expect(log.map(({ action }) => action).sort()).toEqual([
      'payment.confirmed',
      'payment.confirmed',
      'payment.rejected',
    ]);
  });

  test('with one line twice book it once', async () => {
    const [one, two] = [await claimed('LINE-1'), await claimed('LINE-2')];
    const { body } = await confirmAll(
      [one, two].map(({ id }) => ({ id, ...receipt(), statementLine: 'ONE LINE' })),
    );
    expect(body).toMatchObject({ results: [{ isConfirmed: true }, { isConfirmed: false }] });
    expect([await statusOf(one), await statusOf(two)]).toEqual([
      'completed',
      'awaiting_verification',
    ]);
  });

  test('sent again under their key are answered as the first time', async () => {
    const one = await claimed('KEY-1');
    const send = () =>
      confirmAll([{ id: one.id, ...receipt() }], { 'Idempotency-Key': 'the-same-operation' });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(await site.db.$count(auditLog, eq(auditLog.subject, one.id))).toBe(1);
  });

  test('with an amount that is not what is due are refused one by one until it is meant', async () => {
    const [one, two] = [await claimed('MEANT-1'), await claimed('MEANT-2')];
    const { body } = await confirmAll([
      { id: one.id, ...receipt(), receivedAmount: 10_000 },
      { id: two.id, ...receipt() },
    ]);
    expect(body).toMatchObject({
      results: [
        { isConfirmed: false, message: 'You confirm $10,000.00. Due: $1,000.00.' },
        { isConfirmed: true },
      ],
    });
  });

  test('with other amounts keep what came short and flag what is too much', async () => {
    const [one, two] = [await claimed('AMOUNT-1'), await claimed('AMOUNT-2')];
    const { body } = await confirmAll([
      { id: one.id, ...receipt(), receivedAmount: 600, acceptDifference: true },
      { id: two.id, ...receipt(), receivedAmount: 1001, acceptDifference: true },
    ]);
    expect(body).toMatchObject({
      results: [
        { message: '$600.00 recorded. $400.00 is still due.' },
        { message: 'Payment confirmed. $1.00 more than due has arrived.' },
      ],
    });
  });

  test.each([
    ['none', () => []],
    [
      'more than a hundred',
      (id: string) => Array.from({ length: 101 }, () => ({ id, ...receipt() })),
    ],
    ['a wrong amount', (id: string) => [{ id, ...receipt(), receivedAmount: '1e3' }]],
    ['a wrong day', (id: string) => [{ id, ...receipt(), receivedOn: '2026-02-30' }]],
    ['an unknown key', (id: string) => [{ id, ...receipt(), paid: true }]],
  ])('with %s are refused as a whole and change nothing', async (what, claims) => {
    const one = await claimed(`BAD-${what.replaceAll(' ', '').toUpperCase()}`);
    expect((await confirmAll(claims(one.id))).status).toBe(400);
    expect(await statusOf(one)).toBe('awaiting_verification');
  });
});

describe('a number that several applications have claimed', () => {
  const twins = async (number: string) => {
    const first = await claimed(number);
    const second = await claimed(number, {
      data: { review: true },
      person: person({ firstName: 'Efua', email: 'efua@example.org' }),
    });
    return { first, second };
  };
  const settle = (id: string, more: object = {}) =>
    site.admin.post(`/api/admin/payments/${id}/settle`, {
      ...receipt(),
      reason: 'It belongs to another transfer.',
      ...more,
    });

  test('is flagged on both, and each names the other', async () => {
    const { first, second } = await twins('TWIN-1');
    const rows = await waiting();
    const row = (id: string) => rows.find((one) => one.id === id);
    expect([row(first.id)?.sameNumber, row(second.id)?.sameNumber]).toEqual([2, 2]);
    expect([row(first.id)?.numberInReview, row(second.id)?.numberInReview]).toEqual([false, true]);
    const alone = await claimed('TWIN-1-ALONE');
    expect((await waiting()).find(({ id }) => id === alone.id)?.sameNumber).toBe(1);
    const near = (await site.admin.get(`/api/admin/payments/${first.id}/near`)).body;
    expect(near).toMatchObject({ claims: [{ id: second.id, isSame: true, name: 'Efua Mensah' }] });
  });

  test.each(['first', 'second'] as const)(
    'is given to the %s: one is confirmed, the other rejected with the reason',
    async (whose) => {
      const both = await twins(`WHOSE-${whose.toUpperCase()}`);
      const [owner, other] =
        whose === 'first' ? [both.first, both.second] : [both.second, both.first];
      expect(await settle(owner.id)).toMatchObject({
        status: 200,
        body: { message: 'Payment confirmed.' },
      });
      expect([await statusOf(owner), await statusOf(other)]).toEqual(['completed', 'failed']);
      expect(await myApplications(other.visitor)).toMatchObject([
        { payments: [{ status: 'failed', reason: 'It belongs to another transfer.' }] },
      ]);
      expect((await settle(owner.id)).status).toBe(409);
    },
  );

  test('is given to one when both are given at the same time', async () => {
    const { first, second } = await twins('RACE-1');
    const answers = await Promise.all([settle(first.id), settle(second.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await statusOf(first), await statusOf(second)].sort()).toEqual(['completed', 'failed']);
  });

  test('is settled as a whole or not at all', async () => {
    const { first, second } = await twins('WHOLE-1');
    expect((await settle(first.id, { receivedOn: '2999-01-01' })).status).toBe(400);
    expect((await settle(first.id, { reason: '' })).status).toBe(400);
    expect([await statusOf(first), await statusOf(second)]).toEqual([
      'awaiting_verification',
      'awaiting_verification',
    ]);
  });

  test('is not settled where no one else waits with it', async () => {
    const one = await claimed('SOLE-1');
    expect((await settle(one.id)).status).toBe(409);
    expect((await settle(crypto.randomUUID())).status).toBe(404);
    expect(await statusOf(one)).toBe('awaiting_verification');
  });
});

describe('near matches of a claim', () => {
  test('name claims of other applications that read almost the same, and no one else’s', async () => {
    const one = await claimed('NEAR-1O23-XY');
    const swapped = await claimed('NEAR-10 32-XY', { person: person({ firstName: 'Kojo' }) });
    await claimed('NEAR-9999-XY', { person: person({ firstName: 'Yaw' }) });
    const { claims } = (await site.admin.get(`/api/admin/payments/${one.id}/near`)).body as {
      claims: { id: string; isSame: boolean }[];
    };
    expect(claims).toMatchObject([{ id: swapped.id, isSame: false }]);
  });

  test('are none of a payment that does not exist', async () => {
    expect((await site.admin.get(`/api/admin/payments/${crypto.randomUUID()}/near`)).status).toBe(
      404,
    );
  });
});

describe('who may', () => {
  const id = '5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11';
  test.each(['/api/admin/payments/confirm', `/api/admin/payments/${id}/settle`])(
    '%s: no visitor and no member',
    async (path) => {
      expect((await site.visitor().post(path, {})).status).toBe(401);
      expect((await (await site.loggedIn('member')).post(path, {})).status).toBe(403);
    },
  );
});
