import { addAudit } from '../../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { dayOf, PAYABLE } from '../../../core/payment.rules.ts';
import { findSchedule, listInstalments } from '../../../core/schedule.store.ts';
import { settlePayment } from '../../../core/settlement.service.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { amountOf } from '../quotes/quote.rules.ts';
import { findOrOpenAttempt } from '../settlement/attempt.service.ts';
import { unmatchOthers } from '../settlement/matching.store.ts';
import {
  type OnChainTransfer,
  findOnChainTransfer,
  lockOnChainTransfer,
  setOnChainTransfer,
} from '../settlement/on-chain-transfer.store.ts';
import { railReferenceOf } from '../settlement/transfer-settlement.service.ts';
import { findApplicationId } from './chain-review.store.ts';

type ReviewContext = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'externalServices' | 'settings' | 'translate' | 'language'
> & { actorId: string };
type MessageAnswer = { message: string };

const NOT_IN_REVIEW = words('This money does not wait to be looked at.');

/**
 * Records a final transfer for an application, at the value that an administrator enters. Throws 404, and 409
 * when it was decided before, is not final yet, or the instalment can take no money.
 */
export async function assignTransfer(
  context: ReviewContext,
  id: string,
  given: { reference: string; instalment?: number | undefined; amount: string },
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const seen = await findInReview(context.db, id);
  await requireFinal(context, seen);
  return commit(async (tx) => {
    // The application first, then the money: decision 0012.
    const applicationId = await findApplicationId(tx, given.reference);
    if (!applicationId) throw new Fault(404, words('This application does not exist.'));
    await lockApplication(tx, applicationId);
    const transfer = await lockOnChainTransfer(tx, seen);
    if (transfer?.state !== 'review') throw new Fault(409, NOT_IN_REVIEW);
    const at = context.clock.now();
    const actor = { kind: 'admin', id: context.actorId } as const;
    const payment = await findOrOpenAttempt(tx, {
      instalmentId: await findInstalmentToPay(tx, applicationId, given.instalment),
      actor,
      at,
      isTest: requireChain(context).isTest,
    });
    if (!payment)
      throw new Fault(
        409,
        words(
          'This instalment can take no money: it is paid, or a payment for it is being checked.',
        ),
      );
    const receivedCents = cents(given.amount);
    await settlePayment(
      { db: tx, jobs: context.jobs, at },
      {
        paymentId: payment.id,
        actor,
        receivedCents,
        receivedOn: dayOf(transfer.blockAt),
        facts: { railReference: await railReferenceOf(tx, transfer), flag: 'manual' },
      },
    );
    const decision = `booked at ${given.amount} for ${given.reference}`;
    await setOnChainTransfer(tx, id, {
      state: 'final',
      paymentId: payment.id,
      decision,
      updatedAt: at,
    });
    await unmatchOthers(tx, payment.id, id, at);
    await addAudit(tx, {
      at,
      actorId: context.actorId,
      action: 'chain_receipt.assigned',
      subject: id,
      before: auditSnapshot(transfer),
      after: { paymentId: payment.id, reference: given.reference, amount: given.amount },
    });
    return {
      message: context.translate(words('{amount} are booked for {reference}.'), context.language, {
        amount: dollars(receivedCents),
        reference: given.reference,
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
  const seen = await findOnChainTransfer(tx, id);
  const transfer = seen && (await lockOnChainTransfer(tx, seen));
  if (!transfer) throw new Fault(404, NOT_IN_REVIEW);
  if (transfer.state !== 'review') throw new Fault(409, NOT_IN_REVIEW);
  await setOnChainTransfer(tx, id, { state: 'dismissed', decision: reason, updatedAt: at });
  await addAudit(tx, {
    at,
    actorId,
    action: 'chain_receipt.dismissed',
    subject: id,
    before: auditSnapshot(transfer),
    after: { reason },
  });
  return { message: words('Laid aside. It is kept in the books with your reason.') };
}

async function findInReview(db: Database, id: string): Promise<OnChainTransfer> {
  const transfer = await findOnChainTransfer(db, id);
  if (!transfer) throw new Fault(404, NOT_IN_REVIEW);
  if (transfer.state !== 'review') throw new Fault(409, NOT_IN_REVIEW);
  return transfer;
}

/** A reorganisation could still undo a transfer that is not final. */
async function requireFinal(context: ReviewContext, transfer: OnChainTransfer): Promise<void> {
  try {
    const chain = await openChain(requireChain(context));
    const { finalized } = await chain.readHeadAndFinalized();
    if (transfer.blockNumber <= finalized && (await chain.isIncluded(transfer))) return;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new Fault(503, words('The chain cannot be asked at the moment. Please try again later.'));
  }
  throw new Fault(
    409,
    words('The network can still undo this transaction. Please try again in a quarter of an hour.'),
  );
}

async function findInstalmentToPay(
  tx: Database,
  applicationId: string,
  instalment: number | undefined,
): Promise<string> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Fault(404, words('This application does not exist.'));
  const instalments = await listInstalments(tx, schedule.id);
  const due =
    instalment === undefined
      ? instalments.find(({ status }) => PAYABLE.includes(status))
      : instalments.find(({ number }) => number === instalment);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return due.id;
}

const auditSnapshot = ({
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
