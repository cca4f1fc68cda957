import * as z from 'zod/mini';
import { days, minutes } from '../../../../../shared/time.ts';

/** What a notice tells of: PayPal is asked about that, and the notice itself counts for nothing. */
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
  Object.hasOwn(PAYPAL_EVENTS, type)
    ? PAYPAL_EVENTS[type as keyof typeof PAYPAL_EVENTS]
    : undefined;

const id = z.string().check(z.minLength(1), z.maxLength(200));
/** A notice as it comes; what it says of money is not even read. */
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

/** The id of what a notice tells of; undefined when it names none. A refund names its capture by a link. */
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

/** PayPal tries to deliver a notice for three days. */
const oldMs = days(4);
const aheadMs = minutes(10);

/** Whether a notice was sent so long ago, or in the future, that somebody keeps it for later. */
export function isOutsideTimeWindow(transmissionTime: string, now: Date): boolean {
  const sentAt = Date.parse(transmissionTime);
  return !(sentAt > now.getTime() - oldMs && sentAt < now.getTime() + aheadMs);
}
