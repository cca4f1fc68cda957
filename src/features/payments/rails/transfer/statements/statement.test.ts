import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../../server/audit.store.ts';
import { createQueue } from '../../../../../server/queue/queue.ts';
import { minutes } from '../../../../../shared/time.ts';
import {
  claim,
  findClaimId,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../../../core/testing.ts';
import { statementJobs } from '../confirmation/statement-booking.jobs.ts';
import { bookLines } from '../confirmation/statement-booking.service.ts';
import { undoMs } from './statement.rules.ts';
import type { StatementColumns, StatementReading, StatementView } from './statement.contract.ts';
import { statementImports, statementLines } from './statement.store.ts';
import type * as z from 'zod/mini';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

const day = (ago = 0) =>
  new Date(site.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
const HEAD = 'Date,Amount,Description';
const csv = (...lines: string[]) => [HEAD, ...lines].join('\n');
const line = (text: string, amount = '1000.00') =>
  `${day()},${amount},"${text.replaceAll('"', '""')}"`;
const columns: z.output<typeof StatementColumns> = {
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

/** A browser that has claimed a payment with this number, and its application. */
async function claimed(number: string, changes: Parameters<typeof claim>[1] = {}) {
  const visitor = site.visitor();
  const answer = await visitor.post('/payment/submit', claim(number, changes));
  if (answer.status !== 201) throw new Error(answer.text);
  const [application] = await myApplications(visitor);
  return { visitor, application: application!, reference: application!.reference };
}

/** A browser whose application waits for money: nothing was claimed. */
async function drafted(plan = 'onetime') {
  const visitor = site.visitor();
  const body = { applicationData: person(), plan };
  const { reference } = (await visitor.post('/api/applications', body)).body as {
    reference: string;
  };
  return { visitor, reference };
}

async function bringIn(content: string, more: object = {}) {
  const answer = await site.admin.post('/api/admin/statements', {
    rail: 'zelle',
    fileName: 'november.csv',
    content,
    columns,
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as { id: string }).id;
}
const look = async (id: string) =>
  (await site.admin.get(`/api/admin/statements/${id}`)).body as StatementView;
const apply = async (id: string, lines?: string[], version?: string, more: object = {}) => {
  const view = await look(id);
  return site.admin.post(`/api/admin/statements/${id}/apply`, {
    version: version ?? view.version,
    lines: lines ?? view.rows.filter(({ match }) => match?.isSure).map((row) => row.id),
    acceptDifference: true,
    ...more,
  });
};
const post = (id: string, operation: string) =>
  site.admin.post(`/api/admin/statements/${id}/${operation}`);
/** What the queue would do once the lines may be booked. */
const book = async (id: string) => {
  expect((await post(id, 'book')).status).toBe(200);
  await bookLines(site.context, id);
};
const statusOf = async (visitor: Awaited<ReturnType<typeof claimed>>['visitor']) =>
  (await myApplications(visitor))[0]?.paymentStatus;

describe('a file', () => {
  const read = (content: string, more: object = {}) =>
    site.admin.post('/api/admin/statements/read', { rail: 'zelle', content, ...more });

  test('is shown as it would be read, and nothing is kept of it', async () => {
    const content = csv(line('ZELLE FROM AMA'), `${day()},-30.00,Rent`, 'soon,5.00,x');
    const before = await site.db.$count(statementImports);
    const { status, body } = await read(content);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns,
      isRemembered: false,
      header: ['Date', 'Amount', 'Description'],
      rows: [
        { row: 2, kind: 'credit', bookedOn: day(), amount: '1000.00', text: 'ZELLE FROM AMA' },
        { row: 3, kind: 'debit', amount: '-30.00', text: 'Rent' },
        { row: 4, kind: 'unreadable', problem: 'The date could not be read.' },
      ],
      unreadable: [{ row: 4 }],
      counts: { credits: 1, debits: 1, unreadable: 1 },
    });
    expect(await site.db.$count(statementImports)).toBe(before);
  });

  test('with a mark, semicolons, quotes over lines and decimal commas is read', async () => {
    const content =
      '\uFEFFDatum;Betrag;Text\r\n20.11.2026;"1.000,00";"two\r\nlines ""quoted"""\r\n';
    const { body } = await read(content);
    expect(body).toMatchObject({
      columns: { delimiter: ';', decimal: ',', dateFormat: 'DMY' },
      rows: [{ bookedOn: '2026-11-20', amount: '1000.00', text: 'two lines "quoted"' }],
    });
  });

  test('is read as the administrator says, whatever it looks like', async () => {
    const content = '01/02/2026,5.00,x\n';
    const dayFirst = { ...columns, hasHeader: false, dateFormat: 'DMY' };
    const rowsOf = async (more: object) =>
      ((await read(content, more)).body as StatementReading).rows;
    expect(await rowsOf({})).toMatchObject([{ bookedOn: '2026-01-02' }]);
    expect(await rowsOf({ columns: dayFirst })).toMatchObject([{ bookedOn: '2026-02-01' }]);
  });

  test('is read up to tomorrow, as it may be tomorrow where the bank is', async () => {
    const content = [HEAD, `${day(-1)},5.00,x`, `${day(-2)},5.00,x`].join('\n');
    const later = { problem: 'This date is in the future. Check the date format.' };
    expect((await read(content)).body).toMatchObject({ rows: [{ kind: 'credit' }, later] });
    expect((await look(await bringIn(content))).rows).toHaveLength(1);
  });

  test.each([
    [true, ['01/02/2026']],
    [true, ['11/02/2026', '', 'Total', '11/11/2026']],
    [false, ['11/02/2026', '11/13/2026']],
    [false, ['11/11/2026']],
    [false, ['01.02.2026']],
    [false, ['2 Jan 2026', '2026-01-02']],
  ])('says with %s that day and month could be the other way round in %j', async (isOpen, days) => {
    const content = ['Date,Amount,Text', ...days.map((one) => `${one},5.00,x`)].join('\n');
    expect((await read(content)).body).toMatchObject({ isDayOrderOpen: isOpen });
  });

  test('with a column of balances says what the account held before and after, with the oldest row first or last', async () => {
    const rows = ['2026-11-01,5.00,a,105.00', '2026-11-02,-30.00,b,75.00'];
    for (const ordered of [rows, rows.toReversed()])
      expect((await read(['Date,Amount,Text,Balance', ...ordered].join('\n'))).body).toMatchObject({
        columns: { balance: 3 },
        balances: { opening: '100.00', closing: '75.00' },
      });
    const odd = ['Date,Amount,Text,Balance', rows[0], '2026-11-02,-30.00,b,76.00'].join('\n');
    expect((await read(odd)).body).toMatchObject({ balances: null });
  });

  test('with money in and out in columns of their own is read with both', async () => {
    const content =
      'Date,Text,Paid in,Paid out\n2026-11-01,a,5.00,\n2026-11-02,b,,30.00\n2026-11-03,c,,\n';
    expect((await read(content)).body).toMatchObject({
      columns: { amount: null, credit: 2, debit: 3 },
      rows: [
        { kind: 'credit', amount: '5.00' },
        { kind: 'debit', amount: '-30.00' },
        { kind: 'unreadable' },
      ],
    });
  });

  test('like the last one of the account is read as that one was', async () => {
    const content = 'When,What,In,Out\n03/04/2026,a,5.00,\n';
    const chosen = { ...columns, dateFormat: 'DMY', amount: null, credit: 2, debit: 3, text: [1] };
    await bringIn(content, { rail: 'bank', columns: chosen });
    expect((await read(content, { rail: 'bank' })).body).toMatchObject({
      isRemembered: true,
      columns: chosen,
      rows: [{ bookedOn: '2026-04-03' }],
    });
    expect((await read(content)).body).toMatchObject({ isRemembered: false });
  });

  test.each([
    ['empty', '', 'This file is empty. Choose another one.'],
    [
      'of more than 20,000 rows',
      '2026-11-20,5.00,x\n'.repeat(20_001),
      'This file has more than 20,000 rows. Export a shorter period.',
    ],
    [
      'of more than 50 columns',
      ','.repeat(50),
      'This file has more than 50 columns. Export it with fewer columns.',
    ],
    [
      'that is a picture',
      '\u0089PNG\r\n\u001a\n\u0000\u0000',
      'The request contains characters that cannot be stored.',
    ],
    [
      'with a quote that never ends',
      `a,b\n1,"${'2\n'.repeat(15_000)}`,
      'This file could not be read as a table. Export the statement as CSV and try again.',
    ],
  ])('%s is refused with a sentence', async (_what, content, message) => {
    expect(await read(content)).toMatchObject({ status: 400, body: { message } });
    expect(
      await site.admin.post('/api/admin/statements', {
        rail: 'zelle',
        fileName: 'x.csv',
        content,
        columns,
      }),
    ).toMatchObject({ status: 400 });
  });

  test('of 20,000 rows is taken', async () => {
    const content = `${day()},5.00,x\n`.repeat(20_000);
    expect((await read(content)).body).toMatchObject({ counts: { credits: 20_000 } });
  });

  test('of three megabytes is too large', async () => {
    expect((await read('x'.repeat(3 * 2 ** 20))).status).toBe(413);
  });

  test('without money is not kept', async () => {
    const content = csv(`${day()},0.00,x`);
    expect(
      await site.admin.post('/api/admin/statements', {
        rail: 'zelle',
        fileName: 'x.csv',
        content,
        columns,
      }),
    ).toMatchObject({
      status: 400,
      body: { message: 'No money was found in this file. Check the columns you chose.' },
    });
  });

  test.each([
    [{ columns: { ...columns, date: 7 } }],
    [{ columns: { ...columns, text: [3] } }],
    [{ columns: { ...columns, date: -1 } }],
    [{ columns: { ...columns, amount: null } }],
    [{ columns: { ...columns, text: [] } }],
    [{ columns: { ...columns, delimiter: '|' } }],
    [{ columns: { ...columns, more: 1 } }],
    [{ rail: 'paypal' }],
    [{ fileName: '' }],
    [{ undo: true }],
  ])('with the wrong choice %j is refused and nothing is kept', async (change) => {
    const before = await site.db.$count(statementLines);
    const body = { rail: 'zelle', fileName: 'x.csv', content: csv(line('x')), columns, ...change };
    expect((await site.admin.post('/api/admin/statements', body)).status).toBe(400);
    expect(await site.db.$count(statementLines)).toBe(before);
  });

  test('keeps a formula as the words that it is', async () => {
    const id = await bringIn(csv(line('=cmd|’ /C calc’!A0')));
    expect((await look(id)).rows).toMatchObject([{ text: '=cmd|’ /C calc’!A0' }]);
  });
});

describe('a line is held to pay', () => {
  test('a claim, by our reference, by the number, and with dash and spaces lost', async () => {
    const [one, two, three] = [
      await claimed('FIT-1'),
      await claimed('FIT-2'),
      await claimed('FIT 3-00'),
    ];
    const id = await bringIn(
      csv(
        line(`ZELLE AMA ${one.reference.replace('-', '')}`),
        line('ZELLE AMA FIT2 THANKS'),
        line('ZELLE FIT300'),
        line('RENT'),
        line(`${three.reference} AGAIN`, '400.00'),
      ),
    );
    const { rows } = await look(id);
    expect(
      rows.map(({ state, match }) => [state, match?.reference, match?.difference, match?.isSure]),
    ).toEqual([
      ['proposed', one.reference, 'equal', true],
      ['proposed', two.reference, 'equal', true],
      ['proposed', three.reference, 'equal', true],
      ['unmatched', undefined, undefined, undefined],
      ['proposed', three.reference, 'less', false],
    ]);
    expect(await statusOf(one.visitor)).toBe('awaiting_verification');
  });

  test('an application of which no claim has come, a plan’s instalment by the number behind its memo', async () => {
    const { reference } = await drafted('installment');
    const id = await bringIn(csv(line(`${reference}-3`, '100.00'), line(reference, '100.00')));
    expect((await look(id)).rows.map(({ match }) => match?.instalment)).toEqual([3, 1]);
  });

  test('nothing of another account: its claims are not proposed, our reference is', async () => {
    await claimed('RAIL-ONE');
    const id = await bringIn(csv(line('RAILONE')), { rail: 'bank' });
    expect((await look(id)).rows).toMatchObject([{ state: 'unmatched' }]);
  });
});

describe('confirmed lines', () => {
  test('are booked: the payment succeeds with amount, day and the line as its proof', async () => {
    const { visitor, reference } = await claimed('BOOK-1');
    const paymentId = await findClaimId(site, 'BOOK-1');
    const id = await bringIn(csv(line(`ZELLE AMA MENSAH ${reference}`)));
    const applied = await apply(id);
    expect(applied).toMatchObject({ status: 200 });
    expect(
      Date.parse((applied.body as { bookAt: string }).bookAt) - site.clock.now().getTime(),
    ).toBeGreaterThan(undoMs - minutes(1));
    expect(await statusOf(visitor)).toBe('awaiting_verification');
    await book(id);
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1000.00',
      payments: [{ status: 'succeeded', flag: 'none' }],
    });
    const view = await look(id);
    expect(view).toMatchObject({
      state: 'open',
      booked: 1,
      failed: 0,
      rows: [{ state: 'booked', match: { reference } }],
    });
    const [row] = (
      (await site.admin.get('/api/admin/payments?status=succeeded')).body as {
        id: string;
        statementLine: string;
      }[]
    ).filter((one) => one.id === paymentId);
    expect(row?.statementLine).toMatch(/^\d{4}-\d\d-\d\d · 1000\.00 · [0-9a-f]{16}$/);
    // The words of the bank name people; the log and the ledger, which are kept for ever, do not.
    const log = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, paymentId))
      .orderBy(auditLog.id);
    expect(log).toMatchObject([{ action: 'payment.confirmed' }]);
    expect(JSON.stringify(log)).not.toContain('MENSAH');
  });

  test('are booked by themselves ten minutes later, and no second earlier', async () => {
    const { visitor, reference } = await claimed('BOOK-2');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    await bookLines(site.context, id);
    expect(await statusOf(visitor)).toBe('awaiting_verification');
    site.clock.advance(undoMs);
    await bookLines(site.context, id);
    expect(await statusOf(visitor)).toBe('completed');
  });

  test('can be taken back until then, and nothing has changed', async () => {
    const { visitor, reference } = await claimed('UNDO-1');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    expect((await look(id)).rows).toMatchObject([{ state: 'ticked' }]);
    expect(await post(id, 'undo')).toMatchObject({
      status: 200,
      body: { message: 'No payment has changed.' },
    });
    site.clock.advance(undoMs);
    await bookLines(site.context, id);
    expect(await statusOf(visitor)).toBe('awaiting_verification');
    expect((await look(id)).rows).toMatchObject([{ state: 'proposed', match: { isSure: true } }]);
    expect((await post(id, 'undo')).status).toBe(409);
    expect((await apply(id)).status).toBe(200);
    await book(id);
    expect(await statusOf(visitor)).toBe('completed');
    expect((await post(id, 'undo')).status).toBe(409);
    const log = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual([
      'statement.imported',
      'statement.applied',
      'statement.undone',
      'statement.applied',
    ]);
  });

  test('with less keep the money and ask for the rest; with more are flagged', async () => {
    const [short, long] = [await claimed('LESS-1'), await claimed('MORE-1')];
    const id = await bringIn(csv(line(short.reference, '600.00'), line(long.reference, '1000.01')));
    const { rows } = await look(id);
    expect(rows.map(({ match }) => [match?.difference, match?.isSure])).toEqual([
      ['less', false],
      ['more', false],
    ]);
    const all = rows.map((row) => row.id);
    const unmeant = { acceptDifference: false };
    expect(await apply(id, all.slice(0, 1), undefined, unmeant)).toMatchObject({
      status: 409,
      body: { reason: 'difference', message: 'You confirm $600.00. Due: $1,000.00.' },
    });
    expect(await apply(id, all, undefined, unmeant)).toMatchObject({
      status: 409,
      body: {
        message: `2 lines are not what is due: ${short.reference}: $600.00 / $1,000.00, ${long.reference}: $1,000.01 / $1,000.00.`,
      },
    });
    expect((await look(id)).state).toBe('open');
    expect((await apply(id, all)).status).toBe(200);
    await book(id);
    expect(await myApplications(short.visitor)).toMatchObject([
      { instalments: [{ rest: '400.00' }], payments: [{ flag: 'under' }] },
    ]);
    expect(await myApplications(long.visitor)).toMatchObject([
      { paymentStatus: 'completed', payments: [{ flag: 'over' }] },
    ]);
  });

  test('with more count for the next payments of the plan where that is chosen, until it is undone', async () => {
    const plan = { plan: 'installment' };
    const [first, second] = [await claimed('PLAN-1', plan), await claimed('PLAN-2', plan)];
    const id = await bringIn(
      csv(line(first.reference, '130.00'), line(second.reference, '1200.00')),
    );
    const all = (await look(id)).rows.map((row) => row.id);
    const unmeant = { acceptDifference: false };
    expect(await apply(id, all.slice(0, 1), undefined, unmeant)).toMatchObject({
      status: 409,
      body: { reason: 'difference', over: '30.00', creditable: '30.00' },
    });
    expect(await apply(id, all, undefined, unmeant)).toMatchObject({
      status: 409,
      body: { reason: 'difference', over: '1130.00', creditable: '1130.00' },
    });
    expect((await apply(id, all, undefined, { keepSurplus: true })).status).toBe(200);
    expect((await post(id, 'undo')).status).toBe(200);
    expect((await apply(id, all.slice(1))).status).toBe(200);
    await book(id);
    expect(await myApplications(second.visitor)).toMatchObject([{ payments: [{ flag: 'over' }] }]);
    expect((await apply(id, all.slice(0, 1), undefined, { keepSurplus: true })).status).toBe(200);
    await book(id);
    const [paid] = await myApplications(first.visitor);
    expect(paid?.payments).toMatchObject([{ flag: 'none' }]);
    expect(paid?.instalments[1]).toMatchObject({ rest: '70.00' });
  });

  test('that the payer never reported make the claim first, also on a draft', async () => {
    const { visitor, reference } = await drafted();
    const id = await bringIn(csv(line(reference)));
    expect((await look(id)).rows[0]?.match?.reasons).toContain(
      'The payer has not reported this payment yet.',
    );
    await apply(id);
    await book(id);
    expect(await myApplications(visitor)).toMatchObject([
      {
        applicationStatus: 'submitted',
        paymentStatus: 'completed',
        payments: [{ number: reference, method: 'zelle', status: 'succeeded' }],
      },
    ]);
  });

  test('that fail say why, and hold up no other', async () => {
    const [one, two] = [await claimed('FAIL-1'), await claimed('FAIL-2')];
    const id = await bringIn(csv(line(one.reference), line(two.reference)));
    await apply(id);
    await confirm(site, 'FAIL-1', 1000);
    await book(id);
    expect(await statusOf(two.visitor)).toBe('completed');
    const view = await look(id);
    expect(view).toMatchObject({ state: 'open', booked: 1, failed: 1 });
    expect(view.rows.map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', 'This payment was confirmed by hand in the meantime.'],
      ['booked', null],
    ]);
  });

  test('that were rejected in the meantime are not booked', async () => {
    const { visitor, reference } = await claimed('FAIL-3');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    await site.admin.post(`/api/admin/payments/${await findClaimId(site, 'FAIL-3')}/reject`, {
      reason: 'No.',
    });
    await book(id);
    expect(await statusOf(visitor)).toBe('failed');
    expect((await look(id)).rows).toMatchObject([
      { state: 'failed', failure: 'This payment was already rejected.' },
    ]);
  });

  test('are booked once, by however many workers at the same time', async () => {
    const many = [];
    for (let n = 0; n < 5; n++) many.push(await claimed(`ONCE-${n}`));
    const id = await bringIn(csv(...many.map(({ reference }) => line(reference))));
    await apply(id);
    expect((await post(id, 'book')).status).toBe(200);
    await Promise.all([1, 2, 3].map(() => bookLines(site.context, id)));
    for (const { visitor } of many)
      expect(await myApplications(visitor)).toMatchObject([
        { paymentStatus: 'completed', receivedAmount: '1000.00' },
      ]);
    expect(await look(id)).toMatchObject({ state: 'open', booked: 5, failed: 0 });
  });

  test('go on where their booking was cut off', async () => {
    const { visitor, reference } = await claimed('CUT-1');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    const bookAt = site.clock.now();
    await site.db
      .update(statementImports)
      .set({ state: 'booking', bookAt })
      .where(eq(statementImports.id, id));
    expect(await post(id, 'undo')).toMatchObject({ status: 409 });
    await bookLines(site.context, id);
    expect(await statusOf(visitor)).toBe('completed');
  });

  test('go on as soon as the site starts again after a kill', async () => {
    const { visitor, reference } = await claimed('KILL-1');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    await site.db
      .update(statementImports)
      .set({ state: 'booking', bookAt: site.clock.now() })
      .where(eq(statementImports.id, id));
    // The round of this minute has been: without one at the start, the next would be up to 90 seconds away.
    await site.db.execute(sql`update pgboss.version set cron_on = now()`);
    const url = site.database.pool?.options.connectionString;
    const started = createQueue(
      site.database,
      url,
      (error) => expect.fail(error.message),
      statementJobs,
    );
    try {
      await started.createQueues();
      await started.work(site.context, site.app.log);
      await site.until(async () => expect(await look(id)).toMatchObject({ state: 'open' }));
    } finally {
      await started.stop();
    }
    expect(await statusOf(visitor)).toBe('completed');
  });
});

describe('a confirmation is refused', () => {
  test('when the matches are no longer those that were seen', async () => {
    const { reference } = await claimed('SEEN-1');
    const id = await bringIn(csv(line(reference)));
    const { version, rows } = await look(id);
    await confirm(site, 'SEEN-1', 400);
    expect(await apply(id, [rows[0]!.id], version)).toMatchObject({
      status: 409,
      body: {
        message: 'This statement has changed since you opened it. Refresh it and check again.',
      },
    });
  });

  test('for two lines of one payment', async () => {
    const { reference } = await claimed('TWO-1');
    const id = await bringIn(csv(line(reference), line(`${reference} again`)));
    const { rows } = await look(id);
    expect(rows.map(({ match }) => match?.isSure)).toEqual([true, false]);
    expect(
      (
        await apply(
          id,
          rows.map((row) => row.id),
        )
      ).status,
    ).toBe(409);
  });

  test('for a line that fits nothing, is of another statement or does not exist', async () => {
    const { reference } = await claimed('NONE-1');
    const id = await bringIn(csv(line('RENT AND MORE'), line(reference)));
    const other = await bringIn(csv(line(`${reference} OTHER`)));
    const unmatched = (await look(id)).rows.find(({ state }) => state === 'unmatched')!;
    const foreign = (await look(other)).rows[0]!;
    for (const wrong of [unmatched.id, foreign.id, crypto.randomUUID()])
      expect((await apply(id, [wrong])).status).toBe(409);
    expect((await apply(id, [])).status).toBe(400);
    expect((await look(id)).state).toBe('open');
  });

  test('twice', async () => {
    const { reference } = await claimed('TWICE-1');
    const id = await bringIn(csv(line(reference)));
    expect((await apply(id)).status).toBe(200);
    expect((await apply(id, [(await look(id)).rows[0]!.id])).status).toBe(409);
  });
});

describe('the same statement brought in again', () => {
  test('is known line by line; what has proved a payment proves no other', async () => {
    const { reference } = await claimed('AGAIN-1', { plan: 'installment' });
    const content = csv(line(reference, '100.00'), line('SOMETHING NEW'));
    const first = await bringIn(content);
    await apply(first);
    await book(first);
    const second = await bringIn(content, { fileName: 'again.csv' });
    const { rows } = await look(second);
    expect(rows.map(({ state, known, match }) => [state, known?.fileName, match])).toEqual([
      ['used', 'november.csv', null],
      ['unmatched', 'november.csv', null],
    ]);
  });

  test('has lines that the database lets be resolved once', async () => {
    const { reference } = await claimed('RESOLVED-1');
    const content = csv(line(reference));
    const first = await bringIn(content);
    await apply(first);
    await book(first);
    const [row = expect.fail()] = (await look(await bringIn(content))).rows;
    await expect(
      site.db.execute(sql`update statement_lines set decision = 'dismissed' where id = ${row.id}`),
    ).rejects.toMatchObject({ cause: { constraint: 'statement_lines_proof' } });
  });

  test('for the other rail is known too: what has paid by Zelle is no bank transfer of the next due', async () => {
    const { reference, visitor } = await claimed('BOTH-1', { plan: 'installment' });
    const content = csv(line(`ZELLE ${reference}`, '100.00'));
    const first = await bringIn(content);
    await apply(first);
    await book(first);
    const second = await bringIn(content, { rail: 'bank' });
    const { rows } = await look(second);
    expect(rows.map(({ state, match }) => [state, match])).toEqual([['used', null]]);
    expect((await myApplications(visitor))[0]).toMatchObject({ receivedAmount: '100.00' });
  });

  test('in other words proposes the next instalment, and ticks nothing by itself', async () => {
    const { reference } = await claimed('WORDS-1', { plan: 'installment' });
    const row = `${day()},100.00,"ZELLE ${reference}",CREDIT`;
    const content = ['Date,Amount,Description,Type', row].join('\n');
    const first = await bringIn(content);
    await apply(first);
    await book(first);
    const second = await bringIn(content, { columns: { ...columns, text: [2, 3] } });
    const { rows } = await look(second);
    expect(rows.map(({ match }) => [match?.instalment, match?.isSure])).toEqual([[2, false]]);
  });

  test('that was confirmed by hand before is not ticked for what is due again', async () => {
    const { visitor, reference } = await claimed('BYHAND-1');
    const [application] = await myApplications(visitor);
    const id = application?.payments[0]?.id ?? '';
    await site.login();
    const confirmed = await site.admin.post(`/api/admin/payments/${id}/confirm`, {
      receivedAmount: '1000.00',
      receivedOn: day(),
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    const back = { amount: '1000.00', held: '1000.00', refundedOn: day(), reason: 'Returned.' };
    const refunded = await site.admin.post(`/api/admin/payments/${id}/refund`, back);
    expect(refunded.status, refunded.text).toBe(200);
    const statement = await bringIn(csv(line(`${reference} BYHAND-1`)));
    expect((await look(statement)).rows).toMatchObject([
      {
        match: {
          reference,
          isSure: false,
          reasons: expect.arrayContaining(['Money with this number is already recorded.']),
        },
      },
    ]);
  });

  test('holds two equal transfers of one day apart', async () => {
    const { reference } = await claimed('EQUAL-1', { plan: 'installment' });
    const same = line(`${reference} equal`, '100.00');
    const first = await bringIn(csv(same));
    await apply(first);
    await book(first);
    const second = await bringIn(csv(same, same));
    expect((await look(second)).rows.map(({ state, match }) => [state, match?.instalment])).toEqual(
      [
        ['used', undefined],
        ['proposed', 2],
      ],
    );
  });
});

describe('a statement', () => {
  test('can be forgotten while nothing is confirmed, with all its lines', async () => {
    const id = await bringIn(csv(line('FORGET ME')));
    expect((await site.admin.delete(`/api/admin/statements/${id}`)).status).toBe(200);
    expect((await site.admin.get(`/api/admin/statements/${id}`)).status).toBe(404);
    expect(await site.db.$count(statementLines, eq(statementLines.importId, id))).toBe(0);
  });

  test('stays while its lines are confirmed, and once one has proved a payment', async () => {
    const { reference } = await claimed('STAY-1');
    const id = await bringIn(csv(line(reference)));
    await apply(id);
    expect((await site.admin.delete(`/api/admin/statements/${id}`)).status).toBe(409);
    await book(id);
    expect((await site.admin.delete(`/api/admin/statements/${id}`)).status).toBe(409);
  });

  test('is in the list with what became of it', async () => {
    const [newest] = (await site.admin.get('/api/admin/statements')).body as object[];
    expect(newest).toMatchObject({
      rail: 'zelle',
      fileName: 'november.csv',
      addedBy: 'boss@example.org',
      lines: 1,
      booked: 1,
    });
  });
});

describe('a near line proves a claim', () => {
  test('with its own amount and day, once', async () => {
    await claimed('NEAR-778812');
    const content = csv(line('ZELLE NEAR-778821 EFUA'), line('ZELLE SOMEBODY ELSE', '7.00'));
    await bringIn(content);
    const id = await findClaimId(site, 'NEAR-778812');
    const near = (await site.admin.get(`/api/admin/payments/${id}/near`)).body as {
      lines: { id: string; reasons: string[] }[];
    };
    const found = near.lines.find(({ reasons }) =>
      reasons.includes('Its text contains a number very close to the one the payer gave.'),
    )!;
    const receipt = { receivedAmount: 1000, receivedOn: day(), lineId: found.id };
    const confirmIt = (body: object) => site.admin.post(`/api/admin/payments/${id}/confirm`, body);
    expect((await confirmIt({ ...receipt, receivedAmount: 999 })).status).toBe(400);
    expect((await confirmIt({ ...receipt, receivedOn: day(1) })).status).toBe(400);
    expect((await confirmIt({ ...receipt, lineId: crypto.randomUUID() })).status).toBe(404);
    expect((await confirmIt(receipt)).status).toBe(200);
    expect((await confirmIt(receipt)).status).toBe(200);

    await claimed('NEAR-OTHER');
    const other = await findClaimId(site, 'NEAR-OTHER');
    expect((await site.admin.post(`/api/admin/payments/${other}/confirm`, receipt)).status).toBe(
      409,
    );
    const again = await bringIn(content);
    const same = (await look(again)).rows.find(({ state }) => state === 'used')!;
    expect(
      (
        await site.admin.post(`/api/admin/payments/${other}/confirm`, {
          ...receipt,
          lineId: same.id,
        })
      ).status,
    ).toBe(409);
    const left = (await site.admin.get(`/api/admin/payments/${other}/near`)).body as {
      lines: { text: string }[];
    };
    expect(left.lines.map(({ text }) => text)).not.toContain('ZELLE NEAR-778821 EFUA');
  });

  test('not with a line of the other account', async () => {
    await claimed('OTHER-RAIL');
    const statement = await bringIn(csv(line('WIRE OTHERRAIL')), { rail: 'bank' });
    const [row] = (await look(statement)).rows;
    const id = await findClaimId(site, 'OTHER-RAIL');
    expect(
      await site.admin.post(`/api/admin/payments/${id}/confirm`, {
        receivedAmount: 1000,
        receivedOn: day(),
        lineId: row!.id,
      }),
    ).toMatchObject({
      status: 409,
      body: { message: 'This line is from the statement of another account.' },
    });
  });
});

describe('who may', () => {
  const id = '5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11';
  const calls = [
    ['POST', '/api/admin/statements/read'],
    ['POST', '/api/admin/statements'],
    ['GET', '/api/admin/statements'],
    ['GET', `/api/admin/statements/${id}`],
    ['POST', `/api/admin/statements/${id}/apply`],
    ['POST', `/api/admin/statements/${id}/book`],
    ['POST', `/api/admin/statements/${id}/undo`],
    ['DELETE', `/api/admin/statements/${id}`],
    ['GET', `/api/admin/payments/${id}/near`],
  ] as const;

  test.each(calls)('%s %s: no visitor and no member', async (method, path) => {
    const body = method === 'POST' ? {} : undefined;
    expect((await site.visitor().send(method, path, body)).status).toBe(401);
    expect((await (await site.loggedIn('member')).send(method, path, body)).status).toBe(403);
  });

  test.each(calls.slice(3))('%s %s: an unknown one is 404', async (method, path) => {
    const body = path.endsWith('apply') ? { version: 'x', lines: [id] } : undefined;
    expect((await site.admin.send(method, path, body)).status).toBe(404);
  });
});
