import * as z from 'zod/mini';
import { adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { ById, MessageAnswer, paragraph } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { ActionAnswer } from '../../core/approvals/approval.contract.ts';

const reason = paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') });

export const waiveInstalment = endpoint({
  name: 'waiveInstalment',
  summary: 'Write off what is still owed for an instalment',
  method: 'POST',
  path: '/api/admin/instalments/:id/waive',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ reason }),
  answer: ActionAnswer,
  canWait: true,
});

export const undoWaiver = endpoint({
  name: 'undoWaiver',
  summary: 'Charge a waived instalment again',
  method: 'POST',
  path: '/api/admin/instalments/:id/waive/undo',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

export const moveInstalment = endpoint({
  name: 'moveInstalment',
  summary:
    'Move the day of an unpaid instalment, alone or with all later ones: a pause of the plan',
  method: 'POST',
  path: '/api/admin/instalments/:id/move',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    dueOn: z.iso.date(words('Enter the new date.')),
    /** Later unpaid instalments move by as many days. */
    withLater: z.optional(z.boolean()),
    reason,
  }),
  answer: MessageAnswer,
});

export const endPaymentPlan = endpoint({
  name: 'endPaymentPlan',
  summary: 'End a running plan: nothing more is due or charged, and the payer gets one email',
  method: 'POST',
  path: '/api/admin/schedules/:id/end',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ reason }),
  answer: ActionAnswer,
  canWait: true,
});

export const undoPlanEnd = endpoint({
  name: 'undoPlanEnd',
  summary: 'Let a plan run again that an administrator has ended',
  method: 'POST',
  path: '/api/admin/schedules/:id/end/undo',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});
