import { Fault } from '../../../shared/fault.ts';
import type { KitRelease } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import {
  type Flag,
  flagOf,
  type InstalmentStatus,
  OPEN,
  PAYABLE,
  type PaymentStatus,
  type ScheduleStatus,
} from './payment.rules.ts';

interface Attempt {
  status: PaymentStatus;
  flag: Flag;
  receivedCents: bigint | null;
  /** In all. */
  refundedCents: bigint | null;
  /** What counts for other instalments. */
  movedCents: bigint;
}

interface Instalment {
  status: InstalmentStatus;
  amountCents: bigint;
  creditedCents: bigint;
}

/** What is left of a payment's money: what was given back or is gone no longer counts. */
export const leftOf = ({
  receivedCents,
  refundedCents,
}: Pick<Attempt, 'receivedCents' | 'refundedCents'>): bigint =>
  (receivedCents ?? 0n) - (refundedCents ?? 0n);

/** What counts of these payments for the instalment that they were made for. */
export const ownCentsOf = (
  attempts: readonly Pick<Attempt, 'receivedCents' | 'refundedCents' | 'movedCents'>[],
): bigint => attempts.reduce((sum, attempt) => sum + leftOf(attempt) - attempt.movedCents, 0n);

/** Money that we hold for instalments: what is left of their payments, and what was moved to them. */
export const heldForAll = (
  instalments: readonly Pick<Instalment, 'creditedCents'>[],
  attempts: readonly Pick<Attempt, 'receivedCents' | 'refundedCents' | 'movedCents'>[],
): bigint =>
  instalments.reduce((sum, { creditedCents }) => sum + creditedCents, ownCentsOf(attempts));

/** The same of one. */
export const heldCentsOf = (
  instalment: Pick<Instalment, 'creditedCents'>,
  attempts: Parameters<typeof heldForAll>[1],
): bigint => heldForAll([instalment], attempts);

/**
 * When the payment that releases the kit was settled: the first of a plan, or the last where that was promised.
 * Null until then, and again once money has gone back. The row of a paid instalment changes no more while it is paid,
 * so its time is that time.
 */
export function kitReleasedAt(
  schedule: { kitRelease: KitRelease; status: ScheduleStatus },
  instalments: readonly { number: number; status: InstalmentStatus; updatedAt: Date }[],
): Date | null {
  const paid = instalments.filter(({ status }) => status === 'paid');
  if (schedule.kitRelease === 'first_payment')
    return paid.find(({ number }) => number === 1)?.updatedAt ?? null;
  if (schedule.status !== 'completed') return null;
  const [last] = paid.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  return last?.updatedAt ?? null;
}

/**
 * Keeps one open attempt and one successful payment per instalment. Money for a paid instalment stays
 * `processing`, where an administrator sees it: it is neither dropped nor counted twice.
 */
export function requireNoConflict(
  payment: Attempt,
  to: PaymentStatus,
  instalment: Instalment,
  others: readonly Attempt[],
): void {
  if (payment.status === 'expired' && others.some(({ status }) => OPEN.includes(status))) {
    throw new Fault(
      409,
      words('Another payment for the same instalment is open. Close that one first.'),
    );
  }
  if (
    to === 'succeeded' &&
    payment.status === 'processing' &&
    !PAYABLE.includes(instalment.status)
  ) {
    throw new Fault(
      409,
      words(
        'This instalment is already paid or no longer due. Refund the money or reject the payment.',
      ),
    );
  }
}

/** Whether it pays its instalment, or does again once its dispute is won; an instalment has one such payment. */
export const isPaying = ({ status, flag }: Pick<Attempt, 'status' | 'flag'>): boolean =>
  (status === 'succeeded' || status === 'disputed') && flag !== 'under';

/** What came later prevents a correction: it would be one payment too many. Throws 409. */
export function requireNoLaterPayment(to: PaymentStatus, others: readonly Attempt[]): void {
  if (to === 'claimed' && others.some(({ status }) => OPEN.includes(status))) {
    throw new Fault(
      409,
      words('Another payment for the same instalment is open. Close that one first.'),
    );
  }
  if (to === 'succeeded' && others.some(isPaying)) {
    throw new Fault(
      409,
      words('This instalment has been paid again in the meantime. Check that payment first.'),
    );
  }
}

/** The flag of a step: late money, or how the received amount compares with the instalment's. */
export function flagFor(
  payment: Attempt,
  to: PaymentStatus,
  data: Partial<Pick<Attempt, 'flag' | 'receivedCents'>>,
  instalment: Instalment,
  others: readonly Attempt[],
): { flag?: Flag } {
  if (payment.status === 'expired') return { flag: 'late' };
  if (to !== 'succeeded' || payment.status !== 'processing') return {};
  const received = data.receivedCents ?? payment.receivedCents;
  if (!received || received <= 0n)
    throw new Error('A payment cannot succeed before its amount is known.');
  return {
    flag: flagOf(
      heldCentsOf(instalment, others) + received,
      instalment.amountCents,
      data.flag ?? payment.flag,
    ),
  };
}

/** Steps with which everything that came is gone again. */
const GONE: readonly PaymentStatus[] = ['refunded', 'reversed'];

/**
 * What has gone back to the payer, in all, once a step is taken. A part is named (in all, with what went
 * before) and is more than before and less than what came; a dispute that the payer loses changes nothing.
 * Throws 409 for a part that is none.
 */
export function refundFor(
  { status, receivedCents, refundedCents }: Attempt,
  to: PaymentStatus,
  named: bigint | undefined,
): { refundedCents?: bigint } {
  const received = receivedCents ?? 0n;
  const before = refundedCents ?? 0n;
  if (GONE.includes(to)) {
    if (named !== undefined && named !== received)
      throw new Error('What is given back in whole is all that came.');
    return { refundedCents: received };
  }
  if (to === 'partially_refunded') {
    const after = named ?? before;
    const isHeldAgain = status === 'disputed' && after === before && before > 0n;
    if ((after > before || isHeldAgain) && after < received) return { refundedCents: after };
    throw new Fault(
      409,
      words('A partial refund must be more than zero and less than what is left.'),
    );
  }
  if (named !== undefined) throw new Error('Only a refund says what was given back.');
  if (to === 'succeeded' && before > 0n) {
    throw new Fault(
      409,
      words('Part of this payment was refunded before the dispute, so it ends as partly refunded.'),
    );
  }
  return {};
}
