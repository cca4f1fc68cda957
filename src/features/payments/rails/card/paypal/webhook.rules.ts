import * as z from 'zod/mini';
import { isKeyOf } from '../../../../../shared/record.ts';
import { days, minutes } from '../../../../../shared/time.ts';

/** The subject of each event type: PayPal is asked about the subject, and the event itself proves nothing. */
export const PAYPAL_EVENTS = {
  'CHECKOUT.ORDER.APPROVED': 'order',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'order',
  'PAYMENT.CAPTURE.PENDING': 'capture',
  'PAYMENT.CAPTURE.COMPLETED': 'capture',
  'PAYMENT.CAPTURE.DENIED': 'capture',
  'PAYMENT.CAPTURE.DECLINED': 'capture',
  'PAYMENT.CAPTURE.REFUNDED': 'capture',
  'PAYMENT.CAPTURE.REVERSED': 'capture',
  'VAULT.PAYMENT-TOKEN.CREATED': 'account',
  'VAULT.PAYMENT-TOKEN.DELETED': 'account',
  'CUSTOMER.DISPUTE.CREATED': 'dispute',
  'CUSTOMER.DISPUTE.UPDATED': 'dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute',
} as const satisfies Record<string, 'order' | 'capture' | 'account' | 'dispute'>;
export type Subject = (typeof PAYPAL_EVENTS)[keyof typeof PAYPAL_EVENTS];

export const subjectOf = (type: string): Subject | undefined =>
  isKeyOf(PAYPAL_EVENTS, type) ? PAYPAL_EVENTS[type] : undefined;

const id = z.string().check(z.minLength(1), z.maxLength(200));
/** An event as PayPal sends it; amounts in it are ignored. */
export const PaypalEvent = z.object({
  id,
  event_type: id,
  resource: z.object({
    id: z.optional(id),
    order_id: z.optional(id),
    dispute_id: z.optional(id),
    metadata: z.optional(z.object({ order_id: z.optional(id) })),
    links: z.optional(z.array(z.object({ href: z.string(), rel: z.string() }))),
  }),
});
export type PaypalEvent = z.output<typeof PaypalEvent>;

/** The id of an event's subject; undefined without one. A refund names its capture by a link. */
export function resourceIdOf({ event_type, resource }: PaypalEvent): string | undefined {
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href ?? '';
  const capture = /\/v2\/payments\/captures\/([\w-]+)$/.exec(up)?.[1];
  switch (subjectOf(event_type)) {
    case 'order':
      return resource.order_id ?? resource.id;
    case 'capture':
      return capture ?? resource.id;
    case 'dispute':
      return resource.dispute_id;
    default:
      return resource.id;
  }
}

/** PayPal retries the delivery of an event for three days. */
const oldMs = days(4);
const aheadMs = minutes(10);

/** Whether an event was sent too long ago, or in the future: it may be a replay. */
export function isOutsideTimeWindow(transmissionTime: string, now: Date): boolean {
  const sentAt = Date.parse(transmissionTime);
  return !(sentAt > now.getTime() - oldMs && sentAt < now.getTime() + aheadMs);
}
