import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { findApplication } from '../../../../application/application.store.ts';
import { receivedCentsOf } from '../../../core/instalment.rules.ts';
import {
  type JoinedPayment,
  listPaymentsByIds,
  listPaymentsOf,
} from '../../../core/payment.store.ts';
import { findSchedule, listInstalments } from '../../../core/schedule.store.ts';
import { listNearestQuotes, listQuotesBySubmittedHash } from '../quotes/open-quotes.store.ts';
import { amountOf, centsOf } from '../quotes/quote.rules.ts';
import { listQuotesByIds, type Quote } from '../quotes/quote.store.ts';
import { canReceiveCrypto } from '../settlement/attempt.service.ts';
import type { OnChainTransfer } from '../settlement/on-chain-transfer.store.ts';
import type { ChainInstalments } from './chain-review.contract.ts';
import { findApplicationId } from '../../../core/schedule.store.ts';

/** A page of transfers that need review, with the quotes that they may be for. */
export async function showTransfers(db: Database, transfers: readonly OnChainTransfer[]) {
  const likely = await findLikelyQuotes(db, transfers);
  const ids = [...likely.values()].flat().map(({ paymentId }) => paymentId);
  const found = await listPaymentsByIds(db, [...new Set(ids)]);
  const payments = new Map(found.map((joined) => [joined.payment.id, joined]));
  return transfers.map((transfer) => show(transfer, likely.get(transfer.id) ?? [], payments));
}

function show(
  transfer: OnChainTransfer,
  quotes: readonly Quote[],
  payments: ReadonlyMap<string, JoinedPayment>,
) {
  const { id, token, units, txHash, fromAddress, toAddress, blockNumber, blockAt } = transfer;
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
    quotes: quotes.map((quote) => {
      const joined = payments.get(quote.paymentId);
      if (!joined) throw new Error('A quote without its payment.');
      const { application, instalment } = joined;
      return {
        applicationId: application.id,
        reference: application.reference,
        name: `${application.firstName} ${application.lastName}`,
        instalment: instalment.number,
        amount: amountOf(quote.units, token),
        usdAmount: decimal(quote.amountCents),
        quotedAt: quote.createdAt,
        isClaimed: quote.txHash === txHash,
      };
    }),
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

/** The instalments of an application, so that an administrator sees what is recorded. Throws 404. */
export async function showInstalments(db: Database, reference: string): Promise<ChainInstalments> {
  const id = await findApplicationId(db, reference);
  const application = id && (await findApplication(db, id));
  const schedule = id && (await findSchedule(db, id));
  if (!application || !schedule) throw new Fault(404, words('This application does not exist.'));
  const payments = await listPaymentsOf(db, [id]);
  const instalments = await listInstalments(db, schedule.id);
  return {
    applicationId: id,
    reference,
    name: `${application.firstName} ${application.lastName}`,
    dues: instalments.map((due) => {
      const attempts = payments.map((p) => p.payment).filter((p) => p.instalmentId === due.id);
      return {
        number: due.number,
        amount: decimal(due.amountCents),
        held: decimal(receivedCentsOf(attempts)),
        canTake: canReceiveCrypto(due, attempts),
      };
    }),
  };
}
