/** LIST of the events that leave as webhooks, in the order in which an owner chooses among them. */
export const WEBHOOK_EVENTS = [
  'signature.confirmed',
  'application.submitted',
  'payment.succeeded',
  'payment.refunded',
  'email.unsubscribed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** LIST of what a webhook can carry besides ids, where its event has it. */
export const WEBHOOK_FIELDS = ['amount', 'method', 'country', 'name', 'email'] as const;
export type WebhookField = (typeof WEBHOOK_FIELDS)[number];
