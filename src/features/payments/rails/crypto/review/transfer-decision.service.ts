import { addAudit } from '../../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../../core/approvals/approval-sum.service.ts';
import { findInstalmentToPay } from '../../../core/schedule/schedule.service.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import { settleSurplus, type SurplusDecision } from '../../../core/moves/move-target.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { findApplicationId } from '../../../core/schedule/schedule.store.ts';
import { settlePayment } from '../../../core/settlement.service.ts';
import { postCoins } from '../../../core/journal/journal.service.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { amountOf } from '../quotes/quote.rules.ts';
import { findOrOpenAttempt } from '../settlement/matching.service.ts';
import { unmatchOthers } from '../settlement/matching.store.ts';
import {
  type OnChainTransfer,
  findOnChainTransfer,
  lockOnChainTransfer,
  setOnChainTransfer,
} from '../settlement/on-chain-transfer.store.ts';
import {
  bookTransfers,
  endPaymentOf,
  lockMatched,
  railReferenceOf,
} from '../settlement/transfer-settlement.service.ts';

export type ReviewContext = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'externalServices' | 'settings' | 'translate' | 'language'
> &
  ApprovalContext;
export type MessageAnswer = { message: string };

export const NOT_IN_REVIEW = words('This money is no longer waiting for review.');
export const CANNOT_TAKE = words(
  'No money can be recorded for this instalment: it is paid, or a payment for it is being checked.',
);
export const RECORDED = words('{amount} recorded for {reference}.');

/**
 * Records a final transfer for an application, at the value that an administrator enters. Throws 404, and 409
 * when it was decided before, is not final yet, the instalment can take no money, or it is more than is due and nobody
 * said what becomes of that.
 */
export async function assignTransfer(
  context: ReviewContext,
  id: string,
  given: { reference: string; instalment?: number | undefined; amount: string } & SurplusDecision,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const seen = await findInReview(context.db, id);
  await requireFinal(context, seen);
  return commit(async (tx) => {
    // The application first, then the money: decision 0012.
    const applicationId = await findApplicationId(tx, given.reference);
    if (!applicationId) throw new Fault(404, words('This application does not exist.'));
    await lockApplicationsOf(tx, seen, applicationId);
    const transfer = await lockOnChainTransfer(tx, seen);
    if (transfer?.state !== 'review' || transfer.paymentId !== seen.paymentId)
      throw new Fault(409, NOT_IN_REVIEW);
    const at = context.clock.now();
    const actor = { kind: 'admin', id: context.actorId } as const;
    const payment = await findOrOpenAttempt(tx, {
      instalmentId: await findInstalmentToPay(tx, applicationId, given.instalment),
      actor,
      at,
      isTest: requireChain(context).isTest,
    });
    if (!payment) throw new Fault(409, CANNOT_TAKE);
    if (payment.id !== transfer.paymentId) await endPaymentOf(tx, transfer, { actor, at });
    const receivedCents = cents(given.amount);
    const settled = await settlePayment(
      { db: tx, jobs: context.jobs, at },
      {
        paymentId: payment.id,
        actor,
        receivedCents,
        receivedOn: dayOf(transfer.blockAt),
        facts: { railReference: await railReferenceOf(tx, transfer), flag: 'manual' },
      },
    );
    await postCoins(tx, { ...transfer, transferId: id }, payment, at);
    const scope = { ...context, db: tx };
    await settleSurplus(scope, { settled, applicationId }, given, { actor, at });
    await requireApproval(scope, { amountCents: receivedCents, applicationId });
    const decision = `booked at ${given.amount} for ${given.reference}`;
    await setOnChainTransfer(tx, id, {
      state: 'final',
      paymentId: payment.id,
      decision,
      updatedAt: at,
    });
    await unmatchOthers(tx, payment.id, at);
    await addAudit(tx, {
      at,
      actorId: context.actorId,
      action: 'chain_receipt.assigned',
      subject: id,
      before: auditSnapshot(transfer),
      after: {
        paymentId: payment.id,
        reference: given.reference,
        amount: given.amount,
        ...(given.keepSurplus ? { keepSurplus: true } : {}),
      },
    });
    return {
      message: context.translate(RECORDED, context.language, {
        amount: dollars(receivedCents),
        reference: given.reference,
      }),
    };
  });
}

/**
 * Records a final transfer for the payment that it was matched to, at its quote: an administrator takes the place of
 * the second node. Throws 404, and 409 when it was decided before or the instalment can take no money.
 */
export async function confirmTransfer(
  context: ReviewContext,
  id: string,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const seen = await findInReview(context.db, id);
  await requireFinal(context, seen);
  return commit(async (tx) => {
    const matched = await lockMatched(tx, seen);
    const { state, reviewReason } = matched?.transfer ?? {};
    if (!matched || state !== 'review' || reviewReason !== 'single_node')
      throw new Fault(409, NOT_IN_REVIEW);
    const actor = { kind: 'admin', id: context.actorId } as const;
    const scope = { ...context, db: tx };
    const payment = await bookTransfers(scope, requireChain(context), {
      ...matched,
      transfers: [matched.transfer],
      actor,
    });
    if (!payment) throw new Fault(409, CANNOT_TAKE);
    const { reference } = matched.asked.application;
    const received = payment.receivedCents ?? 0n;
    await addAudit(tx, {
      at: context.clock.now(),
      actorId: context.actorId,
      action: 'chain_receipt.confirmed',
      subject: id,
      before: auditSnapshot(matched.transfer),
      after: { paymentId: payment.id, reference, amount: decimal(received) },
    });
    return {
      message: context.translate(RECORDED, context.language, {
        amount: dollars(received),
        reference,
      }),
    };
  });
}

/** Dismisses a transfer with a reason. Throws 404, and 409 when it was decided before. */
export async function dismissTransfer(
  context: ReviewContext,
  id: string,
  reason: string,
): Promise<MessageAnswer> {
  const { db: tx, actorId } = context;
  const at = context.clock.now();
  const seen = await findInReview(tx, id);
  await lockApplicationsOf(tx, seen);
  const transfer = await lockOnChainTransfer(tx, seen);
  if (transfer?.state !== 'review' || transfer.paymentId !== seen.paymentId)
    throw new Fault(409, NOT_IN_REVIEW);
  await endPaymentOf(tx, transfer, { actor: { kind: 'admin', id: actorId }, at });
  await setOnChainTransfer(tx, id, { state: 'dismissed', decision: reason, updatedAt: at });
  await addAudit(tx, {
    at,
    actorId,
    action: 'chain_receipt.dismissed',
    subject: id,
    before: auditSnapshot(transfer),
    after: { reason },
  });
  return { message: words('Dismissed. It stays in the records with your reason.') };
}

/**
 * Undoes that a transfer was dismissed: it waits for review again. The payment that it was matched to stays failed, as its
 * payer may have paid again. Throws 404 and 409.
 */
export async function reopenTransfer(
  { db: tx, clock, actorId }: Pick<ReviewContext, 'db' | 'clock' | 'actorId'>,
  id: string,
): Promise<void> {
  const seen = await findOnChainTransfer(tx, id);
  if (!seen) throw new Fault(404, NOT_IN_REVIEW);
  await lockApplicationsOf(tx, seen);
  const transfer = await lockOnChainTransfer(tx, seen);
  if (transfer?.state !== 'dismissed') throw new Fault(409, NOT_IN_REVIEW);
  const at = clock.now();
  const matched = transfer.paymentId ? await findPayment(tx, transfer.paymentId) : undefined;
  const isMatched = matched?.payment.status === 'processing';
  await setOnChainTransfer(tx, id, {
    state: 'review',
    decision: null,
    ...(isMatched ? {} : { paymentId: null, reviewReason: 'unmatched' }),
    updatedAt: at,
  });
  await addAudit(tx, {
    at,
    actorId,
    action: 'chain_receipt.reopened',
    subject: id,
    before: { ...auditSnapshot(transfer), decision: transfer.decision },
  });
}

/** That of the payment that a transfer was matched to, and another; in one order, so that two never wait crosswise. */
async function lockApplicationsOf(
  tx: Database,
  { paymentId }: OnChainTransfer,
  applicationId?: string,
): Promise<void> {
  const matched = paymentId ? (await findPayment(tx, paymentId))?.application.id : undefined;
  const ids = [matched, applicationId].flatMap((id) => id ?? []);
  for (const id of [...new Set(ids)].toSorted()) await lockApplication(tx, id);
}

export async function findInReview(db: Database, id: string): Promise<OnChainTransfer> {
  const transfer = await findOnChainTransfer(db, id);
  if (!transfer) throw new Fault(404, NOT_IN_REVIEW);
  if (transfer.state !== 'review') throw new Fault(409, NOT_IN_REVIEW);
  return transfer;
}

/** A reorganisation could still undo a transfer that is not final. */
export async function requireFinal(
  context: ReviewContext,
  transfer: OnChainTransfer,
): Promise<void> {
  try {
    const chain = await openChain(requireChain(context));
    const { finalized } = await chain.readHeadAndFinalized();
    if (transfer.blockNumber <= finalized && (await chain.isIncluded(transfer))) return;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new Fault(
      503,
      words('The network cannot be reached at the moment. Please try again later.'),
    );
  }
  throw new Fault(
    409,
    words('The network can still reverse this transaction. Please try again in 15 minutes.'),
  );
}

export const auditSnapshot = ({
  txHash,
  logIndex,
  token,
  units,
  toAddress,
  reviewReason,
}: OnChainTransfer) => ({
  txHash,
  logIndex,
  token,
  amount: amountOf(units, token),
  to: toAddress,
  reason: reviewReason,
});
