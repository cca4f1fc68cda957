import { minorUnits, type Money } from './money.ts';
import { invalid, unprocessable } from './problem.ts';
import type { PurchaseUnit } from './record.ts';

// Rules that PayPal documents beside its schemas: https://developer.paypal.com/api/rest/reference/orders/v2/errors/

const UNIT = '/purchase_units/@reference_id==’default’';

/**
 * The sum of a purchase in minor units. Throws 422 with DECIMAL_PRECISION, CANNOT_BE_ZERO_OR_NEGATIVE,
 * MAX_VALUE_EXCEEDED, INVALID_CURRENCY_CODE, MULTI_CURRENCY_ORDER, ITEM_TOTAL_REQUIRED, ITEM_TOTAL_MISMATCH or AMOUNT_MISMATCH.
 */
export function sumOf({ amount, items = [] }: PurchaseUnit): number {
  const units = minorUnits(amount, `${UNIT}/amount`);
  const { breakdown = {} } = amount;
  const { shipping_discount, discount, ...plus } = breakdown;
  const part = (one: Money | undefined) => partOf(one, amount.currency_code);
  const minus = part(shipping_discount) + part(discount);
  const total = Object.values(plus).reduce((sum, one) => sum + part(one), 0) - minus;
  if (items.length && !breakdown.item_total)
    throw unprocessable(
      'ITEM_TOTAL_REQUIRED',
      'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
      `${UNIT}/amount/breakdown/item_total`,
    );
  const ofItems = items.reduce(
    (sum, item) => sum + part(item.unit_amount) * Number(item.quantity),
    0,
  );
  if (items.length && ofItems !== part(breakdown.item_total))
    throw unprocessable(
      'ITEM_TOTAL_MISMATCH',
      'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
      `${UNIT}/amount/breakdown/item_total`,
    );
  if (amount.breakdown && total !== units)
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
      `${UNIT}/amount/value`,
    );
  return units;
}

function partOf(part: Money | undefined, currency: string): number {
  if (part && part.currency_code !== currency)
    throw unprocessable(
      'MULTI_CURRENCY_ORDER',
      'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
      `${UNIT}/amount/breakdown`,
    );
  return part === undefined || Number(part.value) === 0
    ? 0
    : minorUnits(part, `${UNIT}/amount/breakdown`);
}

/** Throws 400 PAYPAL_REQUEST_ID_REQUIRED when a call that may take money could not be repeated safely. */
export function requireRequestId(requestId: string | undefined, body: unknown): void {
  const hasSource = typeof body === 'object' && body !== null && 'payment_source' in body;
  if (requestId !== undefined || !hasSource) return;
  throw invalid([
    {
      issue: 'PAYPAL_REQUEST_ID_REQUIRED',
      description:
        'A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a ‘payment_source’ specified.',
    },
  ]);
}

/**
 * Throws 422 for a source of money with no means in it, with several, or with a card that no one could charge: PayPal's
 * schemas let all of them pass. "NO_PAYMENT_SOURCE_PROVIDED" and the others at
 * https://developer.paypal.com/api/rest/reference/orders/v2/errors/
 */
export function requireWholeSource(body: unknown): void {
  const { payment_source: source } = Object(body) as { payment_source?: unknown };
  if (typeof source !== 'object' || source === null) return;
  const means = Object.keys(source);
  const at = '/payment_source';
  if (means.length === 0)
    throw unprocessable(
      'NO_PAYMENT_SOURCE_PROVIDED',
      'At least one payment method is required within the payment source.',
      at,
    );
  if (means.length > 1)
    throw unprocessable(
      'ONLY_ONE_PAYMENT_SOURCE_ALLOWED',
      'More than one payment method within the payment source is not supported.',
      at,
    );
  const { card } = source as { card?: Record<string, unknown> };
  if (!card || card.vault_id || card.network_token) return;
  if (!card.number)
    throw unprocessable(
      'CARD_NUMBER_REQUIRED',
      'The card number is required when attempting to process payment with card.',
      `${at}/card/number`,
    );
  if (!card.expiry)
    throw unprocessable(
      'CARD_EXPIRY_REQUIRED',
      'The card expiry is required when attempting to process payment with card.',
      `${at}/card/expiry`,
    );
}
