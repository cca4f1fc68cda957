import { type Bank, MERCHANT } from './bank.ts';
import { link } from './link.ts';
import { captureById } from './captures.ts';
import { newId } from './ids.ts';
import { money } from './money.ts';
import { notFound, unprocessable } from './problem.ts';
import type { Dispute } from './record.ts';
import { refund } from './refunds.ts';

/** A payer disputes a payment. Throws 422 when nothing was paid or it is disputed already. */
export function openDispute(
  bank: Bank,
  captureId: string,
  reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
): Dispute {
  const capture = captureById(bank, captureId);
  const left = capture.units - capture.refundedUnits - capture.reversedUnits;
  const others = bank.ledger.find('dispute', captureId);
  if (
    capture.completedAt === undefined ||
    left === 0 ||
    others.some(({ status }) => status === 'OPEN')
  )
    throw unprocessable('DISPUTE_NOT_POSSIBLE', 'This payment cannot be disputed now.');
  const now = bank.now();
  const dispute: Dispute = {
    id: newId.dispute(),
    captureId,
    reason,
    units: left,
    currency: capture.currency,
    status: 'OPEN',
    createdAt: now,
    updatedAt: now,
  };
  bank.ledger.put('dispute', dispute.id, dispute, captureId);
  const summary = 'A new dispute opened with Case # '.concat(dispute.id);
  bank.notices.add('CUSTOMER.DISPUTE.CREATED', 'dispute', summary, showDispute(bank, dispute));
  return dispute;
}

/** PayPal decides: for the buyer, what is left of the payment goes back. */
export function resolveDispute(bank: Bank, id: string, isForBuyer: boolean): Dispute {
  const dispute = disputeById(bank, id);
  if (dispute.status !== 'OPEN')
    throw unprocessable('DISPUTE_ALREADY_RESOLVED', 'The dispute is resolved already.');
  const resolved: Dispute = {
    ...dispute,
    status: 'RESOLVED',
    outcome: isForBuyer ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR',
    updatedAt: bank.now(),
  };
  bank.ledger.put('dispute', id, resolved, dispute.captureId);
  if (isForBuyer) {
    const amount = money(dispute.units, dispute.currency);
    refund(bank, dispute.captureId, { amount }, 'reversal');
  }
  const summary = `A dispute was resolved with Case # ${id}`;
  bank.notices.add('CUSTOMER.DISPUTE.RESOLVED', 'dispute', summary, showDispute(bank, resolved));
  return resolved;
}

export function disputeById({ ledger }: Bank, id: string): Dispute {
  const dispute = ledger.get('dispute', id);
  if (!dispute) throw notFound();
  return dispute;
}

export function showDispute(bank: Bank, dispute: Dispute): object {
  const { customId, invoiceId, units, currency, createdAt } = captureById(bank, dispute.captureId);
  const isOpen = dispute.status === 'OPEN';
  return {
    dispute_id: dispute.id,
    create_time: dispute.createdAt,
    update_time: dispute.updatedAt,
    disputed_transactions: [
      {
        seller_transaction_id: dispute.captureId,
        create_time: createdAt,
        transaction_status: 'COMPLETED',
        gross_amount: money(units, currency),
        ...(customId && { custom: customId }),
        ...(invoiceId && { invoice_number: invoiceId }),
        seller: { email: MERCHANT.email_address, merchant_id: MERCHANT.merchant_id },
      },
    ],
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: money(dispute.units, dispute.currency),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    ...(!isOpen && {
      dispute_outcome: {
        outcome_code: dispute.outcome,
        ...(dispute.outcome === 'RESOLVED_BUYER_FAVOUR' && {
          amount_refunded: money(dispute.units, dispute.currency),
        }),
      },
    }),
    links: [link(`${bank.url}/v1/customer/disputes/${dispute.id}`, 'self')],
  };
}
