import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { markProcessing } from '../../../core/settlement.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { findOrOpenAttempt } from './attempt.service.ts';
import {
  type OnChainTransfer,
  lockOnChainTransfer,
  setOnChainTransfer,
} from './on-chain-transfer.store.ts';
import { listUnmatched, sumOtherUnits } from './matching.store.ts';
import { isLate, type ReviewReason, rejectionReason } from './matching.rules.ts';
import { priceInBlock } from '../quotes/price.service.ts';
import { centsOf, isValueSufficient, rateOf } from '../quotes/quote.rules.ts';
import { tryEach } from './try-each.service.ts';
import { findQuote, type Quote } from '../quotes/quote.store.ts';
import {
  findOpenQuote,
  hasOtherQuotes,
  listQuotesBySubmittedHash,
} from '../quotes/open-quotes.store.ts';

type Context = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

const CHAIN = { kind: 'crypto' } as const;

/** Matches all new transfers to payments, which are then under way; what cannot be matched goes to review. */
export async function matchTransfers(context: Context, service: ChainService): Promise<void> {
  await tryEach(await listUnmatched(context.db, service.chainId), async (transfer) => {
    const quote = await findMatchingQuote(context.db, transfer);
    // Read before the transaction begins: no lock is held while an outside service answers.
    const valueCents =
      quote && isLate(quote, transfer) ? await valueInBlock(service, transfer) : undefined;
    await inTransaction(context.db, (tx) =>
      matchTransfer({ ...context, db: tx }, service, transfer, valueCents),
    );
  });
}

async function matchTransfer(
  { db: tx, jobs, clock }: Context,
  { isTest }: ChainService,
  seen: OnChainTransfer,
  valueCents: bigint | undefined,
): Promise<void> {
  const { id } = seen;
  const candidateQuote = await findMatchingQuote(tx, seen);
  const quotedPayment = candidateQuote && (await findPayment(tx, candidateQuote.paymentId));
  if (candidateQuote && !quotedPayment)
    throw new Error('A quote for a payment that does not exist.');
  // The application first, then the money: decision 0012.
  if (quotedPayment) await lockApplication(tx, quotedPayment.application.id);
  const transfer = await lockOnChainTransfer(tx, seen);
  if (transfer?.state !== 'seen' || transfer.paymentId) return;
  const at = clock.now();
  const review = (reviewReason: ReviewReason, quoteId: string | null = null) =>
    setOnChainTransfer(tx, id, { state: 'review', reviewReason, quoteId, updatedAt: at });

  const quote = await findMatchingQuote(tx, transfer);
  // The quote was created or expired meanwhile: the next round sees how.
  if (quote?.id !== candidateQuote?.id) return;
  if (!quote || !quotedPayment) return review('unmatched');
  if (centsOf(transfer.units, transfer.token, quote.rate) === 0n) return review('dust', quote.id);
  const reason = rejectionReason(quote, {
    ...transfer,
    otherUnits: await sumOtherUnits(tx, quote.id, id),
    isValueSufficient:
      valueCents === undefined ? undefined : isValueSufficient(valueCents, quote.amountCents),
  });
  if (reason) return review(reason, quote.id);
  const payment = await findOrOpenAttempt(tx, {
    instalmentId: quotedPayment.instalment.id,
    paymentId: quotedPayment.payment.id,
    actor: CHAIN,
    at,
    isTest,
  });
  if (!payment) {
    const before = await findPayment(tx, quote.paymentId);
    return review(before?.payment.status === 'succeeded' ? 'paid' : 'closed', quote.id);
  }
  await markProcessing({ db: tx, jobs, at }, { paymentId: payment.id, actor: CHAIN });
  await setOnChainTransfer(tx, id, { quoteId: quote.id, paymentId: payment.id, updatedAt: at });
}

/**
 * The quote that a transfer pays: the one it was matched to before, or the open one for exactly this amount, or
 * for the amount that the sender asked the token to send. Another amount is only taken for a quote whose own
 * browser submitted this transaction, while no other quote waits for money there: otherwise anyone could claim
 * another payer's money.
 */
async function findMatchingQuote(
  db: Database,
  transfer: OnChainTransfer,
): Promise<Quote | undefined> {
  if (transfer.quoteId) return findQuote(db, transfer.quoteId);
  const { chainId, token, toAddress: address, units, sentUnits, blockAt } = transfer;
  const exact =
    (await findOpenQuote(db, { chainId, token, address, units })) ??
    (sentUnits === null
      ? undefined
      : await findOpenQuote(db, { chainId, token, address, units: sentUnits }));
  if (exact) return exact;
  const submittedQuotes = (await listQuotesBySubmittedHash(db, [transfer.txHash])).filter(
    (quote) => quote.token === token && quote.address === address && quote.chainId === chainId,
  );
  const payments = new Set(submittedQuotes.map(({ paymentId }) => paymentId));
  const [quote] = submittedQuotes;
  const isSole = quote && payments.size === 1 && !(await hasOtherQuotes(db, quote, blockAt));
  return isSole ? quote : undefined;
}

/** Its value in cents in its block; undefined when no source gives a price. */
async function valueInBlock(
  service: ChainService,
  { units, token, blockNumber, blockAt }: OnChainTransfer,
): Promise<bigint | undefined> {
  const price = await priceInBlock(service, token, { number: blockNumber, at: blockAt });
  return price && centsOf(units, token, rateOf(price));
}
