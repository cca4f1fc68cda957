import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { days } from '../../../../shared/time.ts';
import { journal } from '../../core/journal/journal.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  findClaimId,
  myApplications,
  openPaymentSite,
  type PaymentSite,
  person,
  today,
} from '../../core/testing.ts';
import type { StatementView } from '../../rails/transfer/statements/statement.contract.ts';
import type { Balances } from '../balances/balances.contract.ts';
import type { ReviewItem } from '../review/review.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

const columns = {
  delimiter: ',',
  hasHeader: true,
  date: 0,
  dateFormat: 'YMD',
  amount: 1,
  credit: null,
  debit: null,
  decimal: '.',
  text: [2],
  currency: null,
  balance: null,
};
const line = (text: string, amount: string, day = today(site)) => `${day},${amount},${text}`;

/** Imports a statement, and answers its id. */
async function bringIn(lines: string[], more: object = {}) {
  const answer = await site.admin.post('/api/admin/statements', {
    rail: 'bank',
    fileName: 'november.csv',
    content: ['Date,Amount,Text', ...lines].join('\n'),
    columns,
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
}
const look = async (id: string) =>
  (await site.admin.get(`/api/admin/statements/${id}`)).body as StatementView;
const rowOf = async (id: string, text: string) => {
  const row = (await look(id)).rows.find((one) => one.text === text);
  if (!row) throw new Error(`No line says ${text}.`);
  return row;
};
const post = (path: string, body: object) =>
  site.admin.post(`/api/admin/payments/lines/${path}`, body);
const decide = (lines: string[], to: string, more: object = {}) =>
  post('decide', { lines, to, reason: 'As the bank says', ...more });
const undo = (lines: string[]) => post('undo', { lines });
const toDo = async () =>
  ((await site.admin.get('/api/admin/payments/review?limit=100')).body as ReviewItem[]).filter(
    ({ kind, method }) => kind === 'unmatched' && method !== 'paypal',
  );
const bankNow = async () =>
  ((await site.admin.get('/api/admin/payments/balances')).body as Balances).rails.find(
    ({ account }) => account === 'bank',
  );
const entriesOf = (id: string) =>
  site.db
    .select()
    .from(journal)
    .where(sql`${journal.source} like ${`statement-line:${id}:%`}`)
    .orderBy(asc(journal.id));

let payers = 0;
/** A payer whose transfer of $1,000 was confirmed by hand. */
async function paid(lastName = 'Mensah') {
  const number = `LINES-${++payers}`;
  const visitor = site.visitor();
  const sent = await visitor.post(
    '/payment/submit',
    claim(number, {
      method: 'bank',
      person: person({ lastName, email: `l${payers}@example.org` }),
    }),
  );
  expect(sent.status, sent.text).toBe(201);
  const paymentId = await findClaimId(site, number);
  expect((await confirm(site, number, '1000.00')).status).toBe(200);
  const [application] = await myApplications(visitor);
  return { visitor, paymentId, reference: application!.reference };
}
const statusOf = async ({ visitor }: Pick<Awaited<ReturnType<typeof paid>>, 'visitor'>) =>
  (await myApplications(visitor))[0]?.paymentStatus;

describe('a line of money out', () => {
  test('is kept whole, and waits in the list until it is put to an account; undo takes it back', async () => {
    const id = await bringIn([line('MONTHLY FEE', '-12.50')]);
    const { id: fee, state, amount } = await rowOf(id, 'MONTHLY FEE');
    expect([state, amount]).toEqual(['unmatched', '-12.50']);
    expect(await toDo()).toMatchObject([
      { id: fee, method: 'bank', amount: '-12.50', subject: 'MONTHLY FEE', statementId: id },
    ]);
    expect((await decide([fee], 'spending')).status).toBe(200);
    expect((await decide([fee], 'donations')).status).toBe(409);
    const last = (await site.admin.get('/api/admin/undo')).body as { undo: object }[];
    expect(last[0]?.undo).toEqual({ by: 'undoLines', lines: [fee] });
    expect(await toDo()).toEqual([]);
    expect(await rowOf(id, 'MONTHLY FEE')).toMatchObject({
      state: 'decided',
      decision: { to: 'spending', reason: 'As the bank says' },
    });
    expect((await undo([fee])).status).toBe(200);
    expect((await undo([fee])).status).toBe(409);
    expect(
      (await entriesOf(fee)).map(({ debit, credit, amount: c }) => [debit, credit, c]),
    ).toEqual([
      ['spending', 'bank', 1250n],
      ['bank', 'spending', 1250n],
    ]);
    expect(await toDo()).toHaveLength(1);
    expect((await decide([fee], 'spending')).status).toBe(200);
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, fee));
    expect(log.map(({ action }) => action)).toEqual([
      'statement_line.decided',
      'statement_line.undone',
      'statement_line.decided',
    ]);
  });

  test('that returned a transfer is suggested by reference, records the refund, and undo takes it back', async () => {
    const payer = await paid();
    const id = await bringIn([line(`RETURNED ${payer.reference}`, '-1000.00')]);
    const row = await rowOf(id, `RETURNED ${payer.reference}`);
    expect(row.returns).toMatchObject([
      { paymentId: payer.paymentId, refundId: null, reference: payer.reference },
    ]);
    const body = { paymentId: payer.paymentId };
    expect((await decide([row.id], 'return', body)).status).toBe(200);
    expect(await statusOf(payer)).toBe('refunded');
    expect(await rowOf(id, row.text)).toMatchObject({
      state: 'returned',
      match: { reference: payer.reference },
    });
    expect((await undo([row.id])).status).toBe(200);
    expect(await statusOf(payer)).toBe('completed');
    expect(await rowOf(id, row.text)).toMatchObject({ state: 'unmatched' });
    expect((await decide([row.id], 'return', body)).status).toBe(200);
    expect(await statusOf(payer)).toBe('refunded');
  });

  test('that is a refund which was recorded by hand proves it, once, and records nothing again', async () => {
    const payer = await paid('Okonkwo');
    const refund = {
      amount: '400.00',
      held: '1000.00',
      refundedOn: today(site),
      reason: 'Too much',
    };
    const path = `/api/admin/payments/${payer.paymentId}/refund`;
    expect((await site.admin.post(path, refund)).status).toBe(200);
    const before = await site.db.$count(journal);
    const id = await bringIn([
      line('OUT AMA OKONKWO 1', '-400.00'),
      line('OUT AMA OKONKWO 2', '-400.00'),
    ]);
    const [one, two] = (await look(id)).rows;
    const recorded = one!.returns.find(({ refundId }) => refundId !== null);
    expect(recorded).toMatchObject({ paymentId: payer.paymentId, reference: payer.reference });
    const body = { paymentId: payer.paymentId, refundId: recorded!.refundId };
    expect((await decide([one!.id], 'return', body)).status).toBe(200);
    expect((await decide([two!.id], 'return', body)).status).toBe(409);
    expect(await site.db.$count(journal)).toBe(before);
    expect(await statusOf(payer)).toBe('partially_paid');
    expect((await undo([one!.id])).status).toBe(200);
    expect(await statusOf(payer)).toBe('partially_paid');
    expect((await decide([one!.id], 'return', body)).status).toBe(200);
    expect((await decide([two!.id], 'dismiss')).status).toBe(200);
  });

  test('cannot return more than is left of a payment, nor one of another account', async () => {
    const payer = await paid();
    const id = await bringIn([line('TOO MUCH', '-1000.01')]);
    const zelle = await bringIn([line('WRONG ACCOUNT', '-5.00')], { rail: 'zelle' });
    const body = { paymentId: payer.paymentId };
    for (const [statement, text] of [
      [id, 'TOO MUCH'],
      [zelle, 'WRONG ACCOUNT'],
    ] as const) {
      const { id: lineId } = await rowOf(statement, text);
      expect((await decide([lineId], 'return', body)).status).toBe(409);
      expect((await decide([lineId], 'dismiss')).status).toBe(200);
    }
    expect(await statusOf(payer)).toBe('completed');
  });

  test('of which the payment’s own page takes the refund back waits again, and undo there ties it again', async () => {
    const payer = await paid();
    const id = await bringIn([line(`BACK ${payer.reference}`, '-300.00')]);
    const row = await rowOf(id, `BACK ${payer.reference}`);
    expect((await decide([row.id], 'return', { paymentId: payer.paymentId })).status).toBe(200);
    const path = `/api/admin/payments/${payer.paymentId}/take-back`;
    expect((await site.admin.post(path, { held: '700.00', reason: 'A mistake' })).status).toBe(200);
    expect(await rowOf(id, row.text)).toMatchObject({ state: 'unmatched' });
    expect((await site.admin.post(`${path}/undo`)).status).toBe(200);
    expect(await rowOf(id, row.text)).toMatchObject({ state: 'returned' });
  });
});

describe('an unmatched line of money in', () => {
  test('is assigned to an application, after a warning where it is not what is due', async () => {
    const visitor = site.visitor();
    const body = { applicationData: person(), plan: 'onetime' };
    const { reference } = (await visitor.post('/api/applications', body)).body as {
      reference: string;
    };
    const id = await bringIn([line('FROM AN AUNT', '900.00')]);
    const { id: lineId } = await rowOf(id, 'FROM AN AUNT');
    const warned = await decide([lineId], 'assign', { reference });
    expect(warned).toMatchObject({ status: 409, body: { reason: 'difference', due: '1000.00' } });
    const answer = await decide([lineId], 'assign', { reference, acceptDifference: true });
    expect(answer.status, answer.text).toBe(200);
    expect(await rowOf(id, 'FROM AN AUNT')).toMatchObject({
      state: 'booked',
      match: { reference },
    });
    expect(await statusOf({ visitor })).toBe('partially_paid');
    expect((await undo([lineId])).status).toBe(200);
    expect(await rowOf(id, 'FROM AN AUNT')).toMatchObject({ state: 'unmatched' });
    expect((await decide([lineId], 'donations')).status).toBe(200);
  });

  test('of more than is due counts for the next payments where that is chosen', async () => {
    const visitor = site.visitor();
    const body = { applicationData: person(), plan: 'installment' };
    const { reference } = (await visitor.post('/api/applications', body)).body as {
      reference: string;
    };
    const id = await bringIn([line('FROM AN UNCLE', '160.00')]);
    const { id: lineId } = await rowOf(id, 'FROM AN UNCLE');
    const warned = await decide([lineId], 'assign', { reference });
    expect(warned).toMatchObject({ status: 409, body: { over: '60.00', creditable: '60.00' } });
    const meant = { reference, acceptDifference: true, keepSurplus: true };
    expect((await decide([lineId], 'assign', meant)).status).toBe(200);
    const [paid] = await myApplications(visitor);
    expect(paid?.instalments.slice(0, 2)).toMatchObject([
      { status: 'paid' },
      { rest: '40.00', credits: [{ amount: '60.00', instalment: 1 }] },
    ]);
  });

  test('by two administrators at once is resolved by one, and the other reads so', async () => {
    const id = await bringIn([line('GIFT FOR THE CAMPAIGN', '55.00')]);
    const { id: lineId } = await rowOf(id, 'GIFT FOR THE CAMPAIGN');
    const answers = await Promise.all([
      decide([lineId], 'donations'),
      decide([lineId], 'other_income'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toContain('resolved already');
    expect(await entriesOf(lineId)).toHaveLength(1);
  });

  test('that is on two statements is resolved with both, and waits once', async () => {
    const text = line('THE SAME GIFT', '66.00');
    const [first, second] = [await bringIn([text]), await bringIn([text])];
    expect((await toDo()).filter(({ subject }) => subject === 'THE SAME GIFT')).toHaveLength(1);
    const { id: copy } = await rowOf(second, 'THE SAME GIFT');
    expect((await decide([(await rowOf(first, 'THE SAME GIFT')).id], 'donations')).status).toBe(
      200,
    );
    expect(await rowOf(second, 'THE SAME GIFT')).toMatchObject({ state: 'used' });
    expect((await decide([copy], 'donations')).status).toBe(409);
    expect((await toDo()).filter(({ subject }) => subject === 'THE SAME GIFT')).toEqual([]);
  });

  test('needs a recent password and the permission, and a statement with a resolved line stays', async () => {
    const id = await bringIn([line('FOR NOBODY', '7.00')]);
    const { id: lineId } = await rowOf(id, 'FOR NOBODY');
    const body = { lines: [lineId], to: 'donations', reason: 'x' };
    const path = '/api/admin/payments/lines/decide';
    expect((await site.visitor().post(path, body)).status).toBe(401);
    expect((await (await site.loggedIn('member')).post(path, body)).status).toBe(403);
    expect((await decide([lineId], 'donations')).status).toBe(200);
    expect((await site.admin.delete(`/api/admin/statements/${id}`)).status).toBe(409);
    expect((await undo([lineId])).status).toBe(200);
    expect((await site.admin.delete(`/api/admin/statements/${id}`)).status).toBe(200);
  });
});

describe('a rule', () => {
  test('puts every open line with its words to an account now, and later ones with one click; undo takes all back', async () => {
    const [first, second] = [
      await bringIn([line('CARD FEE 1', '-1.00'), line('CARD FEE 2', '-2.00')]),
      await bringIn([line('CARD FEE 3', '-3.00'), line('CARD FEE BACK', '3.00')]),
    ];
    const { id: one } = await rowOf(first, 'CARD FEE 1');
    const wrong = await decide([one], 'spending', { contains: 'rent' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { contains: expect.any(String) } },
    });
    expect((await decide([one], 'spending', { contains: 'card fee' })).text).toContain('3 lines');
    expect((await rowOf(second, 'CARD FEE BACK')).state).toBe('unmatched');
    const later = await bringIn([line('CARD FEE 4', '-4.00'), line('CARD FEE 5', '-5.00')]);
    const { rows } = await look(later);
    expect(rows.map(({ rule }) => rule?.account)).toEqual(['spending', 'spending']);
    const ids = rows.map((row) => row.id);
    expect((await post('apply-rules', { lines: ids })).status).toBe(200);
    expect((await look(later)).rows.map(({ state }) => state)).toEqual(['decided', 'decided']);
    expect((await undo(ids)).status).toBe(200);
    expect((await post('apply-rules', { lines: ids })).status).toBe(200);
    const [rule] = (await site.admin.get('/api/admin/statement-rules')).body as { id: string }[];
    expect((await site.admin.delete(`/api/admin/statement-rules/${rule?.id}`)).status).toBe(200);
    expect((await site.admin.delete(`/api/admin/statement-rules/${rule?.id}`)).status).toBe(404);
    const { id: back } = await rowOf(second, 'CARD FEE BACK');
    expect((await post('apply-rules', { lines: [back] })).status).toBe(409);
    expect((await decide([back], 'spending')).status).toBe(200);
  });
});

describe('the account at the bank', () => {
  test('is the statement’s, once every line is resolved; the opening balance is written', async () => {
    site.clock.advance(days(2));
    await site.login();
    expect(await bankNow()).toMatchObject({ theirs: null, checkedAt: null, isStale: true });
    const { reference, paymentId } = await paid('Balance');
    const { rows } = await site.db.execute<{ sum: string }>(sql`
      select sum(case when debit = 'bank' then amount else -amount end)::text as sum
      from journal where 'bank' in (debit, credit) and day < ${today(site)}`);
    const opening = (Number(rows[0]?.sum) + 20_000) / 100;
    const closing = opening + 1000 - 40 + 25;
    const lines = [
      line(`PAID ${reference} -`, '1000.00'),
      line('RENT', '-40.00'),
      line('GIFT', '25.00'),
    ];
    const wrong = await site.admin.post('/api/admin/statements', {
      rail: 'bank',
      fileName: 'x.csv',
      content: ['Date,Amount,Text', ...lines].join('\n'),
      columns,
      balances: { opening: String(opening), closing: String(closing + 1) },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('The lines add up to $985.00');
    const id = await bringIn(lines, {
      balances: { opening: opening.toFixed(2), closing: closing.toFixed(2) },
    });
    const open = await bankNow();
    expect(open).toMatchObject({
      theirs: closing.toFixed(2),
      isStale: false,
      open: 3,
      until: today(site),
    });
    expect(open?.ours).toBe((closing + 15).toFixed(2));
    // The payment was confirmed by hand, so its line is there already.
    expect(paymentId).toBeTruthy();
    expect((await decide([(await rowOf(id, `PAID ${reference} -`)).id], 'dismiss')).status).toBe(
      200,
    );
    expect((await decide([(await rowOf(id, 'RENT')).id], 'spending')).status).toBe(200);
    expect((await decide([(await rowOf(id, 'GIFT')).id], 'donations')).status).toBe(200);
    expect(await bankNow()).toMatchObject({
      ours: closing.toFixed(2),
      theirs: closing.toFixed(2),
      open: 0,
    });
    site.clock.advance(days(41));
    await site.login();
    expect(await bankNow()).toMatchObject({ isStale: true });
  });
});
