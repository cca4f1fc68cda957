import type { Database } from '../../server/database.ts';
import { lockApplication } from '../application/application.store.ts';
import { OPEN } from './payment.rules.ts';
import type { Actor } from './payment.service.ts';
import { findApplicationOfPayment, lockPayment, setPayment } from './payment.store.ts';
import { addPaymentEvent } from './payment-event.store.ts';

interface Remark {
  paymentId: string;
  actor: Actor;
  at: Date;
  /** What is odd, for administrators. */
  reason: string;
  /** The facts, as they will stand in the history. */
  told: Readonly<Record<string, string>>;
}

/**
 * Puts a payment before a person without moving it: an event that begins and ends where the payment stands, and
 * the flag `manual` as long as it is open. In the caller's transaction.
 */
export async function remark(
  tx: Database,
  { paymentId, actor, at, reason, told }: Remark,
): Promise<void> {
  const applicationId = await findApplicationOfPayment(tx, paymentId);
  if (!applicationId) throw new Error('A remark on a payment that does not exist.');
  await lockApplication(tx, applicationId);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error('A locked payment vanished.');
  const flag = OPEN.includes(payment.status) ? ({ flag: 'manual' } as const) : {};
  await setPayment(tx, paymentId, { ...flag, updatedAt: at });
  await addPaymentEvent(tx, {
    paymentId,
    at,
    from: payment.status,
    to: payment.status,
    actor: actor.kind,
    actorId: actor.id ?? null,
    reason,
    data: { ...told, ...flag },
  });
}
