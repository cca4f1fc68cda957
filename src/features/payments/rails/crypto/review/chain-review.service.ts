import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { findApplication, lockApplication } from '../../../../application/application.store.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import { PAYABLE } from '../../../core/payment.rules.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsByIds,
  listPaymentsOf,
  type Payment,
} from '../../../core/payment.store.ts';
import {
  findApplicationId,
  findSchedule,
  listInstalments,
} from '../../../core/schedule/schedule.store.ts';
import { listNearestQuotes, listQuotesBySubmittedHash } from '../quotes/open-quotes.store.ts';
import { amountOf, centsOf, creditedCents } from '../quotes/quote.rules.ts';
import {
  findQuote,
  listQuotesByIds,
  listQuotesOfApplications,
  type Quote,
} from '../quotes/quote.store.ts';
import { awaitRest, canReceiveCrypto, findOrOpenAttempt } from '../settlement/matching.service.ts';
import {
  listUnitsByQuote,
  lockUnsettled,
  sumSettledUnits,
  sumUnitsOfQuote,
} from '../settlement/matching.store.ts';
import {
  findOnChainTransfer,
  lockOnChainTransfer,
  type OnChainTransfer,
  setOnChainTransfer,
} from '../settlement/on-chain-transfer.store.ts';
import type { ChainInstalments, LikelyQuote } from './chain-review.contract.ts';
import { addAudit } from '../../../../../server/audit.store.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { requireApproval } from '../../../core/approvals/approval-sum.service.ts';
import { settleSurplus, type SurplusDecision } from '../../../core/moves/move-target.service.ts';
import { markProcessing } from '../../../core/settlement.service.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { expiryGraceMs } from '../crypto.rules.ts';
import {
  rejectionReason,
  REVIEW_REASONS,
  type ReviewReason,
} from '../settlement/matching.rules.ts';
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

/** A page of transfers that need review, with the quotes that they may be for. */
export async function showTransfers(db: Database, transfers: readonly OnChainTransfer[]) {
  const likely = await findLikelyQuotes(db, transfers);
  const showQuote = await quotePresenter(db, [...likely.values()].flat());
  return transfers.map((transfer) => {
    const { id, token, units, txHash, fromAddress, toAddress, blockNumber, blockAt } = transfer;
    const quotes = likely.get(id) ?? [];
    const [likeliest] = quotes;
    return {
      id,
      token,
      amount: amountOf(units, token),
      worth: likeliest ? decimal(centsOf(units, token, likeliest.rate)) : null,
      txHash,
      from: fromAddress,
      to: toAddress,
      block: blockNumber.toString(),
      at: blockAt,
      reason: transfer.reviewReason ?? 'unmatched',
      quotes: quotes.map((quote) => showQuote(quote, transfer)),
    };
  });
}

/** Shows any of these quotes beside a transfer that may be for it. */
async function quotePresenter(db: Database, quotes: readonly Quote[]) {
  const ids = [...new Set(quotes.map(({ paymentId }) => paymentId))];
  const payments = new Map(
    (await listPaymentsByIds(db, ids)).map((joined) => [joined.payment.id, joined]),
  );
  const units = new Map(
    (await listUnitsByQuote(db, ids)).map(({ quote, countedUnits }) => [quote.id, countedUnits]),
  );
  return (quote: Quote, transfer: OnChainTransfer) => {
    const joined = payments.get(quote.paymentId);
    if (!joined) throw new Error('A quote without its payment.');
    const { application, instalment, schedule } = joined;
    const otherUnits = units.get(quote.id) ?? 0n;
    const overCents = creditedCents(otherUnits + transfer.units, quote) - quote.amountCents;
    return {
      id: quote.id,
      applicationId: application.id,
      reference: application.reference,
      name: `${application.firstName} ${application.lastName}`,
      instalment: instalment.number,
      of: schedule.payments,
      amount: amountOf(quote.units, quote.token),
      received: amountOf(otherUnits, quote.token),
      usdAmount: decimal(quote.amountCents),
      quotedAt: quote.createdAt,
      isClaimed: quote.txHash === transfer.txHash,
      canTake:
        PAYABLE.includes(instalment.status) &&
        transfer.reviewReason === 'unmatched' &&
        obstacleOf(quote, transfer, otherUnits) === undefined,
      surplus: overCents > 0n ? decimal(overCents) : null,
    };
  };
}

/**
 * For each transfer: its own quote, those for which its transaction was submitted, and those with the nearest
 * amounts.
 */
async function findLikelyQuotes(db: Database, transfers: readonly OnChainTransfer[]) {
  const matched = await listQuotesByIds(
    db,
    transfers.flatMap(({ quoteId }) => quoteId ?? []),
  );
  const hinted = await listQuotesBySubmittedHash(
    db,
    transfers.map(({ txHash }) => txHash),
  );
  const nearest = await listNearestQuotes(
    db,
    transfers.map(({ token, toAddress, units }) => ({ token, address: toAddress, units })),
  );
  const likely = new Map<string, Quote[]>();
  for (const [place, { id, quoteId, token, txHash }] of transfers.entries()) {
    const found = [
      ...matched.filter((quote) => quote.id === quoteId),
      ...hinted.filter((quote) => quote.txHash === txHash && quote.token === token),
      ...(nearest[place] ?? []),
    ];
    likely.set(id, [...new Map(found.map((quote) => [quote.id, quote])).values()]);
  }
  return likely;
}

/**
 * The instalments of an application, so that an administrator sees what is recorded, and its quotes that can take a
 * transfer. Throws 404.
 */
export async function showInstalments(
  db: Database,
  { reference, transfer: transferId }: { reference: string; transfer?: string | undefined },
): Promise<ShownInstalments> {
  const id = await findApplicationId(db, reference);
  const application = id && (await findApplication(db, id));
  const schedule = id && (await findSchedule(db, id));
  if (!application || !schedule) throw new Fault(404, words('This application does not exist.'));
  const payments = await listPaymentsOf(db, [id]);
  const instalments = await listInstalments(db, schedule.id);
  const transfer = transferId ? await findOnChainTransfer(db, transferId) : undefined;
  const quotes = transfer ? await listQuotesOfApplications(db, [id], transfer.token) : [];
  const showQuote = await quotePresenter(db, quotes);
  return {
    applicationId: id,
    reference,
    name: `${application.firstName} ${application.lastName}`,
    dues: instalments.map((due) => {
      const attempts = payments.map((p) => p.payment).filter((p) => p.instalmentId === due.id);
      return {
        number: due.number,
        amount: decimal(due.amountCents),
        held: decimal(heldCentsOf(due, attempts)),
        canTake: canReceiveCrypto(due, attempts),
      };
    }),
    quotes: transfer
      ? quotes.map((quote) => showQuote(quote, transfer)).filter(({ canTake }) => canTake)
      : [],
  };
}

/** On the way out, times are still Dates. */
type ShownInstalments = Omit<ChainInstalments, 'quotes'> & {
  quotes: (Omit<LikelyQuote, 'quotedAt'> & { quotedAt: Date })[];
};

const NO_QUOTE = words('This quote does not exist, or is for another address or currency.');
const MATCHED = words('Assigned to {reference}: {received} of {asked} received.');

/**
 * Assigns a final transfer of an unknown sender to a quote, as a signature of its sender would have: it counts with
 * what else came for the quote, by the same rules, and pays it when the sum reaches it. Throws 404, and 409 when it was
 * decided before, is not final yet, came too early or too late, the payment can take no money, or more than is due is
 * recorded and nobody said what becomes of that.
 */
export async function assignToQuote(
  context: ReviewContext,
  id: string,
  { quoteId, ...decision }: { quoteId: string } & SurplusDecision,
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
    const { paymentId, settled } = await match(context, tx, { quote, asked, transfer, otherUnits });
    const scope = { ...context, db: tx };
    if (settled)
      await settleSurplus(scope, { settled, applicationId: asked.application.id }, decision, {
        actor: { kind: 'admin', id: context.actorId },
        at: context.clock.now(),
      });
    await requireApproval(
      scope,
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
      after: {
        paymentId,
        quoteId,
        reference,
        ...(decision.keepSurplus ? { keepSurplus: true } : {}),
      },
    });
    const received = `${amountOf(otherUnits + transfer.units, quote.token)} ${quote.token}`;
    const message =
      settled === undefined
        ? context.translate(MATCHED, context.language, {
            reference,
            received,
            asked: `${amountOf(quote.units, quote.token)} ${quote.token}`,
          })
        : context.translate(RECORDED, context.language, {
            amount: dollars(settled.receivedCents ?? 0n),
            reference,
          });
    return { message };
  });
}

/** Why a transfer cannot be assigned to a quote; undefined when it can. */
function obstacleOf(
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
 * others are not recorded yet: then the watch records them together. `settled` is absent until then.
 */
async function match(
  context: ReviewContext,
  tx: Database,
  { quote, asked, transfer, otherUnits }: Matching,
): Promise<{ paymentId: string; settled?: Payment }> {
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
  const settled = await bookTransfers(scope, { isTest }, { transfers, quote: now, asked, actor });
  if (!settled) throw new Fault(409, CANNOT_TAKE);
  return { paymentId: settled.id, settled };
}
