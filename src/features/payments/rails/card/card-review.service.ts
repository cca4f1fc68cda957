import { NO_ISSUE, ORDER_REASONS } from './order-issue.rules.ts';
import { addAudit } from '../../../../server/audit.store.ts';
import type { AppContext, RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { CardService } from '../../../../server/external-services.ts';
import type { Commit } from '../../../../server/http/route.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, dollars, isAmount } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { settlePayment } from '../../core/settlement.service.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import { findPayment } from '../../core/payment.store.ts';
import { UNKNOWN_STATES } from './card.rules.ts';
import { type OrderContext, type LockedOrder, lockOrderContext } from './locked-order.service.ts';
import { isOfAnotherPayment, recordCapture } from './capture-recorder.service.ts';
import { type CaptureAnswer, invoiceOf } from './paypal/paypal.rules.ts';
import { getCapture, getOrder } from './paypal/paypal.gateway.ts';
import {
  findByCaptureId,
  findByOrderId,
  findOrder,
  findWaitingOrder,
  type PaypalOrder,
  setOrder,
} from './paypal-order.store.ts';
import { parseOrder } from './paypal/order-snapshot.rules.ts';
import { notifyAdmins } from '../../../mail/queue/mail-queue.service.ts';
import { lineKindOf } from './report/line.rules.ts';
import { listLinesAbout, lockLine, type PaypalLine } from './report/paypal-line.store.ts';
import { settleLine } from './report/report.service.ts';

/** Why a person is asked: of an order, or of a capture that none of our orders made (then the code is its id). */
export const CARD_REVIEW_REASONS = [...ORDER_REASONS, 'STRAY_CAPTURE', 'QUESTION_BROKE'] as const;
interface CardReview {
  reason: (typeof CARD_REVIEW_REASONS)[number];
  paypalCode: string | null;
}

/** Writes to the administrators that a card payment waits for a person; once for each reason. */
export async function notifyReviewNeeded(
  context: AppContext,
  orderId: string,
  { reason, paypalCode }: CardReview,
): Promise<void> {
  const order = await findOrder(context.db, orderId);
  const found = order && (await findPayment(context.db, order.paymentId));
  if (!found) return;
  await notifyAdmins(
    context,
    {
      batch: `card-review:${orderId}:${[reason, paypalCode].filter(Boolean).join(' ')}`,
      template: 'payment-review',
      props: {
        reference: found.application.reference,
        amount: dollars(order.amountCents),
        number: order.captureId ?? order.orderId ?? order.id,
        reason,
        paypalCode,
        adminUrl: `${context.publicUrl}/admin/submissions/passport-applications?open=${found.application.id}`,
      },
    },
    { permission: 'payments:read' },
  );
}

type MessageAnswer = { message: string };
type ReviewContext = OrderContext &
  Pick<RequestContext<never>, 'externalServices'> & { actorId: string };
type Given = { captureId?: string | undefined; reason: string };

const NOT_WAITING = words('This payment is not waiting for a decision.');
const SILENT = words('PayPal cannot be reached at the moment. Please try again later.');
const ALREADY_USED = words('This PayPal payment has already been used for another payment.');
const COMPLETED = words(
  'PayPal says that this payment is completed. Find its transaction ID at PayPal and enter it.',
);
const NOT_THIS = words(
  'The PayPal payment with this number is not completed, or is for a different invoice, amount or currency.',
);

/**
 * Resolves a card payment whose outcome PayPal does not tell, such as one whose invoice was paid by an order
 * that is not ours. With the id of a capture, PayPal is asked for it, and it pays the instalment if invoice,
 * amount and currency match. Without one the attempt fails, so that the payer can pay in another way. Throws
 * 404, 409 when it does not match or was decided before, and 503 while PayPal does not answer.
 */
export async function resolveCardPayment(
  context: ReviewContext,
  id: string,
  given: Given,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const card = context.externalServices.card();
  if (!card) throw new Error('No card service.');
  const order = await requireWaitingOrder(context.db, id);
  await requireNotCaptured(context, card, order, given.captureId);
  const capture = given.captureId
    ? await requireMatchingCapture(context.db, card, order, given.captureId)
    : undefined;
  try {
    return await commit((tx) => resolve(context, tx, { orderId: order.id, capture, ...given }));
  } catch (error) {
    // Recorded for another payment since it was looked up.
    if (!isOfAnotherPayment(error)) throw error;
    throw new Fault(409, ALREADY_USED);
  }
}

async function resolve(
  context: ReviewContext,
  tx: Database,
  {
    orderId,
    capture,
    reason,
  }: { orderId: string; capture: CaptureAnswer | undefined; reason: string },
): Promise<MessageAnswer> {
  const locked = await lockOrderContext(context, tx, orderId);
  if (!isWaiting(locked)) throw new Fault(409, NOT_WAITING);
  const { order, payment, operation } = locked;
  await (capture ? settleCapture(locked, context, capture) : failPayment(locked, context, reason));
  await addAudit(tx, {
    at: operation.at,
    actorId: context.actorId,
    action: capture ? 'card_payment.booked' : 'card_payment.failed',
    subject: payment.id,
    before: { status: payment.status, issue: order.reason },
    after: {
      ...(capture ? { captureId: capture.id, cents: String(order.amountCents) } : {}),
      reason,
    },
  });
  return {
    message: capture
      ? words('The payment is recorded.')
      : words('The payment is marked as failed. It can be made in another way.'),
  };
}

async function requireWaitingOrder(db: Database, paymentId: string): Promise<PaypalOrder> {
  if (!(await findPayment(db, paymentId)))
    throw new Fault(404, words('This payment does not exist.'));
  const order = await findWaitingOrder(db, paymentId);
  if (!order) throw new Fault(409, NOT_WAITING);
  return order;
}

const isWaiting = ({ order, payment }: LockedOrder) =>
  UNKNOWN_STATES.includes(order.state) && order.reason !== null && payment.status === 'processing';

/** When PayPal knows the outcome by now, it is recorded instead. */
async function requireNotCaptured(
  context: OrderContext,
  card: CardService,
  order: PaypalOrder,
  captureId: string | undefined,
): Promise<void> {
  if (order.clientId !== card.clientId) throw new Fault(503, SILENT);
  if (!order.orderId) return;
  const answer = await getOrder(card, order.orderId);
  if (answer.kind === 'unknown') throw new Fault(503, SILENT);
  const snapshot = answer.kind === 'ok' ? parseOrder(order, answer.value) : undefined;
  if (snapshot?.state === 'completed' && !captureId) throw new Fault(409, COMPLETED);
  if (snapshot?.state !== 'captured' || snapshot.differences.length > 0) return;
  const recorded = await recordCapture(context, order.id, snapshot);
  // It names a capture of another payment, so that it still says nothing.
  if (UNKNOWN_STATES.includes(recorded.state)) return;
  throw new Fault(
    409,
    words('PayPal has now reported the outcome of this payment. Check it again.'),
  );
}

/** The capture of an id, from our own PayPal account. */
async function requireMatchingCapture(
  db: Database,
  card: CardService,
  order: PaypalOrder,
  id: string,
): Promise<CaptureAnswer> {
  const answer = await getCapture(card, id);
  if (answer.kind === 'unknown') throw new Fault(503, SILENT);
  const found = await findPayment(db, order.paymentId);
  if (!found) throw new Error('An order at PayPal without a payment.');
  if (answer.kind === 'refused')
    throw new Fault(
      409,
      words('Our PayPal account has no payment with this transaction ID. Check it and try again.'),
    );
  const { status, amount, invoice_id } = answer.value;
  const isThis =
    status === 'COMPLETED' &&
    invoice_id ===
      invoiceOf(found.application.reference, found.instalment.number, order.invoiceRound) &&
    amount.currency_code === order.currency &&
    isAmount(amount.value) &&
    cents(amount.value) === order.amountCents;
  if (!isThis) throw new Fault(409, NOT_THIS);
  if (await findByCaptureId(db, answer.value.id)) throw new Fault(409, ALREADY_USED);
  return answer.value;
}

async function settleCapture(
  { operation, order, payment }: LockedOrder,
  by: ReviewContext,
  capture: CaptureAnswer,
) {
  const { custom_id, supplementary_data, create_time } = capture;
  const line = await lockOpenLineOf(operation.db, capture.id);
  const namedId = custom_id === order.id ? supplementary_data?.related_ids?.order_id : undefined;
  const isFree = namedId && !(await findByOrderId(operation.db, namedId));
  await setOrder(operation.db, order, {
    orderId: order.orderId ?? (isFree ? namedId : null),
    captureId: capture.id,
    state: 'captured',
    ...NO_ISSUE,
    asked: 0,
    askAt: null,
    updatedAt: operation.at,
  });
  await settlePayment(operation, {
    paymentId: payment.id,
    actor: { kind: 'admin', id: by.actorId },
    receivedCents: order.amountCents,
    receivedOn: dayOf(create_time ? new Date(create_time) : operation.at),
    facts: { railReference: capture.id },
  });
  // Otherwise the line could be assigned or refunded until the report is next read.
  if (line) await settleLine(operation.db, line, operation.at);
}

/**
 * The line of a capture in PayPal's report, once it is there; its application is locked. Throws 409 when an
 * administrator has put its money to an account or is giving it back.
 */
async function lockOpenLineOf(tx: Database, captureId: string): Promise<PaypalLine | undefined> {
  const seen = (await listLinesAbout(tx, captureId)).find(
    (line) => line.transactionId === captureId && lineKindOf(line) === 'payment',
  );
  const line = seen && (await lockLine(tx, seen.id));
  const isUsed = line?.state === 'matched' || line?.state === 'decided' || line?.refundRequestId;
  if (isUsed) throw new Fault(409, ALREADY_USED);
  return line;
}

async function failPayment(
  { operation, order, payment }: LockedOrder,
  by: ReviewContext,
  reason: string,
) {
  await changePaymentStatus(operation.db, {
    paymentId: payment.id,
    to: 'failed',
    actor: { kind: 'admin', id: by.actorId },
    at: operation.at,
    reason,
  });
  // The issue stays: it explains the failure, and prevents another automatic charge.
  await setOrder(operation.db, order, {
    state: 'declined',
    asked: 0,
    askAt: null,
    updatedAt: operation.at,
  });
  if (order.kind === 'stored')
    await operation.jobs.send(operation.db, 'card-charge-refused', { id: order.id });
}
