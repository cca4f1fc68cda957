import { z } from 'zod';
import { type Detail, invalid } from './problem.ts';

// The parts of a request that the simulated PayPal reads. PayPal's own schemas check the rest.
const Text = z.string().min(1);
const Amount = z.object({ currency_code: z.string().length(3), value: z.string().max(32) });
const Breakdown = z.record(Text, Amount);

export const Unit = z.object({
  reference_id: Text.max(256).optional(),
  amount: Amount.extend({ breakdown: Breakdown.optional() }),
  payee: z.object({ email_address: Text.optional(), merchant_id: Text.optional() }).optional(),
  description: Text.max(127).optional(),
  custom_id: Text.max(127).optional(),
  invoice_id: Text.max(127).optional(),
  soft_descriptor: Text.max(22).optional(),
  items: z
    .array(
      z.object({
        name: Text.max(127),
        quantity: Text.max(10),
        unit_amount: Amount,
        tax: Amount.optional(),
      }),
    )
    .optional(),
  shipping: z.looseObject({}).optional(),
});

const RequestContext = z.object({
  brand_name: Text.max(127).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
});

const Paypal = z.object({
  vault_id: Text.optional(),
  attributes: z.object({ vault: z.looseObject({}).optional() }).optional(),
  experience_context: RequestContext.optional(),
});

/** A purchase with one unit: the sandbox has one merchant. */
export const OrderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([Unit]),
  payment_source: z.object({ paypal: Paypal }).optional(),
  application_context: RequestContext.optional(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;

export const RefundRequest = z.object({
  amount: Amount.optional(),
  invoice_id: Text.max(127).optional(),
  custom_id: Text.max(127).optional(),
  note_to_payer: Text.max(255).optional(),
});

export const PatchRequest = z.array(
  z.object({
    op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
    path: z.string().optional(),
    value: z.unknown().optional(),
  }),
);
export type PatchRequest = z.infer<typeof PatchRequest>;

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_accept-claim */
export const AcceptClaimRequest = z.strictObject({
  note: Text.max(2000),
  accept_claim_reason: z
    .enum([
      'DID_NOT_SHIP_ITEM',
      'TOO_TIME_CONSUMING',
      'LOST_IN_MAIL',
      'NOT_ABLE_TO_WIN',
      'COMPANY_POLICY',
      'REASON_NOT_SET',
    ])
    .optional(),
  accept_claim_type: z.enum(['REFUND', 'PARTIAL_REFUND']).optional(),
  invoice_id: Text.max(127).optional(),
  refund_amount: Amount.optional(),
});

/**
 * https://docs.paypal.ai/reference/api/rest/disputes-actions/make-offer-to-resolve-dispute: of the offer types a refund alone,
 * as our disputes allow; it names its amount.
 */
export const MakeOfferRequest = z.strictObject({
  note: Text.max(2000),
  offer_type: z.literal('REFUND'),
  offer_amount: Amount,
  invoice_id: Text.max(127).optional(),
});

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_provide-evidence */
export const EvidenceRequest = z.strictObject({
  evidences: z
    .array(
      z.strictObject({
        evidence_type: Text.max(255).regex(/^[0-9A-Z_]+$/),
        evidence_info: z
          .strictObject({
            tracking_info: z
              .array(z.looseObject({ carrier_name: Text, tracking_number: Text }))
              .optional(),
            refund_ids: z.array(Text).optional(),
          })
          .optional(),
        notes: Text.max(2000).optional(),
      }),
    )
    .min(1)
    .max(100),
});

export const VerifyRequest = z.object({
  auth_algo: Text,
  cert_url: z.url(),
  transmission_id: Text,
  transmission_sig: Text,
  transmission_time: Text,
  webhook_id: Text,
  webhook_event: z.looseObject({ id: Text }),
});

/** Reads a body. Throws 400 INVALID_REQUEST with a detail per fault, as PayPal does. */
export function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map((issue): Detail => {
      const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('undefined');
      return {
        field: `/${issue.path.join('/')}`,
        location: 'body',
        issue: isMissing ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_VALUE',
        description: isMissing ? 'A required field / parameter is missing.' : issue.message,
      };
    }),
  );
}
