/** `approval`: the payer approves it in PayPal's window; `stored`: we charge the account that PayPal keeps. */
export type PaypalOrderKind = 'approval' | 'stored';

/** What we know of an order at PayPal; `creating` and `capturing` are also "nobody knows yet". */
export const PAYPAL_ORDER_STEPS = {
  creating: ['created', 'captured', 'pending', 'declined', 'void'],
  created: ['capturing', 'void'],
  capturing: ['created', 'captured', 'pending', 'declined', 'void'],
  pending: ['captured', 'declined'],
  captured: [],
  declined: [],
  /** It can take no money any more: expired, cancelled by the payer, or never made. */
  void: ['capturing', 'captured', 'pending'],
} as const satisfies Record<string, readonly string[]>;
export type PaypalOrderState = keyof typeof PAYPAL_ORDER_STEPS;
