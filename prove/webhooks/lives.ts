import { randomUUID } from 'node:crypto';
import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import { addressOf, applicant, cookieFrom, send } from '../../testing/visit.ts';

/** A signed notice as PayPal sends it. */
export interface SentNotice {
  id: string;
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** The part that is sent. */
export type Sent = Pick<SentNotice, 'headers' | 'body'>;

/** A payment of which our site knows nothing but that it was begun, and all that PayPal has to tell of it. */
export interface Life {
  orderId: string;
  captureId: string;
  cookie: string;
  notices: SentNotice[];
}

export const EVENT_TYPES = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'VAULT.PAYMENT-TOKEN.CREATED',
  'PAYMENT.CAPTURE.REFUNDED',
  'CUSTOMER.DISPUTE.CREATED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

/** Begins the first payment of a plan. */
export async function order(origin: string, n: number): Promise<Pick<Life, 'orderId' | 'cookie'>> {
  const answer = await send(origin, {
    path: '/paypal/order',
    body: { plan: 'installment', applicationData: applicant(`life${n}@prove.example`) },
    key: randomUUID(),
    from: addressOf(n + 1),
  });
  if (answer.status !== 201) throw new Error(`No order: ${answer.status} ${answer.text}`);
  const { id: orderId } = JSON.parse(answer.text) as { id: string };
  return { orderId, cookie: cookieFrom(answer) };
}

/**
 * The first payment of a plan with everything that can happen to one: approved, captured (behind our back), its
 * account kept, given back in part, disputed, and lost. Its notices are made and not sent.
 */
export async function live(
  origin: string,
  paypal: ReturnType<typeof paypalOf>,
  n: number,
): Promise<Omit<Life, 'notices'>> {
  const { orderId, cookie } = await order(origin, n);
  await paypal.decide(orderId, 'approve');
  const captured = await paypal.capture(orderId);
  const captureId = captured.body.purchase_units[0].payments.captures[0].id;
  await paypal.act('captures', captureId, 'refund', { amount: '25.00' });
  const { done } = (await paypal.act('captures', captureId, 'dispute')) as {
    done: { id: string };
  };
  await paypal.act('disputes', done.id, 'resolve-for-buyer');
  return { orderId, captureId, cookie };
}

/** Gives every life its notices, in the order of what they tell. */
export function withNotices(lives: Omit<Life, 'notices'>[], outbox: SentNotice[]): Life[] {
  return lives.map((one) => {
    const about = outbox.filter(
      ({ body }) => body.includes(one.orderId) || body.includes(one.captureId),
    );
    const notices = EVENT_TYPES.map((type) => about.find((notice) => notice.type === type));
    const missing = EVENT_TYPES.filter((_, n) => !notices[n]);
    if (missing.length > 0) throw new Error(`PayPal has no ${missing.join(', ')}.`);
    return { ...one, notices: notices as SentNotice[] };
  });
}

/** Delivers a notice, altered where `change` says so; answers the status. */
export async function deliver(origin: string, notice: Sent): Promise<number> {
  const { port } = new URL(origin);
  const response = await fetch(`http://127.0.0.1:${port}/paypal/webhook`, {
    method: 'POST',
    headers: notice.headers,
    body: notice.body,
  });
  await response.body?.cancel();
  return response.status;
}
