import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { line, MessageAnswer, paragraph } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';

/** Where money can go that pays nothing of ours. */
export const SET_ASIDE_ACCOUNTS = ['donations', 'other_income', 'spending', 'in_transit'] as const;

const reason = paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') });

export const decidePaypalLine = endpoint({
  name: 'decidePaypalLine',
  summary: 'Decide what a line of the PayPal report is that nothing explains',
  method: 'POST',
  path: '/api/admin/payments/paypal-lines/:id',
  access: adminWithRecentPassword('payments:confirm'),
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  body: z.strictObject({
    /** An account, `assign` it to an application, or `refund` it through PayPal. */
    to: z.enum([...SET_ASIDE_ACCOUNTS, 'assign', 'refund']),
    /** With `assign`: whose first unpaid instalment it pays. */
    reference: z.optional(
      line({ max: 20, message: words('Enter the application reference.') }).check(z.toUpperCase()),
    ),
    reason,
  }),
  answer: MessageAnswer,
});
