import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { ById, paragraph, MessageAnswer } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';

/** PayPal's number of a payment: "3C679366HH908993F". */
const CaptureId = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^[A-Z\d]{10,30}$/,
      words('Enter the PayPal transaction ID: 10 to 30 letters and digits.'),
    ),
  );

export const endWaitingCard = endpoint({
  name: 'endWaitingCard',
  summary:
    'End a card payment that waits for a person: by the payment found at PayPal, or as failed',
  method: 'POST',
  path: '/api/admin/payments/:id/card-end',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    /** The payment that an administrator has found at PayPal; without one the attempt ends as failed. */
    captureId: z.optional(CaptureId),
    /** Kept in the history; of an attempt that fails, its payer reads it. */
    reason: paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') }),
  }),
  answer: MessageAnswer,
});
