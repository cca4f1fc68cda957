import * as z from 'zod/mini';
import { decimal } from '../../../../../shared/money.ts';

// What we say to PayPal and what we read of its answers. Orders v2, Payments v2, Payment Method Tokens v3 and
// Disputes v1: https://developer.paypal.com/api/rest/. The bodies are pure, so that prove/paypal-contract.ts can
// hold each of them against PayPal's own OpenAPI files.

/** The sale that an order is for. */
export interface OrderPayload {
  /** The id of our row at PayPal; comes back with every answer and webhook event. */
  customId: string;
  /** `PX-7K4M2-1`: the account refuses a second payment under the same one. */
  invoiceId: string;
  amountCents: bigint;
  currency: string;
  /** What the payer reads on the account's list; at most 127 characters. */
  description: string;
}

/** Body of `POST /v2/checkout/orders` for a payer who approves in PayPal's window. */
export interface ApprovalOrder extends OrderPayload {
  /** Asks PayPal to store the account for later payments of a plan. */
  wantsVault: boolean;
  /** Where PayPal leads a payer whose window could not be closed. */
  returnUrl: string;
  cancelUrl: string;
}

/** `NO_SHIPPING`: the address of the kit is the application's. `PAY_NOW`: approving is paying, there is no second look. */
const CHECKOUT = { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' } as const;

/**
 * An order that the payer approves. Without a wish for the vault it names no source, so that a guest's card fits it
 * too; with one it must be PayPal's own wallet, as a guest's card leaves nothing behind.
 */
export function approvalOrderRequest(order: ApprovalOrder) {
  const purchase = { intent: 'CAPTURE', purchase_units: [unitOf(order)] } as const;
  const { wantsVault, returnUrl, cancelUrl } = order;
  if (!wantsVault) {
    const context = { ...CHECKOUT, return_url: returnUrl, cancel_url: cancelUrl };
    return { ...purchase, application_context: context };
  }
  return {
    ...purchase,
    payment_source: {
      paypal: {
        attributes: {
          vault: {
            store_in_vault: 'ON_SUCCESS',
            usage_type: 'MERCHANT',
            customer_type: 'CONSUMER',
            usage_pattern: 'INSTALLMENT_PREPAID',
          },
        },
        experience_context: { ...CHECKOUT, return_url: returnUrl, cancel_url: cancelUrl },
      },
    },
  } as const;
}

/** A later payment of a plan with the account that PayPal keeps: charged by this one call, without the payer. */
export function storedOrderRequest(order: OrderPayload & { vaultId: string }) {
  return {
    intent: 'CAPTURE',
    purchase_units: [unitOf(order)],
    payment_source: {
      paypal: {
        vault_id: order.vaultId,
        stored_credential: {
          payment_initiator: 'MERCHANT',
          usage: 'SUBSEQUENT',
          usage_pattern: 'INSTALLMENT_PREPAID',
        },
      },
    },
  } as const;
}

const unitOf = ({ customId, invoiceId, amountCents, currency, description }: OrderPayload) => ({
  custom_id: customId,
  invoice_id: invoiceId,
  description: description.slice(0, 127),
  amount: { currency_code: currency, value: decimal(amountCents) },
});

/**
 * The invoice of an instalment: a second guard against double payment, besides our own index. PayPal takes each once, and
 * no second time when its money has gone back: then comes the next `round`.
 */
export const invoiceOf = (reference: string, instalment: number, round = 1) =>
  round === 1 ? `${reference}-${instalment}` : `${reference}-${instalment}-${round}`;

/** Body of `POST /v1/notifications/verify-webhook-signature`: a notice whose certificate we cannot judge ourselves. */
export const verifyRequest = (headers: WebhookHeaders, webhookId: string, event: unknown) => ({
  auth_algo: headers.algorithm,
  cert_url: headers.certificateUrl,
  transmission_id: headers.transmissionId,
  transmission_sig: headers.signature,
  transmission_time: headers.transmissionTime,
  webhook_id: webhookId,
  webhook_event: event,
});

/** The headers that prove that an event is from PayPal. */
export interface WebhookHeaders {
  transmissionId: string;
  /** ISO 8601. */
  transmissionTime: string;
  certificateUrl: string;
  algorithm: string;
  /** Base64. */
  signature: string;
}

export interface RefundOrder {
  /** All that is left when absent. */
  amount?: { amountCents: bigint; currency: string };
  /** The account refuses a second refund under the same one. */
  invoiceId?: string;
  /** What the payer reads. */
  note?: string;
}

/** Body of `POST /v2/payments/captures/{id}/refund`. */
export const refundRequest = ({ amount, invoiceId, note }: RefundOrder) => ({
  ...(amount && { amount: { currency_code: amount.currency, value: decimal(amount.amountCents) } }),
  ...(invoiceId && { invoice_id: invoiceId }),
  ...(note && { note_to_payer: note.slice(0, 255) }),
});

const text = z.string();
const Amount = z.object({ currency_code: text, value: text });
export type Amount = z.output<typeof Amount>;

const captureShape = {
  id: text,
  status: text,
  amount: Amount,
  custom_id: z.optional(text),
  create_time: z.optional(text),
  status_details: z.optional(z.object({ reason: z.optional(text) })),
  seller_receivable_breakdown: z.optional(
    z.object({
      gross_amount: Amount,
      paypal_fee: z.optional(Amount),
      net_amount: z.optional(Amount),
    }),
  ),
};
const Share = z.optional(Amount);
/** A refund; `PENDING` is not back yet. The fee is what PayPal gave back of its own. */
export const RefundAnswer = z.object({
  id: text,
  status: text,
  /** Why it is not back yet, or has failed. */
  status_details: z.optional(z.object({ reason: z.optional(text) })),
  amount: Amount,
  seller_payable_breakdown: z.optional(
    z.object({ gross_amount: Share, paypal_fee: Share, net_amount: Share }),
  ),
});
export type RefundAnswer = z.output<typeof RefundAnswer>;

const Unit = z.object({
  custom_id: z.optional(text),
  invoice_id: z.optional(text),
  amount: z.optional(Amount),
  payee: z.optional(z.object({ merchant_id: z.optional(text), email_address: z.optional(text) })),
  payments: z.optional(
    z.object({
      captures: z.optional(z.array(z.object(captureShape))),
      refunds: z.optional(z.array(RefundAnswer)),
    }),
  ),
});

/** An order, as creating, reading and capturing it answer alike (`Prefer: return=representation`). */
export const OrderAnswer = z.object({
  id: text,
  status: text,
  purchase_units: z.optional(z.array(Unit)),
  payment_source: z.optional(
    z.object({
      paypal: z.optional(
        z.object({
          attributes: z.optional(
            z.object({
              vault: z.optional(z.object({ id: z.optional(text), status: z.optional(text) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type OrderAnswer = z.output<typeof OrderAnswer>;

/** A capture; only it names its order. */
export const CaptureAnswer = z.object({
  ...captureShape,
  invoice_id: z.optional(text),
  supplementary_data: z.optional(
    z.object({ related_ids: z.optional(z.object({ order_id: z.optional(text) })) }),
  ),
});
export type CaptureAnswer = z.output<typeof CaptureAnswer>;

export const DisputeAnswer = z.object({
  dispute_id: text,
  status: text,
  update_time: z.optional(text),
  disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(text) }))),
  dispute_outcome: z.optional(
    z.object({ outcome_code: z.optional(text), amount_refunded: z.optional(Amount) }),
  ),
  /** Of a part, which ends the dispute once the payer takes it. The last of its history says what became of it. */
  offer: z.optional(
    z.object({
      seller_offered_amount: z.optional(Amount),
      history: z.optional(z.array(z.object({ event_type: z.optional(text) }))),
    }),
  ),
  reason: z.optional(text),
  dispute_amount: z.optional(Amount),
  dispute_life_cycle_stage: z.optional(text),
  /** ISO 8601; without an answer until then the payer wins. */
  seller_response_due_date: z.optional(text),
  /** What the merchant may offer now. */
  allowed_response_options: z.optional(
    z.object({ make_offer: z.optional(z.object({ offer_types: z.optional(z.array(text)) })) }),
  ),
  /** What the merchant may do now: `accept_claim`, `make_offer`, `provide_evidence`. */
  links: z.optional(z.array(z.object({ rel: text }))),
});
export type DisputeAnswer = z.output<typeof DisputeAnswer>;

export const DisputeList = z.object({ items: z.optional(z.array(z.object({ dispute_id: text }))) });

/** A refusal: `details[0].issue` says why, or the name alone. */
export const RefusalAnswer = z.object({
  name: z.optional(text),
  error: z.optional(text),
  details: z.optional(z.array(z.object({ issue: z.optional(text) }))),
});
