import * as z from 'zod/mini';
import { admin } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { PLANS } from '../../../../shared/plan.ts';
import { keysOf } from '../../../../shared/record.ts';
import { ById, instant } from '../../../../shared/schema.ts';
import { APPLICATION_STATUSES } from '../../../application/application.rules.ts';
import { PAYPAL_REFUND_STATES } from '../refunds/paypal-refund.rules.ts';
import {
  APPLICATION_PAYMENT_STATUSES,
  FLAGS,
  INSTALMENT_STEPS,
  PAYMENT_STATUSES,
  RAILS,
  SCHEDULE_STATUSES,
} from '../../core/payment.rules.ts';

/** A decimal string of dollars: "1000.00". */
const amount = z.string();
const instalmentStatuses = keysOf(INSTALMENT_STEPS);

/** Who did something: `name` where it was an administrator. */
const Actor = z.object({ kind: z.string(), name: z.nullable(z.string()) });

/**
 * The kinds of timeline entries: `schedule` a price was frozen, `attempt`, `step` and `correction` of a payment,
 * `move` of money to another instalment or back, `application` a step of the application, `order` at PayPal, `quote` in a token, `chain` a transfer on the
 * chain, `notice` a webhook event, `receipt` issued, `mail` sent.
 */
export const TIMELINE_KINDS = [
  'schedule',
  'attempt',
  'step',
  'correction',
  'move',
  'application',
  'order',
  'quote',
  'chain',
  'notice',
  'receipt',
  'mail',
] as const;

export const TimelineEntry = z.object({
  at: instant,
  kind: z.enum(TIMELINE_KINDS),
  /** The instalment. */
  instalment: z.nullable(z.number()),
  method: z.nullable(z.enum(RAILS)),
  from: z.nullable(z.string()),
  /** Status or state it led to. */
  to: z.nullable(z.string()),
  amount: z.nullable(amount),
  /** What it is called elsewhere: an order, a transaction, a receipt, the template of a mail. */
  subject: z.nullable(z.string()),
  /** The reason or outcome, as it was stored. */
  note: z.nullable(z.string()),
  /** PayPal's own code for it. */
  code: z.nullable(z.string()),
  actor: z.nullable(Actor),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Where money of a payment counts, or came from. */
const MovedMoney = z.object({
  /** What was moved at once is undone at once. */
  operationId: z.uuid(),
  amount,
  applicationId: z.uuid(),
  reference: z.string(),
  instalment: z.number(),
});
export type MovedMoney = z.output<typeof MovedMoney>;

/** Money that was recorded as received or refunded. */
const BookingShown = z.object({ kind: z.enum(['received', 'refunded']), amount });

export const PaymentAttempt = z.object({
  id: z.uuid(),
  instalment: z.number(),
  method: z.enum(RAILS),
  status: z.enum(PAYMENT_STATUSES),
  flag: z.enum(FLAGS),
  isTest: z.boolean(),
  amount,
  received: z.nullable(amount),
  receivedOn: z.nullable(z.string()),
  refunded: z.nullable(amount),
  /** Of what came, what is still with us and counts for its instalment. */
  held: amount,
  /** What counts for other instalments. */
  moved: z.array(MovedMoney),
  /** How much more than the price is held for its instalment, as far as it is of this payment. */
  surplus: z.nullable(amount),
  railReference: z.nullable(z.string()),
  number: z.nullable(z.string()),
  statementLine: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The name of its receipt. */
  receipt: z.nullable(z.string()),
  /** The last refund that PayPal was asked for; `issue` is PayPal's word for why it refused. */
  paypalRefund: z.nullable(
    z.object({
      amount,
      state: z.enum(PAYPAL_REFUND_STATES),
      issue: z.nullable(z.string()),
    }),
  ),
  /** The last booking, where it can be taken back. */
  takeBack: z.nullable(BookingShown),
  /** What was taken back last, where it can be recorded again. */
  takenBack: z.nullable(BookingShown),
  createdAt: instant,
});
export type PaymentAttempt = z.output<typeof PaymentAttempt>;

const InstalmentRow = z.object({
  id: z.uuid(),
  number: z.number(),
  amount,
  dueOn: z.string(),
  status: z.enum(instalmentStatuses),
  held: amount,
  /** What was moved to it. */
  credits: z.array(MovedMoney),
});
export type InstalmentRow = z.output<typeof InstalmentRow>;

export const PaymentDetail = z.object({
  application: z.object({
    id: z.uuid(),
    reference: z.string(),
    name: z.string(),
    email: z.string(),
    applicationStatus: z.enum(APPLICATION_STATUSES),
    paymentStatus: z.enum(APPLICATION_PAYMENT_STATUSES),
  }),
  currency: z.string(),
  /** Of the schedule in force. */
  totals: z.object({ due: amount, received: amount, refunded: amount, held: amount }),
  /** Newest first; all but one were exchanged for another before money came. */
  schedules: z.array(
    z.object({
      id: z.uuid(),
      plan: z.enum(PLANS),
      status: z.enum(SCHEDULE_STATUSES),
      pricedAt: instant,
      /** An administrator has ended it, and can undo that. */
      isEndedByUs: z.boolean(),
      dues: z.array(InstalmentRow),
    }),
  ),
  payments: z.array(PaymentAttempt),
  /** Oldest first. */
  history: z.array(TimelineEntry),
});
export type PaymentDetail = z.output<typeof PaymentDetail>;
/** With its times as Dates, as the server hands it over. */
export type GivenPaymentDetail = z.input<typeof PaymentDetail>;

export const readPaymentDetail = endpoint({
  name: 'readPaymentDetail',
  summary: 'All about one application’s money: instalments, payments and events',
  method: 'GET',
  path: '/api/admin/applications/:id/money',
  access: admin('payments:read'),
  params: ById,
  answer: PaymentDetail,
});
