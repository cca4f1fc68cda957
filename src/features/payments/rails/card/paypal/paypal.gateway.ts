import { randomUUID } from 'node:crypto';
import type { CardService } from '../../../../../server/external-services.ts';
import {
  type Claim,
  claimRequest,
  DisputePage,
  disputesPath,
  type DisputeSummary,
  type Evidence,
  type EvidenceFile,
  type Offer,
  offerRequest,
  evidenceOf,
  nextTokenOf,
} from './dispute.rules.ts';
import { type Answer, callPaypal } from './paypal-http.gateway.ts';
import {
  type approvalOrderRequest,
  CaptureAnswer,
  DisputeAnswer,
  DisputeList,
  OrderAnswer,
  RefundAnswer,
  type RefundOrder,
  refundRequest,
  type storedOrderRequest,
  type verifyRequest,
} from './paypal.rules.ts';
import {
  type AccountBalance,
  type AccountLine,
  type AccountReport,
  BalanceAnswer,
  balancesOf,
  balancesPath,
  halvesOf,
  linesOf,
  ReportPage,
  reportPath,
  type Span,
  spansOf,
} from './report.rules.ts';

import * as z from 'zod/mini';

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

/** Gives money of a capture back; with the same request id it happens once, for 45 days. */
export const refundCapture = (
  card: CardService,
  id: string,
  refund: RefundOrder,
  requestId: string,
): Promise<Answer<RefundAnswer>> =>
  callPaypal(card, {
    method: 'POST',
    path: `/v2/payments/captures/${part(id)}/refund`,
    body: refundRequest(refund),
    requestId,
    shape: RefundAnswer,
  });

/** A refund by PayPal's id, whatever its age. */
export const getRefund = (card: CardService, id: string): Promise<Answer<RefundAnswer>> =>
  callPaypal(card, {
    method: 'GET',
    path: `/v2/payments/refunds/${part(id)}`,
    shape: RefundAnswer,
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

/** All disputes that were updated since a time, which PayPal wants to be within the last 180 days. */
export async function listDisputesUpdatedSince(
  card: CardService,
  since: Date,
): Promise<Answer<DisputeSummary[]>> {
  const disputes = new Map<string, DisputeSummary>();
  let token: string | undefined;
  do {
    const path = disputesPath(since, token);
    const answer = await callPaypal(card, { method: 'GET', path, shape: DisputePage });
    if (answer.kind !== 'ok') return answer;
    for (const dispute of answer.value.items ?? []) disputes.set(dispute.dispute_id, dispute);
    const next = nextTokenOf(answer.value);
    if (next === token && next !== undefined) return { kind: 'unknown', why: 'pages without end' };
    token = next;
  } while (token !== undefined);
  return { kind: 'ok', value: [...disputes.values()] };
}

/** Offers the payer a refund, as long as they have not made a claim. An unknown outcome shows in the dispute itself. */
export const makeOffer = (card: CardService, id: string, offer: Offer) =>
  callPaypal(card, {
    method: 'POST',
    path: `/v1/customer/disputes/${part(id)}/make-offer`,
    body: offerRequest(offer),
    isOnce: true,
    shape: Nothing,
  });

/** Gives the payer what they claim, or offers a part. An unknown outcome shows in the dispute itself. */
export const acceptClaim = (card: CardService, id: string, claim: Claim) =>
  callPaypal(card, {
    method: 'POST',
    path: `/v1/customer/disputes/${part(id)}/accept-claim`,
    body: claimRequest(claim),
    isOnce: true,
    shape: Nothing,
  });

/** Answers a claim with evidence. An unknown outcome shows in the dispute itself. */
export const provideEvidence = (
  card: CardService,
  id: string,
  evidences: readonly Evidence[],
  files: readonly EvidenceFile[] = [],
) => {
  const { contentType, bytes } = evidenceForm(evidences, files);
  return callPaypal(card, {
    method: 'POST',
    path: `/v1/customer/disputes/${part(id)}/provide-evidence`,
    body: bytes,
    contentType,
    isOnce: true,
    shape: Nothing,
  });
};

/**
 * Every line of the account in a span, in parts of 31 days, all pages. The span begins before the time that PayPal
 * has got to, which is up to three hours ago.
 */
export const listTransactions = (card: CardService, span: Span): Promise<Answer<AccountReport>> =>
  listSpans(card, spansOf(span), span.to);

async function listSpans(
  card: CardService,
  spans: Span[],
  to: Date,
): Promise<Answer<AccountReport>> {
  const lines: AccountLine[] = [];
  for (const span of spans) {
    const answer = await listSpan(card, span);
    if (answer.kind !== 'ok') return answer;
    lines.push(...answer.value.lines);
    const { completeUntil } = answer.value;
    if (completeUntil < span.to) return { kind: 'ok', value: { lines, completeUntil } };
  }
  return { kind: 'ok', value: { lines, completeUntil: to } };
}

/** One part, or its halves while it has more lines than PayPal gives. */
async function listSpan(card: CardService, span: Span): Promise<Answer<AccountReport>> {
  const lines: AccountLine[] = [];
  let first: ReportPage | undefined;
  for (let page = 1; page <= (first?.total_pages ?? 1); page++) {
    const path = reportPath(span, page);
    const answer = await callPaypal(card, { method: 'GET', path, shape: ReportPage });
    if (answer.kind === 'refused' && answer.issue === 'RESULTSET_TOO_LARGE') {
      const halves = halvesOf(span);
      return halves.length > 1 ? listSpans(card, halves, span.to) : answer;
    }
    if (answer.kind !== 'ok') return answer;
    first ??= answer.value;
    lines.push(...linesOf(answer.value));
  }
  // A line that came between two pages moves the others: one may be in none of them.
  if (lines.length !== first?.total_items)
    return { kind: 'unknown', why: 'a report that changed while it was read' };
  const refreshed = first.last_refreshed_datetime;
  return { kind: 'ok', value: { lines, completeUntil: refreshed < span.to ? refreshed : span.to } };
}

/** What the account holds, or held at a time, by currency. */
export async function readBalances(
  card: CardService,
  time?: Date,
): Promise<Answer<{ balances: AccountBalance[]; asOf: Date }>> {
  const answer = await callPaypal(card, {
    method: 'GET',
    path: balancesPath(time),
    shape: BalanceAnswer,
  });
  if (answer.kind !== 'ok') return answer;
  const { as_of_time: asOf } = answer.value;
  return { kind: 'ok', value: { balances: balancesOf(answer.value), asOf } };
}

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

/** Body of `…/provide-evidence`: a form whose part `input` is JSON, then the files. */
function evidenceForm(
  evidences: readonly Evidence[],
  files: readonly EvidenceFile[],
): { contentType: string; bytes: Uint8Array } {
  const boundary = `evidence-${randomUUID()}`;
  const input = Buffer.from(JSON.stringify({ evidences: evidences.map(evidenceOf) }));
  const parts = [
    partOf('name="input"', 'application/json', input),
    ...files.map(({ name, type, bytes }, at) =>
      partOf(`name="file${at + 1}"; filename="${name.replace(/[^\w.-]/g, '_')}"`, type, bytes),
    ),
  ];
  const bytes = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

const partOf = (names: string, type: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; ${names}\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
