import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { ById, instant, MessageAnswer, paragraph } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { TOKENS } from '../crypto.rules.ts';
import { Verification } from '../checkout/crypto.contract.ts';

export const TreasuryStatus = z.object({
  /** When balances and transfers were last compared; null before the first time. */
  checkedAt: z.nullable(instant),
  /** The hourly comparison has failed since. */
  isOverdue: z.boolean(),
  differences: z.array(
    z.object({
      id: z.uuid(),
      token: z.enum(TOKENS),
      address: z.string(),
      /** Whole tokens, a decimal string; below zero when money left. */
      amount: z.string(),
      /** It happened after this block, and not later than in the other. */
      fromBlock: z.string(),
      toBlock: z.string(),
      at: instant,
    }),
  ),
});
export type TreasuryStatus = z.output<typeof TreasuryStatus>;
export type TreasuryDifference = TreasuryStatus['differences'][number];

export const readTreasury = endpoint({
  name: 'readTreasury',
  summary:
    'What our balances on the chain changed by without a known transfer, and when they were compared',
  method: 'GET',
  path: '/api/admin/payments/treasury',
  access: admin('payments:read'),
  answer: TreasuryStatus,
});

export const explainDifference = endpoint({
  name: 'explainDifference',
  summary:
    'Name the transaction that brought the money; it is checked on the chain and then matched',
  method: 'POST',
  path: '/api/admin/payments/treasury/:id/explain',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ txHash: Verification.shape.txHash }),
  answer: MessageAnswer,
});

export const dismissDifference = endpoint({
  name: 'dismissDifference',
  summary: 'Lay a difference aside with a reason, such as a withdrawal',
  method: 'POST',
  path: '/api/admin/payments/treasury/:id/dismiss',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    reason: paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') }),
  }),
  answer: MessageAnswer,
});
