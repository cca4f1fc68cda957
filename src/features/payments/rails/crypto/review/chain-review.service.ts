import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { findApplication } from '../../../../application/application.store.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import { PAYABLE } from '../../../core/payment.rules.ts';
import { listPaymentsByIds, listPaymentsOf } from '../../../core/payment.store.ts';
import { findSchedule, listInstalments } from '../../../core/schedule/schedule.store.ts';
import { listNearestQuotes, listQuotesBySubmittedHash } from '../quotes/open-quotes.store.ts';
import { amountOf, centsOf } from '../quotes/quote.rules.ts';
import { listQuotesByIds, listQuotesOfApplications, type Quote } from '../quotes/quote.store.ts';
import { canReceiveCrypto } from '../settlement/matching.service.ts';
import { listUnitsByQuote } from '../settlement/matching.store.ts';
import {
  findOnChainTransfer,
  type OnChainTransfer,
} from '../settlement/on-chain-transfer.store.ts';
import type { ChainInstalments, LikelyQuote } from './chain-review.contract.ts';
import { obstacleOf } from './quote-assignment.service.ts';
import { findApplicationId } from '../../../core/schedule/schedule.store.ts';

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
    const { application, instalment } = joined;
    const otherUnits = units.get(quote.id) ?? 0n;
    return {
      id: quote.id,
      applicationId: application.id,
      reference: application.reference,
      name: `${application.firstName} ${application.lastName}`,
      instalment: instalment.number,
      amount: amountOf(quote.units, quote.token),
      received: amountOf(otherUnits, quote.token),
      usdAmount: decimal(quote.amountCents),
      quotedAt: quote.createdAt,
      isClaimed: quote.txHash === transfer.txHash,
      canTake:
        PAYABLE.includes(instalment.status) &&
        transfer.reviewReason === 'unmatched' &&
        obstacleOf(quote, transfer, otherUnits) === undefined,
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
