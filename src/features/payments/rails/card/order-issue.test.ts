import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../../server/database/database.ts';
import { openSite, type Site } from '../../../../server/testing.ts';
import { explainOrderIssue } from '../../admin/review/note.rules.ts';
import { ORDER_REASONS, refusedWith } from './order-issue.rules.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

test('orders from before have their reason, and PayPal’s code where PayPal gave one', async () => {
  const before: [issue: string, reason: string, code: string | null][] = [
    ['MISMATCH', 'MISMATCH', null],
    ['REPLACED', 'REPLACED', null],
    ['DUPLICATE_INVOICE_ID', 'DUPLICATE_INVOICE_ID', 'DUPLICATE_INVOICE_ID'],
    ['PAYPAL_SAYS_PARTIALLY_REFUNDED_open', 'PAYPAL_SAYS', 'PARTIALLY_REFUNDED_open'],
    ['ORDER_APPROVED', 'ORDER', 'APPROVED'],
    ['ORDER_NOT_APPROVED', 'REFUSED', 'ORDER_NOT_APPROVED'],
    ['ORDER_ALREADY_CAPTURED', 'REFUSED', 'ORDER_ALREADY_CAPTURED'],
    ['INSTRUMENT_DECLINED', 'REFUSED', 'INSTRUMENT_DECLINED'],
    ['RESOURCE_NOT_FOUND', 'ACCOUNT_GONE', 'RESOURCE_NOT_FOUND'],
    ['NOT_ENABLED_FOR_VAULTING', 'VAULT_OFF', 'NOT_ENABLED_FOR_VAULTING'],
  ];
  const migration = readFileSync('migrations/0011_statement_lines.sql', 'utf8');
  const fill = migration
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('UPDATE "paypal_orders"'));
  await inTransaction(site.db, async (tx) => {
    await tx.execute(
      'create temp table paypal_orders (issue text, reason text, paypal_code text) on commit drop',
    );
    for (const [issue] of [...before, [null]])
      await tx.execute(sql`insert into paypal_orders (issue) values (${issue})`);
    await tx.execute(sql.raw(fill ?? ''));
    const { rows } = await tx.execute(sql`select * from paypal_orders where issue is not null`);
    expect(rows).toEqual(
      before.map(([issue, reason, paypal_code]) => ({ issue, reason, paypal_code })),
    );
    const { rows: fine } = await tx.execute(sql`select * from paypal_orders where issue is null`);
    expect(fine).toEqual([{ issue: null, reason: null, paypal_code: null }]);
  });
});

test.each(['INSTRUMENT_DECLINED', 'RESOURCE_NOT_FOUND', 'DUPLICATE_INVOICE_ID', 'SOMETHING_NEW'])(
  'PayPal’s %s is kept beside our reason, and both are said in words',
  (code) => {
    const { reason, paypalCode } = refusedWith(code);
    expect(paypalCode).toBe(code);
    const said = explainOrderIssue(reason, paypalCode);
    expect(said.code).toBe(code);
    expect(said.sentences.join(' ')).toMatch(/^[A-Z].+\.$/);
  },
);

test.each(ORDER_REASONS)('%s alone is said in words', (reason) => {
  expect(explainOrderIssue(reason, null).sentences.join(' ')).toMatch(/^[A-Z].+\.$/);
});
