import * as z from 'zod/mini';
import type { CardService } from '../../../../../server/external-services.ts';
import { type Answer, callPaypal } from './paypal-http.gateway.ts';
import {
  CaptureAnswer,
  DisputeAnswer,
  DisputeList,
  OrderAnswer,
  type approvalOrderRequest,
  type storedOrderRequest,
  type verifyRequest,
} from './paypal.rules.ts';

const ORDERS = '/v2/checkout/orders';
const part = encodeURIComponent;
const Nothing = z.object({});

/** Makes an order for a payer to approve. */
export const createOrder = (
  card: CardService,
  body: ReturnType<typeof approvalOrderRequest>,
  requestId: string,
) => callPaypal(card, { method: 'POST', path: ORDERS, body, requestId, shape: OrderAnswer });

/** Charges an account that PayPal keeps: makes the order and takes the money in one call. */
export const chargeOrder = (
  card: CardService,
  body: ReturnType<typeof storedOrderRequest>,
  requestId: string,
) => callPaypal(card, { method: 'POST', path: ORDERS, body, requestId, shape: OrderAnswer });

export const getOrder = (card: CardService, id: string) =>
  callPaypal(card, { method: 'GET', path: `${ORDERS}/${part(id)}`, shape: OrderAnswer });

/** Takes the money of an approved order. */
export const captureOrder = (card: CardService, id: string, requestId: string) =>
  callPaypal(card, {
    method: 'POST',
    path: `${ORDERS}/${part(id)}/capture`,
    body: {},
    requestId,
    shape: OrderAnswer,
  });

export const getCapture = (card: CardService, id: string) =>
  callPaypal(card, {
    method: 'GET',
    path: `/v2/payments/captures/${part(id)}`,
    shape: CaptureAnswer,
  });

export const getDispute = (card: CardService, id: string) =>
  callPaypal(card, {
    method: 'GET',
    path: `/v1/customer/disputes/${part(id)}`,
    shape: DisputeAnswer,
  });

/** The disputes about one capture. */
export const listDisputes = (card: CardService, captureId: string) =>
  callPaypal(card, {
    method: 'GET',
    path: `/v1/customer/disputes?disputed_transaction_id=${part(captureId)}`,
    shape: DisputeList,
  });

/** Whether PayPal still has a stored account; a deleted token answers 404. */
export const getVaultToken = (card: CardService, id: string) =>
  callPaypal(card, {
    method: 'GET',
    path: `/v3/vault/payment-tokens/${part(id)}`,
    shape: Nothing,
  });

/** Lets PayPal forget an account; one that it no longer knows is refused with 404. */
export const deleteVaultToken = (card: CardService, id: string) =>
  callPaypal(card, {
    method: 'DELETE',
    path: `/v3/vault/payment-tokens/${part(id)}`,
    shape: Nothing,
  });

/** PayPal's own check of a webhook event, for a certificate that we cannot check. */
export async function verifyWebhookAtPaypal(
  card: CardService,
  body: ReturnType<typeof verifyRequest>,
): Promise<Answer<boolean>> {
  const answer = await callPaypal(card, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body,
    shape: z.object({ verification_status: z.string() }),
  });
  return answer.kind === 'ok'
    ? { kind: 'ok', value: answer.value.verification_status === 'SUCCESS' }
    : answer;
}
