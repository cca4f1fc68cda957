import type { ShownBalance } from '../../../../shared/page.ts';
import { type Values, words } from '../../../../shared/words.ts';

type Translate = (sentence: string, values?: Values) => string;

const PAID_IN_PART = words('{paid} of {total} paid, {left} left.');
const PAID = words('{paid} of {total} paid.');

/** "$300 of $1,200 paid, $900 left." */
export const paidSoFar = (t: Translate, { paid, total, left }: ShownBalance): string =>
  left ? t(PAID_IN_PART, { paid, total, left }) : t(PAID, { paid, total });

const NEXT = words('Next payment: {amount} on {day}.');
const DUE = words('{amount} is due now.');

/** "Next payment: $100 on 3 March 2027."; undefined where nothing more is due. */
export function nextPayment(
  t: Translate,
  dayInWords: (day: string) => string,
  { next }: ShownBalance,
): string | undefined {
  return next
    ? t(next.isDue ? DUE : NEXT, { amount: next.amount, day: dayInWords(next.day) })
    : undefined;
}
