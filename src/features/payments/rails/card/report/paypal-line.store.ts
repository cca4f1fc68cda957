import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { payments } from '../../../core/payment.store.ts';
import type { AccountLine } from '../paypal/report.rules.ts';
import { HOLD_CODES, LINE_STATES, lineKindOf, type LineState } from './line.rules.ts';
import type { RailCheck } from '../../../core/rail-check.store.ts';

/** Each line of our PayPal account, as PayPal's transaction report has it. */
export const paypalLines = pgTable(
  'paypal_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    transactionId: text('transaction_id').notNull(),
    eventCode: text('event_code').notNull(),
    /** `D` denied, `P` pending, `S` successful, `V` reversed in full. */
    status: text('status').notNull(),
    /** Below zero when money left. */
    amountCents: cents('amount_cents').notNull(),
    /** Below zero when PayPal took it. */
    feeCents: cents('fee_cents').notNull(),
    currency: text('currency').notNull(),
    at: at('at').notNull(),
    /** The transaction that a refund, a reversal or a fee is about. */
    referenceId: text('reference_id'),
    invoiceId: text('invoice_id'),
    customField: text('custom_field'),
    /** The line as PayPal gave it. */
    whole: jsonb('whole').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<LineState>().notNull(),
    /** The payment that it is about, as far as we know one. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** `PayPal-Request-Id` of its refund, once an administrator has asked for one. */
    refundRequestId: uuid('refund_request_id'),
    isTest: boolean('is_test').notNull(),
    readAt: at('read_at').notNull(),
  },
  (t) => [
    uniqueIndex('paypal_lines_transaction').on(t.transactionId, t.eventCode),
    index('paypal_lines_reference').on(t.referenceId).where(sql`${t.referenceId} is not null`),
    index('paypal_lines_open').on(t.id).where(sql`${t.state} in ('new', 'pending', 'unmatched')`),
    index('paypal_lines_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    check(
      'paypal_lines_state',
      sql`${t.state} in (${sql.raw(LINE_STATES.map((state) => `'${state}'`).join(', '))})`,
    ),
  ],
);

export type PaypalLine = typeof paypalLines.$inferSelect;

const linesPerInsert = 500;

/** Keeps lines; of one that was pending its new status, of any other the newest text. */
export async function keepLines(
  tx: Database,
  lines: readonly AccountLine[],
  read: Pick<PaypalLine, 'isTest' | 'readAt'>,
): Promise<void> {
  const rows = lines.map(({ id, updatedAt: _, ...line }) => ({
    ...line,
    ...read,
    transactionId: id,
    referenceId: line.referenceId ?? null,
    invoiceId: line.invoiceId ?? null,
    customField: line.customField ?? null,
    state: 'new' as const,
  }));
  for (let from = 0; from < rows.length; from += linesPerInsert)
    await tx
      .insert(paypalLines)
      .values(rows.slice(from, from + linesPerInsert))
      .onConflictDoUpdate({
        target: [paypalLines.transactionId, paypalLines.eventCode],
        set: {
          status: sql`excluded.status`,
          whole: sql`excluded.whole`,
          amountCents: ifPending(paypalLines.amountCents, 'amount_cents'),
          feeCents: ifPending(paypalLines.feeCents, 'fee_cents'),
          state: sql`case when ${paypalLines.state} = 'pending' then 'new' else ${paypalLines.state} end`,
        },
      });
}

/** Until it is no longer pending, PayPal may still change it. */
const ifPending = (
  column: typeof paypalLines.amountCents | typeof paypalLines.feeCents,
  name: string,
) =>
  sql`case when ${paypalLines.state} = 'pending' then excluded.${sql.raw(name)} else ${column} end`;

/** Lines of a state behind an id, in the order in which they came. */
export const listLinesIn = (
  db: Database,
  states: readonly LineState[],
  { after, limit }: { after: number; limit: number },
): Promise<PaypalLine[]> =>
  db
    .select()
    .from(paypalLines)
    .where(and(inArray(paypalLines.state, [...states]), gt(paypalLines.id, after)))
    .orderBy(asc(paypalLines.id))
    .limit(limit);

/** Since when the oldest line waits for PayPal; undefined when none does. */
export async function findOldestPending(db: Database): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: paypalLines.at })
    .from(paypalLines)
    .where(eq(paypalLines.state, 'pending'))
    .orderBy(asc(paypalLines.at))
    .limit(1);
  return found?.at;
}

/** A line, locked until the transaction ends. A line's application is locked first. */
export async function lockLine(tx: Database, id: number): Promise<PaypalLine> {
  const [locked] = await tx.select().from(paypalLines).where(eq(paypalLines.id, id)).for('update');
  if (!locked) throw new Error('A line of the report vanished.');
  return locked;
}

export const findLine = async (db: Database, id: number): Promise<PaypalLine | undefined> =>
  (await db.select().from(paypalLines).where(eq(paypalLines.id, id)))[0];

/** A payment's line and every line about it, in order. */
export const listLinesAbout = (db: Database, transactionId: string): Promise<PaypalLine[]> =>
  db
    .select()
    .from(paypalLines)
    .where(
      sql`${paypalLines.transactionId} = ${transactionId} or ${paypalLines.referenceId} = ${transactionId}`,
    )
    .orderBy(asc(paypalLines.id));

export async function setLine(
  tx: Database,
  id: number,
  change: Partial<PaypalLine>,
): Promise<void> {
  await tx.update(paypalLines).set(change).where(eq(paypalLines.id, id));
}

/** What the report says went back of a capture so far, in cents; up to a line, where one is given. */
export async function sumReportedBack(
  db: Database,
  captureId: string,
  upTo?: number,
): Promise<bigint> {
  const lines = (await listLinesAbout(db, captureId)).filter(
    (line) => lineKindOf(line) === 'money_back' && line.id <= (upTo ?? line.id),
  );
  return lines.reduce((sum, { amountCents }) => sum - amountCents, 0n);
}

/** The first lines that nothing explains, and how many there are. */
export async function listUnmatched(
  db: Database,
  limit: number,
): Promise<{ lines: PaypalLine[]; total: number }> {
  const where = eq(paypalLines.state, 'unmatched');
  const lines = await db
    .select()
    .from(paypalLines)
    .where(where)
    .orderBy(asc(paypalLines.id))
    .limit(limit);
  return { lines, total: await db.$count(paypalLines, where) };
}

/** The newest lines that were put to an account. */
export const listDecidedLines = (db: Database, limit: number): Promise<PaypalLine[]> =>
  db
    .select()
    .from(paypalLines)
    .where(eq(paypalLines.state, 'decided'))
    .orderBy(desc(paypalLines.at), desc(paypalLines.id))
    .limit(limit);

/** What PayPal's payers dispute: money that PayPal holds back and still counts as ours. In cents. */
export async function sumPaypalDisputes(db: Database, isTest: boolean): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select coalesce(sum(case when j.debit = 'disputes' then j.amount else -j.amount end), 0)::text as sum
    from journal j join payments p on p.id = j.payment_id
    where p.rail = 'paypal' and j.is_test = ${isTest} and 'disputes' in (j.debit, j.credit)`);
  return BigInt(rows[0]?.sum ?? 0);
}

/** What the journal says of payments that changed after the report was complete, and the report not yet. In cents. */
export async function sumNotReported(
  db: Database,
  { completeUntil, isTest }: Pick<RailCheck, 'completeUntil' | 'isTest'>,
): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    with changed as (
      select p.id, p.instalment_id, o.capture_id
      from payments p left join paypal_orders o on o.payment_id = p.id and o.capture_id is not null
      where p.rail = 'paypal' and p.updated_at > ${completeUntil} and p.is_test = ${isTest}),
    ours as (
      select coalesce(sum(case when j.debit in ('paypal', 'disputes') then j.amount else 0 end
        - case when j.credit in ('paypal', 'disputes') then j.amount else 0 end), 0) as sum
      from journal j join changed c on c.instalment_id = j.instalment_id and c.id = j.payment_id
      where j.asset = 'USD'),
    theirs as (
      select coalesce(sum(l.amount_cents + l.fee_cents), 0) as sum
      from paypal_lines l join changed c on c.capture_id in (l.transaction_id, l.reference_id)
      where l.status in ('S', 'V') and l.currency = 'USD' and l.event_code !~ ${HOLD_CODES})
    select (ours.sum - theirs.sum)::text as sum from ours, theirs`);
  return BigInt(rows[0]?.sum ?? 0);
}
