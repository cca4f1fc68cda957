import { asc, eq, sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { CURRENCY, cents as parseCents, isAmount } from '../../../../../shared/money.ts';
import { payments } from '../../../core/payment.store.ts';
import { findByCaptureId } from '../paypal-order.store.ts';
import type { DisputeAnswer } from '../paypal/paypal.rules.ts';
import {
  DISPUTE_ANSWERS,
  DISPUTE_RESPONSES,
  type DisputeAnswerKind,
  type DisputeResponse,
} from './answer-dispute.rules.ts';

/** A dispute as PayPal last reported it: https://developer.paypal.com/docs/api/customer-disputes/v1/ */
export const paypalDisputes = pgTable(
  'paypal_disputes',
  {
    /** PayPal's id. */
    id: text('id').primaryKey(),
    captureId: text('capture_id').notNull(),
    /** Null while no payment of ours has the capture. */
    paymentId: uuid('payment_id').references(() => payments.id),
    status: text('status').notNull(),
    /** PayPal's code. */
    reason: text('reason'),
    lifeCycle: text('life_cycle'),
    /** What the payer disputes, which may be a part. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** Without an answer until then the payer wins. */
    dueAt: at('due_at'),
    /** PayPal's code. */
    outcome: text('outcome'),
    /** What we have offered the payer instead of all of it. */
    offeredCents: cents('offered_cents'),
    /** What the payer got back. */
    returnedCents: cents('returned_cents'),
    updatedAt: at('updated_at').notNull(),
    /** What PayPal lets us do now. */
    responses: text('responses').array().$type<DisputeResponse[]>().notNull().default([]),
    /** What an administrator has answered last. */
    answer: text('answer').$type<DisputeAnswerKind>(),
    answerNote: text('answer_note'),
    /** With an offer: its amount. */
    answerCents: cents('answer_cents'),
    answeredAt: at('answered_at'),
    /** Whether PayPal has it. */
    isAnswerSent: boolean('is_answer_sent').notNull().default(false),
  },
  (t) => [
    index('paypal_disputes_payment').on(t.paymentId),
    index('paypal_disputes_capture').on(t.captureId),
    check(
      'paypal_disputes_answer',
      sql`${t.answer} in (${sql.raw(DISPUTE_ANSWERS.map((one) => `'${one}'`).join(', '))})`,
    ),
    index('paypal_disputes_open').on(t.updatedAt).where(sql`${t.status} <> 'RESOLVED'`),
  ],
);

export type PaypalDispute = typeof paypalDisputes.$inferSelect;
/** What PayPal says of it. */
type ReportedDispute = Omit<
  PaypalDispute,
  'answer' | 'answerNote' | 'answerCents' | 'answeredAt' | 'isAnswerSent'
>;

/**
 * Keeps what PayPal says of a dispute. An answer that is older than what is kept, which comes when two questions overlap or
 * an event is late, changes nothing; of the same age, one that ends the dispute counts.
 */
export async function keepDispute(
  db: Database,
  captureId: string,
  {
    dispute_id,
    status,
    reason,
    dispute_amount,
    dispute_outcome,
    links = [],
    ...rest
  }: DisputeAnswer,
  now: Date,
): Promise<void> {
  const order = await findByCaptureId(db, captureId);
  const dispute: ReportedDispute = {
    responses: DISPUTE_RESPONSES.filter(
      (one) =>
        links.some(({ rel }) => rel === one) && (one !== 'make_offer' || canOfferRefund(rest)),
    ),
    id: dispute_id,
    captureId,
    paymentId: order?.paymentId ?? null,
    status,
    reason: reason ?? null,
    lifeCycle: rest.dispute_life_cycle_stage ?? null,
    amountCents: centsOf(dispute_amount) ?? order?.amountCents ?? 0n,
    currency: dispute_amount?.currency_code ?? CURRENCY,
    dueAt: rest.seller_response_due_date ? new Date(rest.seller_response_due_date) : null,
    outcome: dispute_outcome?.outcome_code ?? null,
    offeredCents: isDenied(rest) ? null : (centsOf(rest.offer?.seller_offered_amount) ?? null),
    returnedCents: centsOf(dispute_outcome?.amount_refunded) ?? null,
    updatedAt: rest.update_time ? new Date(rest.update_time) : now,
  };
  // Without a time of change an answer never opens what has ended.
  const isDated = rest.update_time !== undefined;
  const { id: _, paymentId, ...set } = dispute;
  const isEnded = sql`${paypalDisputes.status} = 'RESOLVED' and excluded.status <> 'RESOLVED'`;
  const isNewer = sql`(excluded.updated_at > ${paypalDisputes.updatedAt}
    or (excluded.updated_at = ${paypalDisputes.updatedAt} and not (${isEnded})))`;
  await db
    .insert(paypalDisputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: paypalDisputes.id,
      set: {
        ...set,
        ...(paymentId ? { paymentId } : {}),
        // It waits for an answer no more: ours has arrived, whatever became of the call.
        isAnswerSent: sql`${paypalDisputes.isAnswerSent}
          or (${paypalDisputes.answer} is not null and excluded.responses = '{}')`,
      },
      setWhere: isDated ? isNewer : sql`not (${isEnded})`,
    });
}

/** PayPal may take only an offer of another kind, such as a replacement. */
const canOfferRefund = ({
  allowed_response_options: { make_offer } = {},
}: Partial<DisputeAnswer>) => make_offer?.offer_types?.includes('REFUND') ?? true;

/** The payer has not taken what we offered. */
const isDenied = ({ offer }: Partial<DisputeAnswer>) =>
  offer?.history?.at(-1)?.event_type === 'DENIED';

const centsOf = (amount: { value: string } | undefined) =>
  amount && isAmount(amount.value) ? parseCents(amount.value) : undefined;

export async function findDispute(db: Database, id: string): Promise<PaypalDispute | undefined> {
  const [found] = await db.select().from(paypalDisputes).where(eq(paypalDisputes.id, id));
  return found;
}

/** Locked until the transaction ends. */
export async function lockDispute(tx: Database, id: string): Promise<PaypalDispute | undefined> {
  const [locked] = await tx
    .select()
    .from(paypalDisputes)
    .where(eq(paypalDisputes.id, id))
    .for('update');
  return locked;
}

export async function setDisputeAnswer(
  tx: Database,
  id: string,
  change: Partial<PaypalDispute>,
): Promise<void> {
  await tx.update(paypalDisputes).set(change).where(eq(paypalDisputes.id, id));
}

export const listDisputesOf = (db: Database, captureId: string): Promise<PaypalDispute[]> =>
  db
    .select()
    .from(paypalDisputes)
    .where(eq(paypalDisputes.captureId, captureId))
    .orderBy(asc(paypalDisputes.updatedAt));
