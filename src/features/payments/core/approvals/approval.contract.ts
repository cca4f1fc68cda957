import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { cents, decimal, isAmount } from '../../../../shared/money.ts';
import { keysOf } from '../../../../shared/record.ts';
import { ById, instant, MessageAnswer, paragraph } from '../../../../shared/schema.ts';
import { words } from '../../../../shared/words.ts';
import { APPROVAL_LABELS } from './approval.rules.ts';

/** The answer of an action on money; `isWaiting`: nothing was done, as a second administrator must approve it. */
export const ActionAnswer = z.extend(MessageAnswer, { isWaiting: z.optional(z.boolean()) });
/** The same of one that moves money: under which id it can be undone. */
export const MoveAnswer = z.extend(ActionAnswer, { operationId: z.optional(z.uuid()) });

/** An action that waits for a second administrator. */
export const WaitingApproval = z.object({
  id: z.uuid(),
  action: z.enum(keysOf(APPROVAL_LABELS)),
  /** The id in the path of its call. */
  target: z.string(),
  /** Dollars, a decimal string. */
  amount: z.nullable(z.string()),
  /** Name or address; null where the account is gone. */
  askedBy: z.nullable(z.string()),
  /** The reader asked for it. */
  isYours: z.boolean(),
  reason: z.nullable(z.string()),
  /** What else was asked for, as it was entered. */
  details: z.object({
    receivedAmount: z.optional(z.string()),
    receivedOn: z.optional(z.string()),
    refundedOn: z.optional(z.string()),
    statementLine: z.optional(z.string()),
    reference: z.optional(z.string()),
    instalment: z.optional(z.number()),
    keepSurplus: z.optional(z.boolean()),
  }),
  since: instant,
  expiresAt: instant,
});
export type WaitingApproval = z.output<typeof WaitingApproval>;

export const listApplicationApprovals = endpoint({
  name: 'listApplicationApprovals',
  summary: 'Actions on the money of an application that wait for a second administrator',
  method: 'GET',
  path: '/api/admin/applications/:id/approvals',
  access: admin('payments:read'),
  params: ById,
  answer: z.array(WaitingApproval),
});

export const approveAction = endpoint({
  name: 'approveAction',
  summary:
    'Approve an action on money that another administrator asked for: it is done now. 403 for who asked, 409 where it is decided or can no longer be done',
  method: 'POST',
  path: '/api/admin/approvals/:id/approve',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MoveAnswer,
});

export const declineAction = endpoint({
  name: 'declineAction',
  summary: 'Decline an action on money that another administrator asked for',
  method: 'POST',
  path: '/api/admin/approvals/:id/decline',
  access: admin('payments:confirm'),
  params: ById,
  body: z.strictObject({
    reason: paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') }),
  }),
  answer: MessageAnswer,
});

export const withdrawAction = endpoint({
  name: 'withdrawAction',
  summary: 'Withdraw an action on money that the caller asked for',
  method: 'POST',
  path: '/api/admin/approvals/:id/withdraw',
  access: admin('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

export const readApprovalSum = endpoint({
  name: 'readApprovalSum',
  summary: 'Above which amount a second administrator must approve, and how many can',
  method: 'GET',
  path: '/api/admin/payments/approval-sum',
  access: admin('payments:configure'),
  answer: z.object({
    /** Null: of no amount. */
    sum: z.nullable(z.string()),
    approvers: z.number(),
  }),
});

const NOT_AN_AMOUNT = words('Enter an amount, such as 500.00, or leave it empty.');

export const setApprovalSum = endpoint({
  name: 'setApprovalSum',
  summary:
    'Set above which amount a second administrator must approve; raising it or switching it off needs one, too',
  method: 'PUT',
  path: '/api/admin/payments/approval-sum',
  access: adminWithRecentPassword('payments:configure'),
  body: z.strictObject({
    /** Dollars, as a JSON number or decimal string; null: of no amount. */
    sum: z.nullable(
      z.pipe(
        z
          .union([z.number(), z.string().check(z.trim())], NOT_AN_AMOUNT)
          .check(z.refine((given) => isAmount(given) && cents(given) >= 0n, NOT_AN_AMOUNT)),
        z.transform((given) => decimal(cents(given))),
      ),
    ),
  }),
  answer: ActionAnswer,
  canWait: true,
});
