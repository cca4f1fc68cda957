import { type InstalmentStatus, PAYABLE, priceHeldMs } from '../payment.rules.ts';

interface Instalment {
  id: string;
  number: number;
  status: InstalmentStatus;
  amountCents: bigint;
  updatedAt: Date;
}

export interface PayOff<I extends Instalment> {
  /** The unpaid instalment that holds the rest of the plan. */
  whole: I;
  /** Those whose amounts are in it. */
  parts: I[];
  /** Until when it is waited for; then the plan goes on month by month. */
  until: Date;
}

/** The rest of a plan that its payer has chosen to pay at once and has not paid; undefined otherwise. */
export function payOffOf<I extends Instalment>(
  schedule: { amountCents: bigint },
  instalments: readonly I[],
): PayOff<I> | undefined {
  const parts = instalments.filter(({ status }) => status === 'combined');
  const whole = instalments.find(
    ({ status, amountCents }) => PAYABLE.includes(status) && amountCents > schedule.amountCents,
  );
  const [part] = parts;
  if (!whole || !part) return undefined;
  return { whole, parts, until: new Date(part.updatedAt.getTime() + priceHeldMs) };
}
