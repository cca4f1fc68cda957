import type { Database } from '../../../../../server/database/database.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import {
  type InstalmentStatus,
  OPEN,
  PAYABLE,
  type PaymentStatus,
  type Rail,
  UNDER_WAY,
} from '../../../core/payment.rules.ts';
import { type Actor, openAttempt, changePaymentStatus } from '../../../core/payment.service.ts';
import { listPaymentsOfInstalment, type Payment } from '../../../core/payment.store.ts';
import { findInstalment } from '../../../core/schedule/schedule.store.ts';

interface Attempt {
  rail: Rail;
  status: PaymentStatus;
  receivedCents: bigint | null;
  refundedCents: bigint | null;
  movedCents: bigint;
}

/**
 * Whether an instalment can take money on the chain: part of it is unpaid, and no payment on another rail is
 * under way.
 */
export function canReceiveCrypto(
  due: { status: InstalmentStatus; amountCents: bigint; creditedCents: bigint },
  attempts: readonly Attempt[],
): boolean {
  const open = attempts.find(({ status }) => OPEN.includes(status));
  const isUnderWay = open !== undefined && UNDER_WAY.includes(open.status);
  if (open?.rail === 'crypto' && open.status === 'processing') return true;
  if (isUnderWay && open.rail !== 'crypto') return false;
  return PAYABLE.includes(due.status) && due.amountCents > heldCentsOf(due, attempts);
}

interface AttemptOptions {
  instalmentId: string;
  /** The attempt of the quote; absent when unknown. */
  paymentId?: string;
  actor: Actor;
  at: Date;
  isTest: boolean;
}

/**
 * The attempt that money on the chain pays: that of its quote; where that has ended, the open one on the same
 * rail, or a new one for what is unpaid. An attempt on another rail is replaced unless it is under way.
 * Undefined when the instalment can take no money: then a person decides.
 */
export async function findOrOpenAttempt(
  tx: Database,
  meant: AttemptOptions,
): Promise<Payment | undefined> {
  const { instalmentId, actor, at, isTest } = meant;
  const seen = await findInstalment(tx, instalmentId);
  if (!seen) throw new Error('A quote for an instalment that does not exist.');
  await lockApplication(tx, seen.schedule.applicationId);
  const found = await findInstalment(tx, instalmentId);
  if (!found) throw new Error('An instalment vanished.');
  const attempts = await listPaymentsOfInstalment(tx, instalmentId);
  const open = attempts.find(({ status }) => OPEN.includes(status));
  const isExpiredCryptoAttempt = ({ id, rail, status }: Payment) =>
    rail === 'crypto' && status === 'expired' && (id === meant.paymentId || !meant.paymentId);

  if (open?.rail === 'crypto' && open.status === 'processing') return open;
  if (!canReceiveCrypto(found.instalment, attempts)) return undefined;
  const expired = attempts.findLast(isExpiredCryptoAttempt);
  if (!open && expired) return expired;
  const attempt = await openAttempt(tx, { instalmentId, rail: 'crypto', actor, at, isTest });
  return attempt.status === 'created'
    ? changePaymentStatus(tx, { paymentId: attempt.id, to: 'action_required', actor, at })
    : attempt;
}
