import { words } from '../../../shared/words.ts';
import { RAIL_NAME } from '../manual/claim.rules.ts';
import type { Rail } from '../payment.rules.ts';

/** How every rail is named to people. */
export const METHOD_NAME: Readonly<Record<Rail, string>> = {
  ...RAIL_NAME,
  paypal: words('Card or PayPal'),
  crypto: words('Crypto'),
};

/** How a receipt is called: "OAP-000123". */
export const receiptName = (number: number) => `OAP-${String(number).padStart(6, '0')}`;

/** The number of a receipt by its name; undefined where there can be no such receipt. */
export function receiptNumber(name: string): number | undefined {
  const [, digits] = /^OAP-(\d{6,9})$/.exec(name) ?? [];
  const number = Number(digits);
  // One name for one receipt: no zeros in front beyond the six.
  return number > 0 && receiptName(number) === name ? number : undefined;
}
