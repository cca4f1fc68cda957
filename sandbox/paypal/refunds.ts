import { post, REFUNDABLE_MS, restate, returnedFeeOf } from './account.ts';
import type { Bank } from './bank.ts';
import { captureById, keepCapture } from './captures.ts';
import { newId } from './ids.ts';
import { link } from './link.ts';
import { minorUnits, type Money, money } from './money.ts';
import { notFound, unprocessable } from './problem.ts';
import type { Capture, Refund } from './record.ts';

// The refusals of a refund: https://developer.paypal.com/docs/api/payments/v2/#captures_refund, "422".
const ISSUES = {
  'refund-no-funds': [
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  ],
  'refund-too-late': [
    'REFUND_TIME_LIMIT_EXCEEDED',
    'You are over the time limit to perform a refund on this capture',
  ],
  'refund-not-allowed': ['REFUND_NOT_ALLOWED', 'Capture cannot be refunded.'],
} as const;

function refusalOf(fault: keyof typeof ISSUES) {
  const [issue, description] = ISSUES[fault];
  return unprocessable(issue, description);
}

type Asked = {
  amount?: Money | undefined;
  invoice_id?: string | undefined;
  custom_id?: string | undefined;
  note_to_payer?: string | undefined;
};

/** Throws 422 when a fault in force refuses refunds. */
export function requireNoRefundFault({ faults }: Bank): void {
  const modes = Object.keys(ISSUES) as (keyof typeof ISSUES)[];
  const found = modes.find((mode) => faults.strike('refund', mode));
  if (found) throw refusalOf(found);
}

/** Gives money back: all that is left without an amount. Throws 422 when there is not so much, or it may not be. */
export function refund(
  bank: Bank,
  id: string,
  asked: Asked,
  by: Refund['by'] = 'shop',
  code = by === 'shop' ? 'T1107' : 'T1106',
): Refund {
  const capture = captureById(bank, id);
  const left = capture.units - capture.refundedUnits - capture.reversedUnits;
  requireRefundable(capture, left);
  const units = asked.amount ? minorUnits(asked.amount, '/amount') : left;
  if (asked.amount && asked.amount.currency_code !== capture.currency)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture',
      '/amount/currency_code',
    );
  if (units > left)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      '/amount/value',
    );
  if (by === 'shop') requireRefundAllowed(bank, capture, units < left, asked.invoice_id);
  const now = bank.now();
  const isPending = by === 'shop' && bank.faults.strike('refund', 'refund-pending');
  const made: Refund = {
    id: newId.refund(),
    captureId: id,
    by,
    status: isPending ? 'PENDING' : 'COMPLETED',
    units,
    feeUnits: returnedFeeOf(bank, capture, units),
    totalUnits: capture.units - left + units,
    currency: capture.currency,
    ...(asked.invoice_id && { invoiceId: asked.invoice_id }),
    ...(asked.custom_id && { customId: asked.custom_id }),
    ...(asked.note_to_payer && { note: asked.note_to_payer }),
    createdAt: now,
    updatedAt: now,
  };
  bank.ledger.put('refund', made.id, made, id);
  if (made.invoiceId) bank.ledger.put('refund-invoice', made.invoiceId, { refundId: made.id });
  const side = by === 'shop' ? 'refundedUnits' : 'reversedUnits';
  keepCapture(bank, { ...capture, [side]: capture[side] + units, updatedAt: now });
  post(bank, {
    id: made.id,
    code,
    status: isPending ? 'P' : 'S',
    units: -units,
    feeUnits: made.feeUnits,
    currency: made.currency,
    referenceId: id,
    ...(capture.customId && { customId: capture.customId }),
    ...(capture.invoiceId && { invoiceId: made.invoiceId ?? capture.invoiceId }),
  });
  if (isPending) announce(bank, made, 'PAYMENT.REFUND.PENDING');
  else complete(bank, made);
  return made;
}

/** Ends a pending refund: it comes through, or the bank refuses it and the money stays. */
export function settleRefund(bank: Bank, id: string, status: 'COMPLETED' | 'FAILED'): Refund {
  const made = bank.ledger.get('refund', id);
  if (!made) throw notFound();
  if (made.status !== 'PENDING')
    throw unprocessable('REFUND_NOT_PENDING', 'Only a pending refund can be settled.');
  const settled: Refund = { ...made, status, updatedAt: bank.now() };
  bank.ledger.put('refund', id, settled, made.captureId);
  restate(bank, id, { status: status === 'COMPLETED' ? 'S' : 'D' });
  if (status === 'COMPLETED') complete(bank, settled);
  else {
    const capture = captureById(bank, made.captureId);
    keepCapture(bank, { ...capture, refundedUnits: capture.refundedUnits - made.units });
    announce(bank, settled, 'PAYMENT.REFUND.FAILED');
  }
  return settled;
}

/** The money is back: now the payment says so. */
function complete(bank: Bank, made: Refund): void {
  const capture = captureById(bank, made.captureId);
  const left = capture.units - capture.refundedUnits - capture.reversedUnits;
  keepCapture(bank, {
    ...capture,
    status: left === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    updatedAt: bank.now(),
  });
  if (left === 0) restate(bank, capture.id, { status: 'V' });
  announce(
    bank,
    made,
    made.by === 'shop' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.CAPTURE.REVERSED',
  );
}

function requireRefundable(capture: Capture, left: number): void {
  if (capture.status === 'PENDING')
    throw unprocessable(
      'PENDING_CAPTURE',
      'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
    );
  if (capture.completedAt === undefined)
    throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  if (left === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
}

/** PayPal itself may take back what the shop may not give back. */
function requireRefundAllowed(
  bank: Bank,
  capture: Capture,
  isPartial: boolean,
  invoiceId: string | undefined,
): void {
  const ageMs = Date.parse(bank.now()) - Date.parse(capture.completedAt ?? '');
  if (ageMs > REFUNDABLE_MS) throw refusalOf('refund-too-late');
  const open = bank.ledger
    .find('dispute', capture.id)
    .find(({ status, lifecycle }) => status !== 'RESOLVED' && lifecycle !== 'INQUIRY');
  if (open?.channel === 'EXTERNAL')
    throw unprocessable(
      'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
      'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
    );
  if (open && isPartial)
    throw unprocessable(
      'TRANSACTION_DISPUTED',
      'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
    );
  if (invoiceId && bank.ledger.get('refund-invoice', invoiceId))
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Invoice ID was previously used to refund a capture.',
    );
}

function announce(bank: Bank, made: Refund, type: string): void {
  const what = type.split('.').at(-1)?.toLowerCase();
  const summary = `A $ ${money(made.units, made.currency).value} ${made.currency} capture payment was ${what}`;
  bank.notices.add(type, 'refund', summary, showRefund(bank, made));
}

/** A refund as PayPal shows it; `Prefer: return=minimal` leaves all but its state out. */
export function showRefund({ url }: Bank, made: Refund, isWhole = true): object {
  const inMoney = (units: number) => money(units, made.currency);
  const { id, status } = made;
  const links = [
    link(`${url}/v2/payments/refunds/${id}`, 'self'),
    link(`${url}/v2/payments/captures/${made.captureId}`, 'up'),
  ];
  if (!isWhole) return { id, status, links };
  return {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount: inMoney(made.units),
    ...(made.note && { note_to_payer: made.note }),
    ...(made.invoiceId && { invoice_id: made.invoiceId }),
    ...(made.customId && { custom_id: made.customId }),
    seller_payable_breakdown: {
      gross_amount: inMoney(made.units),
      paypal_fee: inMoney(made.feeUnits),
      net_amount: inMoney(made.units - made.feeUnits),
      total_refunded_amount: inMoney(made.totalUnits),
    },
    links,
    create_time: made.createdAt,
    update_time: made.updatedAt,
  };
}
