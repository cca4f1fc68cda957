import { type Bank, MERCHANT } from './bank.ts';
import { captureById } from './captures.ts';
import { link } from './link.ts';
import { money } from './money.ts';
import type { Dispute } from './record.ts';

/** What the list tells: https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_list */
export function summarizeDispute(bank: Bank, dispute: Dispute): object {
  const { id, status, lifecycle, channel, reason, dueAt } = dispute;
  return {
    dispute_id: id,
    create_time: dispute.createdAt,
    update_time: dispute.updatedAt,
    reason,
    status,
    dispute_state: stateOf(dispute),
    dispute_amount: money(dispute.units, dispute.currency),
    dispute_life_cycle_stage: lifecycle,
    dispute_channel: channel,
    ...(dueAt && { seller_response_due_date: dueAt }),
    links: [link(`${bank.url}/v1/customer/disputes/${id}`, 'self')],
  };
}

/** A dispute in full: https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
export function showDispute(bank: Bank, dispute: Dispute): object {
  const { customId, invoiceId, units, currency, createdAt } = captureById(bank, dispute.captureId);
  const { outcome, offeredUnits, evidences, lifecycle } = dispute;
  const self = `${bank.url}/v1/customer/disputes/${dispute.id}`;
  const inMoney = (amount: number) => money(amount, currency);
  const isOurs = dispute.dueAt !== undefined;
  const canOffer = isOurs && lifecycle === 'INQUIRY';
  return {
    ...summarizeDispute(bank, dispute),
    disputed_transactions: [
      {
        seller_transaction_id: dispute.captureId,
        create_time: createdAt,
        transaction_status: 'COMPLETED',
        gross_amount: inMoney(units),
        ...(customId && { custom: customId }),
        ...(invoiceId && { invoice_number: invoiceId }),
        seller: { email: MERCHANT.email_address, merchant_id: MERCHANT.merchant_id },
      },
    ],
    ...(outcome && {
      dispute_outcome: {
        outcome_code: outcome,
        ...(dispute.returnedUnits !== undefined && {
          amount_refunded: inMoney(dispute.returnedUnits),
        }),
      },
    }),
    ...(offeredUnits !== undefined && {
      offer: {
        seller_offered_amount: inMoney(offeredUnits),
        offer_type: 'REFUND',
        history: [
          { actor: 'SELLER', event_type: 'PROPOSED', offer_amount: inMoney(offeredUnits) },
          ...(dispute.isOfferDenied ? [{ actor: 'BUYER', event_type: 'DENIED' }] : []),
        ],
      },
    }),
    ...(evidences.length && {
      evidences: evidences.map(({ type, notes, files, at }) => ({
        evidence_type: type,
        ...(notes && { notes }),
        ...(files.length && { documents: files.map((name) => ({ name })) }),
        source: 'SUBMITTED_BY_SELLER',
        date: at,
      })),
    }),
    ...(isOurs && {
      allowed_response_options: {
        accept_claim: { accept_claim_types: ['REFUND', 'PARTIAL_REFUND'] },
        ...(canOffer && { make_offer: { offer_types: ['REFUND'] } }),
      },
    }),
    links: [
      link(self, 'self'),
      ...(isOurs ? [link(`${self}/accept-claim`, 'accept_claim', 'POST')] : []),
      ...(canOffer ? [link(`${self}/make-offer`, 'make_offer', 'POST')] : []),
      ...(isOurs && lifecycle !== 'INQUIRY'
        ? [link(`${self}/provide-evidence`, 'provide_evidence', 'POST')]
        : []),
    ],
  };
}

/** The state as the merchant sees it: https://developer.paypal.com/api/customer-disputes/v1/definitions/dispute_state */
export function stateOf({ status }: Dispute): string {
  const STATES = {
    OPEN: 'OPEN_INQUIRIES',
    WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
    WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
    UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
    RESOLVED: 'RESOLVED',
  } as const;
  return STATES[status];
}
