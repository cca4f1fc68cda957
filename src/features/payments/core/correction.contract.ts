import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { isAmount } from '../../../shared/money.ts';
import { ById, MessageAnswer, paragraph } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

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
  answer: MessageAnswer,
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
