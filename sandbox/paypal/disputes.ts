import { feesOf, post } from './account.ts';
import { type Bank, DAY_MS, instant } from './bank.ts';
import { captureById } from './captures.ts';
import { showDispute } from './dispute-view.ts';
import { newId } from './ids.ts';
import { minorUnits, money } from './money.ts';
import { notFound, unprocessable } from './problem.ts';
import type { Dispute } from './record.ts';
import { refund } from './refunds.ts';

// The life of a dispute: https://developer.paypal.com/docs/disputes/integration-guide/

export type DisputeDetails = {
  reason?: string | undefined;
  lifecycle?: Dispute['lifecycle'] | undefined;
  channel?: Dispute['channel'] | undefined;
};

/** How long the merchant has: 20 days for an inquiry, 10 for a claim (https://developer.paypal.com/docs/disputes/). */
const ANSWER_WITHIN_DAYS = { INQUIRY: 20, CHARGEBACK: 10, PRE_ARBITRATION: 10, ARBITRATION: 10 };

/** A payer disputes a payment or a part of it. Throws 422 when nothing was paid or it is disputed already. */
export function openDispute(
  bank: Bank,
  captureId: string,
  details: DisputeDetails & { units?: number | undefined } = {},
): Dispute {
  const {
    reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    lifecycle = 'CHARGEBACK',
    channel = 'INTERNAL',
  } = details;
  const capture = captureById(bank, captureId);
  const left = capture.units - capture.refundedUnits - capture.reversedUnits;
  const others = bank.ledger.find('dispute', captureId);
  if (
    capture.completedAt === undefined ||
    left === 0 ||
    (details.units ?? 0) > left ||
    others.some(({ status }) => status !== 'RESOLVED')
  )
    throw unprocessable('DISPUTE_NOT_POSSIBLE', 'This payment cannot be disputed now.');
  const now = bank.now();
  const dispute = inLifecycle(bank, {
    id: newId.dispute(),
    captureId,
    reason,
    units: details.units ?? left,
    currency: capture.currency,
    status: 'OPEN',
    lifecycle,
    channel,
    heldUnits: 0,
    evidences: [],
    createdAt: now,
    updatedAt: now,
  });
  keep(bank, dispute);
  if (channel === 'EXTERNAL') charge(bank, dispute);
  announce(bank, dispute, 'CREATED', 'A new dispute opened with Case # ');
  return dispute;
}

/** An inquiry becomes a claim, or a claim goes to the card's network. */
export function escalate(bank: Bank, id: string): Dispute {
  const dispute = openDisputeById(bank, id);
  const LIFECYCLE = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const;
  const lifecycle = LIFECYCLE[LIFECYCLE.indexOf(dispute.lifecycle) + 1];
  if (!lifecycle) throw notAllowed();
  return update(bank, inLifecycle(bank, { ...dispute, lifecycle }));
}

/** PayPal wants more of the merchant: https://developer.paypal.com/api/customer-disputes/v1/disputes-require-evidence */
export const askSeller = (bank: Bank, id: string): Dispute =>
  update(bank, awaitSeller(bank, openDisputeById(bank, id)));

/** The payer disputes more or less of the payment than before. */
export function changeAmount(bank: Bank, id: string, value: string): Dispute {
  const dispute = openDisputeById(bank, id);
  const { units: paid, refundedUnits, reversedUnits } = captureById(bank, dispute.captureId);
  const units = minorUnits({ currency_code: dispute.currency, value }, '/amount');
  if (units === 0 || units > paid - refundedUnits - reversedUnits) throw notAllowed();
  if (!dispute.heldUnits) return update(bank, { ...dispute, units });
  hold(bank, dispute, units - dispute.heldUnits);
  return update(bank, { ...dispute, units, heldUnits: units });
}

/** The payer takes the offered part, which ends the dispute. */
export function acceptOffer(bank: Bank, id: string): Dispute {
  const { units, currency } = openOffer(bank, id);
  return resolveDispute(bank, id, 'RESOLVED_BUYER_FAVOUR', money(units, currency).value);
}

/** The payer wants more: it is the merchant's turn again. */
export function denyOffer(bank: Bank, id: string): Dispute {
  const { dispute } = openOffer(bank, id);
  const denied = { ...dispute, isOfferDenied: true };
  return update(
    bank,
    dispute.lifecycle === 'INQUIRY' ? inLifecycle(bank, denied) : awaitSeller(bank, denied),
  );
}

/** The offer that waits for the payer. Throws 422 where there is none. */
function openOffer(bank: Bank, id: string) {
  const dispute = openDisputeById(bank, id);
  const { offeredUnits: units, isOfferDenied, currency } = dispute;
  if (units === undefined || isOfferDenied) throw notAllowed();
  return { dispute, units, currency };
}

/** PayPal decides: for the buyer, all or a part of what is disputed goes back. */
export function resolveDispute(
  bank: Bank,
  id: string,
  outcome: NonNullable<Dispute['outcome']>,
  value?: string,
): Dispute {
  const { dueAt: _, ...dispute } = openDisputeById(bank, id);
  const { units, currency, heldUnits, captureId } = dispute;
  const returned =
    value === undefined
      ? units
      : Math.min(units, minorUnits({ currency_code: currency, value }, '/amount'));
  const isPaidByPaypal = outcome === 'RESOLVED_WITH_PAYOUT';
  const isForBuyer = outcome === 'RESOLVED_BUYER_FAVOUR' || isPaidByPaypal;
  const resolved: Dispute = {
    ...dispute,
    status: 'RESOLVED',
    outcome,
    ...(isForBuyer && { returnedUnits: returned }),
    heldUnits: 0,
    updatedAt: bank.now(),
  };
  keep(bank, resolved);
  if (heldUnits) hold(bank, dispute, -heldUnits);
  if (isForBuyer && !isPaidByPaypal)
    refund(
      bank,
      captureId,
      { amount: money(returned, currency) },
      'reversal',
      dispute.channel === 'EXTERNAL' ? 'T1201' : 'T1106',
    );
  announce(bank, resolved, 'RESOLVED', 'A dispute was resolved with Case # ');
  return resolved;
}

/** The merchant accepts the claim: whole it ends; a smaller amount is an offer that the payer must take. */
export function acceptClaim(bank: Bank, id: string, units: number | undefined): Dispute {
  const dispute = openDisputeById(bank, id);
  if (!isSellersTurn(dispute)) throw notAllowed();
  return offer(bank, dispute, units ?? dispute.units);
}

/** The merchant offers a refund while the buyer only asks: https://docs.paypal.ai/reference/api/rest/disputes-actions/make-offer-to-resolve-dispute */
export function makeOffer(bank: Bank, id: string, units: number): Dispute {
  const dispute = openDisputeById(bank, id);
  if (!isSellersTurn(dispute) || dispute.lifecycle !== 'INQUIRY') throw notAllowed();
  // PayPal names no issue for such an amount.
  if (units > dispute.units)
    throw unprocessable(
      'INVALID_OFFER_AMOUNT',
      'The offer must be no more than the disputed amount.',
      '/offer_amount',
    );
  return offer(bank, dispute, units);
}

/** "Buyer acceptance is needed for partial refund offers and dispute is auto closed for full refunds" (`offer_type`). */
function offer(bank: Bank, { dueAt: _, ...dispute }: Dispute, units: number): Dispute {
  if (units >= dispute.units) return resolveDispute(bank, dispute.id, 'RESOLVED_BUYER_FAVOUR');
  return update(bank, {
    ...dispute,
    offeredUnits: units,
    isOfferDenied: false,
    status: 'WAITING_FOR_BUYER_RESPONSE',
  });
}

/** The merchant answers: PayPal looks at it now. */
export function provideEvidence(
  bank: Bank,
  id: string,
  evidences: Omit<Dispute['evidences'][number], 'at'>[],
): Dispute {
  const { dueAt: _, ...dispute } = openDisputeById(bank, id);
  if (!isSellersTurn(dispute) || dispute.lifecycle === 'INQUIRY') throw notAllowed();
  const at = bank.now();
  return update(bank, {
    ...dispute,
    status: 'UNDER_REVIEW',
    evidences: [...dispute.evidences, ...evidences.map((one) => ({ ...one, at }))],
  });
}

export function disputeById({ ledger }: Bank, id: string): Dispute {
  const dispute = ledger.get('dispute', id);
  if (!dispute) throw notFound();
  return dispute;
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#errors */
const notAllowed = () =>
  unprocessable(
    'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
    'You cannot complete this action for this dispute ID.',
  );

/** Whether the merchant may answer now: then the details link to what is possible. */
export const isSellersTurn = ({ status }: Pick<Dispute, 'status'>) =>
  status === 'OPEN' || status === 'WAITING_FOR_SELLER_RESPONSE';

function openDisputeById(bank: Bank, id: string): Dispute {
  const dispute = disputeById(bank, id);
  if (dispute.status === 'RESOLVED') throw notAllowed();
  return dispute;
}

/** An inquiry leaves the money alone; a claim holds it until the end. */
function inLifecycle(bank: Bank, dispute: Dispute): Dispute {
  if (dispute.lifecycle === 'INQUIRY') return { ...awaitSeller(bank, dispute), status: 'OPEN' };
  if (!dispute.heldUnits) hold(bank, dispute, dispute.units);
  return { ...awaitSeller(bank, dispute), heldUnits: dispute.units };
}

function awaitSeller(bank: Bank, dispute: Dispute): Dispute {
  const days = ANSWER_WITHIN_DAYS[dispute.lifecycle];
  const dueAt = instant(new Date(Date.parse(bank.now()) + days * DAY_MS));
  return { ...dispute, status: 'WAITING_FOR_SELLER_RESPONSE', dueAt };
}

/** `units` leave what is at disposal, or come back when negative. */
function hold(bank: Bank, { captureId, currency }: Dispute, units: number): void {
  const code = units > 0 ? 'T1110' : 'T1111';
  post(bank, { code, units: -units, currency, referenceId: captureId });
}

/** The fee of a chargeback at a bank: T0106 of developer.paypal.com/docs/transaction-search/transaction-event-codes */
const charge = (bank: Bank, { captureId, currency }: Dispute) =>
  post(bank, {
    code: 'T0106',
    units: -feesOf(bank).chargebackUnits,
    currency,
    referenceId: captureId,
  });

const keep = (bank: Bank, dispute: Dispute) =>
  bank.ledger.put('dispute', dispute.id, dispute, dispute.captureId);

function update(bank: Bank, changed: Dispute): Dispute {
  const dispute = { ...changed, updatedAt: bank.now() };
  keep(bank, dispute);
  announce(bank, dispute, 'UPDATED', 'A dispute was updated with Case # ');
  return dispute;
}

const announce = (
  bank: Bank,
  dispute: Dispute,
  what: 'CREATED' | 'UPDATED' | 'RESOLVED',
  summary: string,
) =>
  bank.notices.add(
    `CUSTOMER.DISPUTE.${what}`,
    'dispute',
    summary + dispute.id,
    showDispute(bank, dispute),
  );
