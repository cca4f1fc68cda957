import * as z from 'zod/mini';
import { admin, adminOrKey } from '../../../../shared/access.ts';
import { endpoint } from '../../../../shared/endpoint.ts';
import { listQuery } from '../../../../shared/list.ts';
import { WaitingApproval } from '../../core/approvals/approval.contract.ts';
import { DISMISSED_KINDS } from '../../core/correction.contract.ts';
import { instant } from '../../../../shared/schema.ts';
import {
  DISPUTE_ANSWERS,
  DISPUTE_RESPONSES,
} from '../../rails/card/report/answer-dispute.rules.ts';
import { REFUNDS_TO_REVIEW } from '../refunds/paypal-refund.rules.ts';
import { RAILS } from '../../core/payment.rules.ts';

/**
 * Why a person should look: less or more came than was due, money came late or was flagged by hand, two
 * applications claim one number, a payment is under way for more than a day, money on the chain matches nothing,
 * a webhook event was not handled, the outcome of an order at PayPal is unknown, money at PayPal or the bank that
 * nothing of ours explains, a dispute that is not decided, a refund that PayPal does not confirm, holds or has
 * refused, an action that waits for a
 * second administrator.
 */
export const REVIEW_KINDS = [
  'under',
  'over',
  'late',
  'manual',
  'number',
  'slow',
  'chain',
  'notice',
  'order',
  'unmatched',
  'dispute',
  'refund',
  'approval',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const ReviewItem = z.object({
  id: z.string(),
  kind: z.enum(REVIEW_KINDS),
  /** Null where its application is unknown. */
  applicationId: z.nullable(z.uuid()),
  reference: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Null where it is of no payment. */
  method: z.nullable(z.enum(RAILS)),
  instalment: z.nullable(z.number()),
  /** Dollars, a decimal string. */
  amount: z.nullable(z.string()),
  /** What came on the chain, such as "0.333 ETH"; null elsewhere. */
  received: z.nullable(z.string()),
  /** The rail's reference. */
  subject: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The statement of a line that nothing explains. */
  statementId: z.nullable(z.uuid()),
  /** Of a dispute: without an answer until then the payer wins. */
  dueAt: z.nullable(instant),
  /** Of a dispute: what PayPal lets us do, and what was answered last. */
  dispute: z.nullable(
    z.object({
      responses: z.array(z.enum(DISPUTE_RESPONSES)),
      /** Dollars that we have offered the payer instead of all of it, a decimal string. */
      offered: z.nullable(z.string()),
      answer: z.nullable(
        z.object({
          to: z.enum(DISPUTE_ANSWERS),
          note: z.string(),
          /** Dollars that were offered, a decimal string. */
          amount: z.nullable(z.string()),
          at: instant,
          /** PayPal has it. */
          isSent: z.boolean(),
        }),
      ),
    }),
  ),
  /** Of a refund: where it is, and dollars that came with its payment, a decimal string. */
  refund: z.nullable(z.object({ state: z.enum(REFUNDS_TO_REVIEW), of: z.string() })),
  /** What waits for a second administrator. */
  approval: z.nullable(WaitingApproval),
  isTest: z.boolean(),
  since: instant,
});
export type ReviewItem = z.output<typeof ReviewItem>;
/** With its times as the server hands them over. */
export type GivenReviewItem = z.input<typeof ReviewItem>;

export const listReview = endpoint({
  name: 'listReview',
  summary: 'Money that a person should look at, oldest first, in pages',
  method: 'GET',
  path: '/api/admin/payments/review',
  access: adminOrKey('payments:read'),
  /** `limit` is 50 unless it is given; the next page is in the `Link` header. */
  query: z.pick(listQuery(['since']), { limit: true, cursor: true }),
  answer: z.array(ReviewItem),
});

export const listDismissed = endpoint({
  name: 'listDismissed',
  summary: 'What was dismissed in the review list, or put to an account, last: each can be undone',
  method: 'GET',
  path: '/api/admin/payments/review/dismissed',
  access: admin('payments:read'),
  answer: z.array(
    z.object({
      kind: z.enum(DISMISSED_KINDS),
      id: z.string(),
      /** With its unit: "12.50 USD". */
      amount: z.string(),
      /** The reason, or what PayPal calls it. */
      note: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
