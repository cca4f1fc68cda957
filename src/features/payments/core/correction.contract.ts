import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { isAmount } from '../../../shared/money.ts';
import { ById, dollarAmount, line, MessageAnswer, paragraph } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { ActionAnswer, MoveAnswer } from './approvals/approval.contract.ts';

const correctionReason = paragraph({
  max: 1000,
  message: words('Say why, in at most 1,000 characters.'),
});

/** What was held when the form was opened: after another booking the administrator must look again. */
const held = z.string().check(z.refine(isAmount, words('Reload the page and try again.')));

export const takeBackPayment = endpoint({
  name: 'takeBackPayment',
  summary:
    'Take back the last booking that an administrator made of a payment: a confirmed transfer or a recorded refund. No money moves',
  method: 'POST',
  path: '/api/admin/payments/:id/take-back',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ held, reason: correctionReason }),
  answer: ActionAnswer,
  canWait: true,
});

export const undoTakeBack = endpoint({
  name: 'undoTakeBack',
  summary: 'Record again what was taken back, as long as nothing else has happened to the payment',
  method: 'POST',
  path: '/api/admin/payments/:id/take-back/undo',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

const NOT_AN_AMOUNT = words('Enter the amount, such as 100.00.');

export const movePayment = endpoint({
  name: 'movePayment',
  summary:
    'Let money of a payment count for other instalments: its surplus for the next ones, or what was recorded in the wrong place. No money moves',
  method: 'POST',
  path: '/api/admin/payments/:id/move',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    /** More than one instalment needs counts for the next ones. */
    amount: dollarAmount(NOT_AN_AMOUNT),
    held,
    /** Of the application that it counts for; the same one when absent. */
    reference: z.optional(
      line({ max: 30, message: words('Enter the reference, such as PX-7K4M2.') }),
    ),
    /** The first instalment; the first unpaid one when absent. */
    instalment: z.optional(z.int().check(z.gte(1), z.lte(1000))),
    reason: correctionReason,
  }),
  answer: MoveAnswer,
  canWait: true,
});

export const undoMovePayment = endpoint({
  name: 'undoMovePayment',
  summary: 'Let what was moved at once count for its own instalment again',
  method: 'POST',
  path: '/api/admin/money-moves/:id/undo',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

/** What can be dismissed in the review list. */
export const DISMISSED_KINDS = ['paypal', 'chain', 'treasury', 'refund'] as const;
export type DismissedKind = (typeof DISMISSED_KINDS)[number];

export const reopenDismissed = endpoint({
  name: 'reopenDismissed',
  summary: 'Undo a dismissal, or that unmatched money was put to an account: it is to review again',
  method: 'POST',
  path: '/api/admin/payments/review/reopen',
  access: adminWithRecentPassword('payments:confirm'),
  body: z.strictObject({
    kind: z.enum(DISMISSED_KINDS),
    id: z.string().check(z.regex(/^(\d{1,15}|[\da-f-]{36})$/)),
  }),
  answer: MessageAnswer,
});
