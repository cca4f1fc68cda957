import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { isAmount } from '../../../../shared/money.ts';
import { ById, dollarAmount, paragraph, MessageAnswer } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { ActionAnswer } from '../../core/approvals/approval.contract.ts';

const NOT_AN_AMOUNT = words('Enter the refund amount, such as 100.00.');
const amount = dollarAmount(NOT_AN_AMOUNT);
const day = z.iso.date(words('Enter the date of the refund.'));
const reason = paragraph({
  max: 1000,
  message: words('Say why, in at most 1,000 characters.'),
});

export const recordRefund = endpoint({
  name: 'recordRefund',
  summary: 'Write down that money of a payment went back to the payer; moves no money itself',
  method: 'POST',
  path: '/api/admin/payments/:id/refund',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    amount,
    /** The held amount when the form was opened: after another refund the administrator must look again. */
    held: z.string().check(z.refine(isAmount, NOT_AN_AMOUNT)),
    refundedOn: day,
    reason,
  }),
  answer: ActionAnswer,
  canWait: true,
});

export const refundThroughPaypal = endpoint({
  name: 'refundThroughPaypal',
  summary: 'Have PayPal give money of a payment back to the payer, in part or in full',
  method: 'POST',
  path: '/api/admin/payments/:id/paypal-refund',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    amount,
    /** As with a recorded refund. */
    held: z.string().check(z.refine(isAmount, NOT_AN_AMOUNT)),
    reason,
  }),
  answer: ActionAnswer,
  canWait: true,
});

export const dismissRefund = endpoint({
  name: 'dismissRefund',
  summary: 'Take a refund that PayPal has refused off the list of what is to do; no money moves',
  method: 'POST',
  path: '/api/admin/payments/refunds/:id/dismiss',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

export const recordDispute = endpoint({
  name: 'recordDispute',
  summary: 'Write down that the payer’s bank or PayPal disputes a payment',
  method: 'POST',
  path: '/api/admin/payments/:id/dispute',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ reason }),
  answer: MessageAnswer,
});

export const endDispute = endpoint({
  name: 'endDispute',
  summary: 'Write down how a dispute ended: the money stayed, or it was taken back',
  method: 'POST',
  path: '/api/admin/payments/:id/dispute/end',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    outcome: z.enum(['kept', 'lost'], words('Choose how the dispute ended.')),
    endedOn: day,
    reason,
  }),
  answer: ActionAnswer,
  canWait: true,
});
