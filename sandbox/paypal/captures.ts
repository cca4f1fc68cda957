import { feeOf, post, restate } from './account.ts';
import { type Bank, MERCHANT } from './bank.ts';
import { link } from './link.ts';
import { newId } from './ids.ts';
import { money } from './money.ts';
import { notFound, unprocessable } from './problem.ts';
import type { Capture, Order } from './record.ts';

/** A captured payment as PayPal shows it; `whole` adds what only its own address tells. */
export function showCapture(bank: Bank, capture: Capture, whole = false): object {
  const { id, status, reason, units, currency, customId, invoiceId } = capture;
  const { feeUnits: fee = 0 } = capture;
  const isPaid = status !== 'PENDING' && status !== 'DECLINED' && status !== 'FAILED';
  const { url } = bank;
  return {
    id,
    status,
    ...(reason && { status_details: { reason } }),
    amount: money(units, currency),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(isPaid && {
      seller_receivable_breakdown: {
        gross_amount: money(units, currency),
        paypal_fee: money(fee, currency),
        net_amount: money(units - fee, currency),
      },
    }),
    ...(invoiceId && { invoice_id: invoiceId }),
    ...(customId && { custom_id: customId }),
    links: [
      link(`${url}/v2/payments/captures/${id}`, 'self'),
      link(`${url}/v2/payments/captures/${id}/refund`, 'refund', 'POST'),
      link(`${url}/v2/checkout/orders/${capture.orderId}`, 'up'),
    ],
    create_time: capture.createdAt,
    update_time: capture.updatedAt,
    ...(whole && {
      payee: MERCHANT,
      supplementary_data: { related_ids: { order_id: capture.orderId } },
    }),
  };
}

/** Takes the money of an order, or is refused it, as the faults in force want. Call it inside a transaction. */
export function takeMoney(bank: Bank, order: Order, operation: 'capture' | 'charge'): Capture {
  const now = bank.now();
  const { invoice_id: invoiceId, custom_id: customId } = order.unit;
  requireFreshInvoice(bank, invoiceId);
  if (bank.faults.strike(operation, 'instrument-declined'))
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    );
  const fault = bank.faults.strike(operation, 'declined', 'pending')?.mode;
  const status = fault === 'declined' ? 'DECLINED' : fault === 'pending' ? 'PENDING' : 'COMPLETED';
  const capture: Capture = {
    id: newId.capture(),
    orderId: order.id,
    status,
    ...(status === 'PENDING' && { reason: 'PENDING_REVIEW' }),
    units: order.units,
    currency: order.currency,
    ...(customId && { customId }),
    ...(invoiceId && { invoiceId }),
    refundedUnits: 0,
    reversedUnits: 0,
    createdAt: now,
    ...(status === 'COMPLETED' && { completedAt: now, feeUnits: feeOf(bank, order.units) }),
    updatedAt: now,
  };
  keepCapture(bank, capture);
  post(bank, {
    id: capture.id,
    code: 'T0006',
    status: STATES[status],
    units: capture.units,
    feeUnits: -(capture.feeUnits ?? 0),
    currency: capture.currency,
    ...(customId && { customId }),
    ...(invoiceId && { invoiceId }),
  });
  announce(bank, capture);
  return capture;
}

const STATES = { COMPLETED: 'S', PENDING: 'P', DECLINED: 'D' } as const;

/** Ends a PENDING payment. Throws 422 when it is not pending. */
export function settle(bank: Bank, id: string, status: 'COMPLETED' | 'DECLINED'): Capture {
  const { reason: _, ...capture } = captureById(bank, id);
  if (capture.status !== 'PENDING')
    throw unprocessable('CAPTURE_NOT_PENDING', 'Only a pending payment can be settled.');
  const now = bank.now();
  const settled = {
    ...capture,
    status,
    updatedAt: now,
    ...(status === 'COMPLETED' && { completedAt: now, feeUnits: feeOf(bank, capture.units) }),
  };
  keepCapture(bank, settled);
  restate(bank, id, { status: STATES[status], feeUnits: -(settled.feeUnits ?? 0) });
  announce(bank, settled);
  return settled;
}

/** The payment with this id. Throws 404. */
export function captureById({ ledger }: Bank, id: string): Capture {
  const capture = ledger.get('capture', id);
  if (!capture) throw notFound();
  return capture;
}

/** Found by its order; its invoice is used up unless the money was refused. */
export function keepCapture({ ledger }: Bank, capture: Capture): void {
  const { id, invoiceId, status } = capture;
  ledger.put('capture', id, capture, capture.orderId);
  if (!invoiceId) return;
  if (status !== 'DECLINED') ledger.put('invoice', invoiceId, { captureId: id });
  else if (ledger.get('invoice', invoiceId)?.captureId === id) ledger.remove('invoice', invoiceId);
}

/** The account of the shop wants every invoice paid once. */
function requireFreshInvoice({ ledger }: Bank, invoiceId: string | undefined): void {
  if (invoiceId && ledger.get('invoice', invoiceId))
    throw unprocessable(
      'DUPLICATE_INVOICE_ID',
      'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
    );
}

const TYPES = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'completed'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'pending'],
  DECLINED: ['PAYMENT.CAPTURE.DENIED', 'denied'],
} as const;

function announce(bank: Bank, capture: Capture): void {
  const [type, word] = TYPES[capture.status as keyof typeof TYPES];
  const { currency_code, value } = money(capture.units, capture.currency);
  const summary = `Payment ${word} for $ ${value} ${currency_code}`;
  bank.notices.add(type, 'capture', summary, showCapture(bank, capture, true));
}
