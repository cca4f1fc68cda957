import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { dollarAmount, line, paragraph } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { ActionAnswer } from '../../../core/approvals/approval.contract.ts';
import { CARRIERS, DISPUTE_ANSWERS, NOT_AN_OFFER } from './answer-dispute.rules.ts';

export const answerDispute = endpoint({
  name: 'answerDispute',
  summary:
    'Answer a dispute through PayPal: accept the claim, offer a refund, or give evidence; or write down what was answered there',
  method: 'POST',
  path: '/api/admin/payments/disputes/:id/answer',
  access: adminWithRecentPassword('payments:confirm'),
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  body: z.strictObject({
    to: z.enum(DISPUTE_ANSWERS, words('Choose what you answer.')),
    /** PayPal reads it; with an offer or evidence, the payer may, too. */
    note: paragraph({ max: 2000, message: words('Say why, in at most 2,000 characters.') }),
    /** With an offer. */
    amount: z.optional(dollarAmount(NOT_AN_OFFER)),
    /** With evidence: the parcel. */
    carrier: z.optional(z.enum(CARRIERS)),
    tracking: z.optional(line({ max: 100, message: words('Enter the tracking number.') })),
  }),
  answer: ActionAnswer,
  canWait: true,
});
