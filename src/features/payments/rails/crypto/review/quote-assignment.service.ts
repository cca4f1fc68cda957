import { addAudit } from '../../../../../server/audit.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { requireApproval } from '../../../core/approvals/approval.service.ts';
import { findPayment, type JoinedPayment } from '../../../core/payment.store.ts';
import { markProcessing } from '../../../core/settlement.service.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { expiryGraceMs } from '../crypto.rules.ts';
import { amountOf, creditedCents } from '../quotes/quote.rules.ts';
import { findQuote, type Quote } from '../quotes/quote.store.ts';
import { findOrOpenAttempt, awaitRest } from '../settlement/matching.service.ts';
import {
  rejectionReason,
  REVIEW_REASONS,
  type ReviewReason,
} from '../settlement/matching.rules.ts';
import { lockUnsettled, sumSettledUnits, sumUnitsOfQuote } from '../settlement/matching.store.ts';
import {
  lockOnChainTransfer,
  type OnChainTransfer,
  setOnChainTransfer,
} from '../settlement/on-chain-transfer.store.ts';
import { bookTransfers } from '../settlement/transfer-settlement.service.ts';
import {
  auditSnapshot,
  CANNOT_TAKE,
  findInReview,
  type MessageAnswer,
  NOT_IN_REVIEW,
  RECORDED,
  requireFinal,
  type ReviewContext,
} from './transfer-decision.service.ts';

const NO_QUOTE = words('This quote does not exist, or is for another address or currency.');
const MATCHED = words('Assigned to {reference}: {received} of {asked} received.');

/**
 * Assigns a final transfer of an unknown sender to a quote, as a signature of its sender would have: it counts with
 * what else came for the quote, by the same rules, and pays it when the sum reaches it. Throws 404, and 409 when it was
 * decided before, is not final yet, came too early or too late, or the payment can take no money.
 */
export async function assignToQuote(
  context: ReviewContext,
  id: string,
  quoteId: string,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const seen = await findInReview(context.db, id);
  await requireFinal(context, seen);
  return commit(async (tx) => {
    const { quote, asked } = await lockQuote(tx, quoteId);
    const transfer = await lockOnChainTransfer(tx, seen);
    if (transfer?.state !== 'review' || transfer.reviewReason !== 'unmatched')
      throw new Fault(409, NOT_IN_REVIEW);
    if (!isSamePlace(quote, transfer)) throw new Fault(404, NO_QUOTE);
    const otherUnits = await sumUnitsOfQuote(tx, quote.id);
    const obstacle = obstacleOf(quote, transfer, otherUnits);
    if (obstacle) throw new Fault(409, REVIEW_REASONS[obstacle]);
    const matched = await match(context, tx, { quote, asked, transfer, otherUnits });
    await requireApproval(
      { ...context, db: tx },
      { amountCents: creditedCents(transfer.units, quote), paymentId: asked.payment.id },
      creditedCents(otherUnits + transfer.units, quote),
    );
    const { reference } = asked.application;
    await addAudit(tx, {
      at: context.clock.now(),
      actorId: context.actorId,
      action: 'chain_receipt.matched',
      subject: id,
      before: auditSnapshot(transfer),
      after: { paymentId: matched.paymentId, quoteId, reference },
    });
    const received = `${amountOf(otherUnits + transfer.units, quote.token)} ${quote.token}`;
    const message =
      matched.recordedCents === undefined
        ? context.translate(MATCHED, context.language, {
            reference,
            received,
            asked: `${amountOf(quote.units, quote.token)} ${quote.token}`,
          })
        : context.translate(RECORDED, context.language, {
            amount: dollars(matched.recordedCents),
            reference,
          });
    return { message };
  });
}

/** Why a transfer cannot be assigned to a quote; undefined when it can. */
export function obstacleOf(
  quote: Quote,
  transfer: OnChainTransfer,
  otherUnits: bigint,
): ReviewReason | undefined {
  if (!isSamePlace(quote, transfer)) return 'unmatched';
  if (creditedCents(otherUnits + transfer.units, quote) === 0n) return 'dust';
  return rejectionReason(quote, { ...transfer, otherUnits, isValueSufficient: undefined });
}

const isSamePlace = (quote: Quote, { chainId, token, toAddress }: OnChainTransfer) =>
  quote.chainId === chainId && quote.token === token && quote.address === toAddress;

/** A quote with its payment, read again once their application is locked. */
async function lockQuote(tx: Database, id: string) {
  const seen = await findQuote(tx, id);
  const asked = seen && (await findPayment(tx, seen.paymentId));
  if (!asked) throw new Fault(404, NO_QUOTE);
  await lockApplication(tx, asked.application.id);
  const quote = await findQuote(tx, id);
  if (!quote) throw new Error('A quote vanished.');
  return { quote, asked };
}

interface Matching {
  quote: Quote;
  asked: JoinedPayment;
  transfer: OnChainTransfer;
  /** Of the other transfers of the quote. */
  otherUnits: bigint;
}

/**
 * Counts a transfer for a quote. It is recorded here when it pays the quote or the time for the rest is over, unless
 * others are not recorded yet: then the watch records them together. `recordedCents` is absent until then.
 */
async function match(
  context: ReviewContext,
  tx: Database,
  { quote, asked, transfer, otherUnits }: Matching,
): Promise<{ paymentId: string; recordedCents?: bigint }> {
  const at = context.clock.now();
  const actor = { kind: 'admin', id: context.actorId } as const;
  const { isTest } = requireChain(context);
  const operation = { db: tx, jobs: context.jobs, at };
  const payment = await findOrOpenAttempt(tx, {
    instalmentId: asked.instalment.id,
    paymentId: asked.payment.id,
    actor,
    at,
    isTest,
  });
  if (!payment) throw new Fault(409, CANNOT_TAKE);
  await markProcessing(operation, { paymentId: payment.id, actor });
  const change = {
    state: 'seen',
    quoteId: quote.id,
    paymentId: payment.id,
    reviewReason: null,
  } as const;
  await setOnChainTransfer(tx, transfer.id, { ...change, updatedAt: at });
  await awaitRest(operation, quote, { payment, transfer, otherUnits });
  const now = (await findQuote(tx, quote.id)) ?? quote;
  const unsettled = await lockUnsettled(tx, { paymentId: payment.id, quoteId: quote.id });
  const isWhole = (await sumSettledUnits(tx, quote.id)) + transfer.units >= quote.units;
  const isOver = at.getTime() > now.expiresAt.getTime() + expiryGraceMs;
  if (unsettled.length > 1 || !(isWhole || isOver)) return { paymentId: payment.id };
  const transfers = [{ ...transfer, ...change }];
  const scope = { ...context, db: tx };
  const booked = await bookTransfers(scope, { isTest }, { transfers, quote: now, asked, actor });
  if (!booked) throw new Fault(409, CANNOT_TAKE);
  return { paymentId: booked.id, recordedCents: booked.receivedCents ?? 0n };
}
