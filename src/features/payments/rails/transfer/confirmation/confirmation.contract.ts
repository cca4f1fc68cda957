import * as z from 'zod/mini';
import { admin, adminOrKey } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { cents, decimal, isAmount } from '../../../../../shared/money.ts';
import { ById, instant, line, MessageAnswer, paragraph } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { ActionAnswer } from '../../../core/approvals/approval.contract.ts';
import { FLAGS, PAYMENT_STATUSES, RAILS } from '../../../core/payment.rules.ts';

export const findMatchSuggestions = endpoint({
  name: 'findMatchSuggestions',
  summary:
    'Statement lines that could be the money of a claim, and claims with the same or nearly the same number',
  method: 'GET',
  path: '/api/admin/payments/:id/near',
  access: admin('payments:read'),
  params: ById,
  answer: z.object({
    lines: z.array(
      z.object({
        id: z.uuid(),
        bookedOn: z.string(),
        amount: z.string(),
        text: z.string(),
        fileName: z.string(),
        /** Sentences, the strongest first. */
        reasons: z.array(z.string()),
      }),
    ),
    claims: z.array(
      z.object({
        id: z.uuid(),
        applicationId: z.uuid(),
        reference: z.string(),
        name: z.string(),
        number: z.string(),
        amount: z.string(),
        status: z.enum(PAYMENT_STATUSES),
        /** The very same number, not one that reads like it. */
        isSame: z.boolean(),
        createdAt: instant,
      }),
    ),
  }),
});

const amount = z.string();
/** Claims that one call confirms. */
export const maxAtOnce = 100;
const NOT_AN_AMOUNT = words('Enter the amount that arrived, such as 1000.00.');
const isReceivable = (given: string | number) =>
  isAmount(given) && cents(given) > 0n && cents(given) <= 100_000_000_000n;
const NOT_A_DAY = words('Enter the date the money arrived.');
/** Nothing was sold before; the year 0 is one that PostgreSQL does not know. */
const oldestDay = '2020-01-01';
/** Dollars, as a JSON number or decimal string; kept as "1000.00". */
const receivedAmount = z.pipe(
  z
    .union([z.number(), z.string().check(z.trim())], NOT_AN_AMOUNT)
    .check(z.refine(isReceivable, NOT_AN_AMOUNT)),
  z.transform((given: string | number) =>
    isReceivable(given) ? decimal(cents(given)) : String(given),
  ),
);

export const PaymentRow = z.object({
  id: z.uuid(),
  applicationId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  method: z.enum(RAILS),
  status: z.enum(PAYMENT_STATUSES),
  flag: z.enum(FLAGS),
  /** Another application has claimed the same number before. */
  numberInReview: z.boolean(),
  /** How many claims carry this number that were not rejected, this one among them. */
  sameNumber: z.number(),
  /** The unpaid amount when the attempt began. */
  amount,
  currency: z.string(),
  received: z.nullable(amount),
  receivedOn: z.nullable(z.string()),
  statementLine: z.nullable(z.string()),
  number: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  instalment: z.number(),
  /** How many instalments the schedule has. */
  of: z.number(),
  createdAt: instant,
  updatedAt: instant,
});
export type PaymentRow = z.output<typeof PaymentRow>;

const TOO_MANY = words('Ask for 1 to 500 rows.');

export const listPaymentsForAdmin = endpoint({
  name: 'listPaymentsForAdmin',
  summary: 'Payments, newest first; `status=claimed` are the claims that wait, `id` one of them',
  method: 'GET',
  path: '/api/admin/payments',
  access: adminOrKey('payments:read'),
  query: z.object({
    id: z.optional(z.uuid(words('This ID is not valid'))),
    status: z.optional(z.enum(PAYMENT_STATUSES, words('This payment status is not known.'))),
    limit: z.optional(
      z.coerce.number(TOO_MANY).check(z.int(TOO_MANY), z.gte(1, TOO_MANY), z.lte(500, TOO_MANY)),
    ),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.array(PaymentRow),
});

/** What has come: amount, day, and what proves it. */
const receipt = {
  receivedAmount,
  receivedOn: z.iso.date(NOT_A_DAY).check(z.refine((day) => day >= oldestDay, NOT_A_DAY)),
  statementLine: z.optional(
    line({
      max: 500,
      message: words('Enter the line of the statement, at most 500 characters.'),
    }),
  ),
  /** A line of an imported statement instead. */
  lineId: z.optional(z.uuid()),
  /** More or less than is due is meant; without it such an amount answers 409 with both numbers. */
  acceptDifference: z.optional(z.boolean()),
  /** What is more than due counts for the next payments of the plan, as far as they are unpaid. */
  keepSurplus: z.optional(z.boolean()),
};
const reason = paragraph({
  max: 1000,
  message: words('Tell the payer why, in at most 1,000 characters.'),
});

export const confirmPayment = endpoint({
  name: 'confirmPayment',
  summary: 'Confirm a claim: the money has arrived',
  method: 'POST',
  path: '/api/admin/payments/:id/confirm',
  access: admin('payments:confirm'),
  params: ById,
  body: z.strictObject(receipt),
  answer: ActionAnswer,
  canWait: true,
});

export const confirmPayments = endpoint({
  name: 'confirmPayments',
  summary: 'Confirm several claims, each for itself: one that fails holds up no other',
  method: 'POST',
  path: '/api/admin/payments/confirm',
  access: admin('payments:confirm'),
  body: z.strictObject({
    claims: z
      .array(z.strictObject({ id: z.uuid(), ...receipt }))
      .check(
        z.minLength(1, words('Select at least one payment.')),
        z.maxLength(maxAtOnce, words('Select at most 100 payments at a time.')),
      ),
  }),
  answer: z.object({
    message: z.string(),
    results: z.array(z.object({ id: z.uuid(), isConfirmed: z.boolean(), message: z.string() })),
  }),
});

export const settlePayment = endpoint({
  name: 'settlePayment',
  summary:
    'Decide whose a number is: confirm this claim and reject the others with the same number',
  method: 'POST',
  path: '/api/admin/payments/:id/settle',
  access: admin('payments:confirm'),
  params: ById,
  body: z.strictObject({ ...receipt, reason }),
  answer: ActionAnswer,
  canWait: true,
});

export const rejectPayment = endpoint({
  name: 'rejectPayment',
  summary: 'Reject a claim: no such money has arrived',
  method: 'POST',
  path: '/api/admin/payments/:id/reject',
  access: admin('payments:confirm'),
  params: ById,
  body: z.strictObject({ reason }),
  answer: MessageAnswer,
});

export const undoRejectPayment = endpoint({
  name: 'undoRejectPayment',
  summary: 'Undo a rejection: the claim waits to be checked again',
  method: 'POST',
  path: '/api/admin/payments/:id/reject/undo',
  access: admin('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});
