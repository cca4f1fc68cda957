import { z } from 'zod';
import { type Detail, invalid } from './problem.ts';

// The parts of a request that the simulated PayPal reads. PayPal's own schemas check the rest.
const Text = z.string().min(1);
const Amount = z.object({ currency_code: z.string().length(3), value: z.string().max(32) });
const Breakdown = z.record(Text, Amount);

const Unit = z.object({
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
