import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { line, MessageAnswer, paragraph } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { ActionAnswer } from '../approvals/approval.contract.ts';
import { SET_ASIDE_ACCOUNTS } from './line-decision.rules.ts';

/**
 * What can become of a line that nothing explains: an account, `assign` it to an application, `refund` it through PayPal,
 * `return`: it is money of a payment that went back, `dismiss`: it is recorded already, or no money.
 */
export const LINE_ACTIONS = [
  ...SET_ASIDE_ACCOUNTS,
  'assign',
  'refund',
  'return',
  'dismiss',
] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

/** A number: of PayPal's report. Else of a bank statement. */
const lineId = z
  .string()
  .check(z.regex(/^(\d{1,15}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/, words('Select a line.')));
const lines = z
  .array(lineId)
  .check(
    z.minLength(1, words('Select at least one line.')),
    z.maxLength(1000, words('Select at most 1,000 lines at a time.')),
  );

export const decideLines = endpoint({
  name: 'decideLines',
  summary: 'Decide what lines of PayPal’s report or of a bank statement are that nothing explains',
  method: 'POST',
  path: '/api/admin/payments/lines/decide',
  access: adminWithRecentPassword('payments:confirm'),
  body: z.strictObject({
    lines,
    to: z.enum(LINE_ACTIONS),
    /** With `assign`: whose first unpaid instalment it pays. */
    reference: z.optional(
      line({ max: 20, message: words('Enter the application reference.') }).check(z.toUpperCase()),
    ),
    /** With `return`: whose money went back. */
    paymentId: z.optional(z.uuid(words('Choose the payment.'))),
    /** With `return`: the refund that is recorded already; without it, it is recorded now. */
    refundId: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    /** With an account: every line of a statement with these words goes there, now and by one click later. */
    contains: z.optional(
      line({ max: 100, message: words('Enter the words that the lines contain.') }),
    ),
    /** With `assign`: more or less than is due is meant. */
    acceptDifference: z.optional(z.boolean()),
    /** With `assign`: what is more than due counts for the next payments of the plan, as far as they are unpaid. */
    keepSurplus: z.optional(z.boolean()),
    reason: paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') }),
  }),
  answer: ActionAnswer,
  canWait: true,
});

export const undoLines = endpoint({
  name: 'undoLines',
  summary: 'Take back what was decided of lines of a bank statement; the journal gets the reverse',
  method: 'POST',
  path: '/api/admin/payments/lines/undo',
  access: adminWithRecentPassword('payments:confirm'),
  body: z.strictObject({ lines }),
  answer: MessageAnswer,
});

export const applyRules = endpoint({
  name: 'applyRules',
  summary: 'Put lines of a bank statement to the accounts that their rules name',
  method: 'POST',
  path: '/api/admin/payments/lines/apply-rules',
  access: adminWithRecentPassword('payments:confirm'),
  body: z.strictObject({ lines }),
  answer: MessageAnswer,
});
