import { receivedCentsOf } from '../../core/instalment.rules.ts';
import {
  type InstalmentStatus,
  OPEN,
  PAYABLE,
  type PaymentStatus,
  type Rail,
  UNDER_WAY,
} from '../../core/payment.rules.ts';

interface Attempt {
  rail: Rail;
  status: PaymentStatus;
  receivedCents: bigint | null;
  refundedCents: bigint | null;
}

/**
 * Whether a due can take money on the chain: it asks for some, and none is under way for it on another rail. What
 * is under way on the chain is the same money.
 */
export function canTake(
  due: { status: InstalmentStatus; amountCents: bigint },
  attempts: readonly Attempt[],
): boolean {
  const open = attempts.find(({ status }) => OPEN.includes(status));
  const isUnderWay = open !== undefined && UNDER_WAY.includes(open.status);
  if (open?.rail === 'crypto' && open.status === 'processing') return true;
  if (isUnderWay && open.rail !== 'crypto') return false;
  return PAYABLE.includes(due.status) && due.amountCents > receivedCentsOf(attempts);
}
