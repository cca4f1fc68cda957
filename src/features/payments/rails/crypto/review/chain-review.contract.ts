import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { listQuery } from '../../../../../shared/list.ts';
import { cents, decimal, isAmount } from '../../../../../shared/money.ts';
import { ById, instant, line, paragraph, MessageAnswer } from '../../../../../shared/schema.ts';
import { words } from '../../../../../shared/words.ts';
import { ActionAnswer } from '../../../core/approvals/approval.contract.ts';
import { TOKENS } from '../crypto.rules.ts';
import { REVIEW_REASON_NAMES } from '../settlement/matching.rules.ts';

/** Of tokens or dollars, a decimal string. */
const amount = z.string();
/** More than is due is meant, and what becomes of it. */
const surplusDecision = {
  acceptDifference: z.optional(z.boolean()),
  /** What is more than due counts for the next payments of the plan, as far as they are unpaid. */
  keepSurplus: z.optional(z.boolean()),
};
const reference = line({
  max: 20,
  message: words('Enter the application reference.'),
}).check(z.toUpperCase());
const NOT_AN_AMOUNT = words('Enter the amount that arrived, such as 1000.00.');
const isUsableAmount = (given: string | number) =>
  isAmount(given) && cents(given) > 0n && cents(given) <= 100_000_000n;

/** A quote that a transfer may be for. */
const LikelyQuote = z.object({
  id: z.uuid(),
  applicationId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  instalment: z.number(),
  /** The number of payments of the plan. */
  of: z.number(),
  amount,
  /** What has come for it without this transfer. */
  received: amount,
  usdAmount: amount,
  quotedAt: instant,
  /** The payer's browser submitted this transaction; proves nothing by itself. */
  isClaimed: z.boolean(),
  /** The transfer can be assigned to it: it came in time, and something is missing. */
  canTake: z.boolean(),
  /** Dollars that are more than due once the transfer is assigned to it; null where none are. */
  surplus: z.nullable(amount),
});
export type LikelyQuote = z.output<typeof LikelyQuote>;

export const ChainReviewRow = z.object({
  id: z.uuid(),
  token: z.enum(TOKENS),
  amount,
  /** Dollars at the rate of the first quote below; null without one. */
  worth: z.nullable(amount),
  txHash: z.string(),
  from: z.string(),
  to: z.string(),
  block: z.string(),
  /** The block's time. */
  at: instant,
  reason: z.enum(REVIEW_REASON_NAMES),
  /** The payments that it may be for, the likeliest first. */
  quotes: z.array(LikelyQuote),
});
export type ChainReviewRow = z.output<typeof ChainReviewRow>;

export const listChainReview = endpoint({
  name: 'listChainReview',
  summary: 'Money on the chain that nobody could place, newest first, in pages',
  method: 'GET',
  path: '/api/admin/payments/chain-review',
  access: admin('payments:read'),
  /** The search covers the transaction and both addresses; `status` is the reason. */
  query: listQuery(['block', 'seenAt']),
  answer: z.array(ChainReviewRow),
});

export const ChainInstalments = z.object({
  applicationId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  /** The current schedule in order. */
  dues: z.array(
    z.object({
      number: z.number(),
      amount,
      /** What was received and not refunded. */
      held: amount,
      /** Whether a transfer can be recorded for it now. */
      canTake: z.boolean(),
    }),
  ),
  /** Its quotes to which the transfer can be assigned, the newest first. */
  quotes: z.array(LikelyQuote),
});
export type ChainInstalments = z.output<typeof ChainInstalments>;
export type ChainInstalment = ChainInstalments['dues'][number];

export const readChainInstalments = endpoint({
  name: 'readChainInstalments',
  summary: 'What an application asks for, and what of it can take money on the chain',
  method: 'GET',
  path: '/api/admin/payments/chain-dues',
  access: admin('payments:read'),
  query: z.object({ reference, transfer: z.optional(z.uuid()) }),
  answer: ChainInstalments,
});

export const assignOnChainTransfer = endpoint({
  name: 'assignOnChainTransfer',
  summary: 'Book money on the chain for an application',
  method: 'POST',
  path: '/api/admin/payments/chain-review/:id/assign',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    reference,
    /** The instalment that it pays, from 1; the first unpaid one when absent. */
    instalment: z.optional(z.int().check(z.gte(1), z.lte(60))),
    /** Its value in dollars. */
    amount: z.pipe(
      z
        .union([z.number(), z.string().check(z.trim())], NOT_AN_AMOUNT)
        .check(z.refine(isUsableAmount, NOT_AN_AMOUNT)),
      z.transform((given: string | number) =>
        isUsableAmount(given) ? decimal(cents(given)) : String(given),
      ),
    ),
    ...surplusDecision,
  }),
  answer: ActionAnswer,
  canWait: true,
});

export const matchOnChainTransfer = endpoint({
  name: 'matchOnChainTransfer',
  summary: 'Assign money on the chain to a quote, whose payment it pays with what else has come',
  method: 'POST',
  path: '/api/admin/payments/chain-review/:id/match',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({ quoteId: z.uuid(), ...surplusDecision }),
  answer: ActionAnswer,
  canWait: true,
});

export const confirmOnChainTransfer = endpoint({
  name: 'confirmOnChainTransfer',
  summary:
    'Book money on the chain for the payment that it was matched to, where a single node knows of it',
  method: 'POST',
  path: '/api/admin/payments/chain-review/:id/confirm',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  answer: MessageAnswer,
});

export const dismissOnChainTransfer = endpoint({
  name: 'dismissOnChainTransfer',
  summary: 'Lay money on the chain aside: it pays nothing of ours',
  method: 'POST',
  path: '/api/admin/payments/chain-review/:id/dismiss',
  access: adminWithRecentPassword('payments:confirm'),
  params: ById,
  body: z.strictObject({
    reason: paragraph({ max: 1000, message: words('Say why, in at most 1,000 characters.') }),
  }),
  answer: MessageAnswer,
});
