import { type Bank, DAY_MS } from './bank.ts';
import { newId } from './ids.ts';
import type { Capture, Fees, Movement } from './record.ts';

/** https://www.paypal.com/us/webapps/mpp/merchant-fees: PayPal Checkout 3.49 % + $0.49, a chargeback $20.00. */
const STANDARD_FEES: Fees = {
  basisPoints: 349,
  fixedUnits: 49,
  chargebackUnits: 2000,
  returnsFee: false,
};

export const feesOf = ({ ledger }: Bank): Fees => ledger.get('fees', 'fees') ?? STANDARD_FEES;

export function setFees(bank: Bank, change: Partial<Fees>): Fees {
  const fees = { ...feesOf(bank), ...change };
  bank.ledger.put('fees', 'fees', fees);
  return fees;
}

/** PayPal's share of a payment, rounded half up to whole minor units. */
export function feeOf(bank: Bank, units: number): number {
  const { basisPoints, fixedUnits } = feesOf(bank);
  return Math.min(units, Math.floor((units * basisPoints + 5000) / 10_000) + fixedUnits);
}

/** What of a fee comes back with a refund: by PayPal's terms of today nothing (see the page of the fees). */
export function returnedFeeOf(bank: Bank, { feeUnits = 0, units }: Capture, refunded: number) {
  return feesOf(bank).returnsFee ? Math.floor((feeUnits * refunded) / units) : 0;
}

/** A line of the account that is finished at once. Call it inside the transaction of what it is for. */
export function post(
  bank: Bank,
  line: Omit<Movement, 'id' | 'status' | 'feeUnits' | 'at' | 'updatedAt' | 'postedAt'> &
    Partial<Movement>,
): Movement {
  const now = bank.now();
  const whole: Movement = {
    id: newId.capture(),
    status: 'S',
    feeUnits: 0,
    at: now,
    updatedAt: now,
    ...line,
  };
  const isPosted = whole.status === 'S' || whole.status === 'V';
  const movement = isPosted ? { postedAt: now, ...whole } : whole;
  bank.ledger.put('movement', movement.id, movement);
  return movement;
}

/** A line changes its state: it was pending, or its money went back. */
export function restate(bank: Bank, id: string, change: Partial<Movement>): void {
  const line = bank.ledger.get('movement', id);
  if (!line) return; // written before the account was kept
  post(bank, { ...line, ...change, updatedAt: bank.now() });
}

export type Balance = { total: number; withheld: number };

/** What the account holds in a currency: all that was posted. What is held for disputes is not at its disposal. */
export function balanceAt(bank: Bank, currency: string, at: string): Balance {
  const posted = bank.ledger
    .list('movement')
    .filter((line) => line.currency === currency && line.postedAt && line.postedAt <= at);
  const available = sumOf(posted);
  const withheld = -sumOf(posted.filter(({ code }) => HOLDS.includes(code)));
  return { total: available + withheld, withheld };
}

const HOLDS = ['T1110', 'T1111'];
const sumOf = (lines: Movement[]) =>
  lines.reduce((sum, { units, feeUnits }) => sum + units + feeUnits, 0);

/** The age after which nothing is refunded: developer.paypal.com/braintree/docs/reference/general/processor-responses/settlement-responses/, 4024. */
export const REFUNDABLE_MS = 180 * DAY_MS;
