import type { Bank } from './bank.ts';
import { captureById, keepCapture } from './captures.ts';
import { newId } from './ids.ts';
import { link } from './link.ts';
import { minorUnits, type Money, money } from './money.ts';
import { unprocessable } from './problem.ts';
import type { Refund } from './record.ts';

/** Gives money back: all that is left without an amount. Throws 422 when there is not so much. */
export function refund(
  bank: Bank,
  id: string,
  asked: {
    amount?: Money | undefined;
    invoice_id?: string | undefined;
    custom_id?: string | undefined;
    note_to_payer?: string | undefined;
  },
  by: Refund['by'] = 'shop',
): Refund {
  const capture = captureById(bank, id);
  const left = capture.units - capture.refundedUnits - capture.reversedUnits;
  if (capture.status === 'PENDING')
    throw unprocessable('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  if (capture.completedAt === undefined)
    throw unprocessable(
      'REFUND_NOT_ALLOWED',
      'Full refund refused - partial refund has already been done on this payment, or no money was taken.',
    );
  if (left === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  const units = asked.amount ? minorUnits(asked.amount, '/amount') : left;
  if (asked.amount && asked.amount.currency_code !== capture.currency)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'The currency of the refund must be the currency of the capture.',
      '/amount/currency_code',
    );
  if (units > left)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      '/amount/value',
    );
  const now = bank.now();
  const made: Refund = {
    id: newId.refund(),
    captureId: id,
    by,
    units,
    currency: capture.currency,
    ...(asked.invoice_id && { invoiceId: asked.invoice_id }),
    ...(asked.custom_id && { customId: asked.custom_id }),
    ...(asked.note_to_payer && { note: asked.note_to_payer }),
    createdAt: now,
  };
  bank.ledger.put('refund', made.id, made, id);
  const side = by === 'shop' ? 'refundedUnits' : 'reversedUnits';
  keepCapture(bank, {
    ...capture,
    [side]: capture[side] + units,
    status: units === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    updatedAt: now,
  });
  const type = by === 'shop' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.CAPTURE.REVERSED';
  const what = by === 'shop' ? 'refunded' : 'reversed';
  const summary = `A $ ${money(units, made.currency).value} ${made.currency} capture payment was ${what}`;
  bank.notices.add(type, 'refund', summary, showRefund(bank, made));
  return made;
}

export function showRefund({ url }: Bank, made: Refund): object {
  const amount = money(made.units, made.currency);
  return {
    id: made.id,
    status: 'COMPLETED',
    amount,
    ...(made.note && { note_to_payer: made.note }),
    ...(made.invoiceId && { invoice_id: made.invoiceId }),
    ...(made.customId && { custom_id: made.customId }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: money(0, made.currency),
      net_amount: amount,
      total_refunded_amount: amount,
    },
    links: [
      link(`${url}/v2/payments/refunds/${made.id}`, 'self'),
      link(`${url}/v2/payments/captures/${made.captureId}`, 'up'),
    ],
    create_time: made.createdAt,
    update_time: made.createdAt,
  };
}
