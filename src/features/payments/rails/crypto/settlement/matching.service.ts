import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { markProcessing, type MoneyOperation } from '../../../core/settlement.service.ts';
import { findPayment, type Payment } from '../../../core/payment.store.ts';
import { findOrOpenAttempt } from './attempt.service.ts';
import {
  type OnChainTransfer,
  lockOnChainTransfer,
  setOnChainTransfer,
} from './on-chain-transfer.store.ts';
import { listUnmatched, sumUnitsOfQuote } from './matching.store.ts';
import { isLate, type ReviewReason, rejectionReason, topUpTimes } from './matching.rules.ts';
import { priceInBlock } from '../quotes/price.service.ts';
import { centsOf, creditedCents, isValueSufficient, rateOf } from '../quotes/quote.rules.ts';
import { tryEach } from './try-each.service.ts';
import { findQuote, type Quote, setQuote } from '../quotes/quote.store.ts';
import { findOpenQuote, listQuotesOfSender } from '../quotes/open-quotes.store.ts';

/** What decides which quote money pays. */
type TransferTerms = Pick<
  OnChainTransfer,
  'chainId' | 'token' | 'toAddress' | 'fromAddress' | 'units' | 'sentUnits'
>;
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
  const otherUnits = await sumUnitsOfQuote(tx, quote.id, id);
  if (creditedCents(otherUnits + transfer.units, quote) === 0n) return review('dust', quote.id);
  const reason = rejectionReason(quote, {
    ...transfer,
    otherUnits,
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
  await awaitRest({ db: tx, jobs, at }, quote, { payment, transfer, otherUnits });
}

interface Received {
  payment: Payment;
  transfer: OnChainTransfer;
  /** Of the other transfers of the quote. */
  otherUnits: bigint;
}

/** A quote that is short keeps its rate for the rest, and its payer gets an email with what to send. */
export async function awaitRest(
  { db: tx, jobs, at }: MoneyOperation,
  quote: Quote,
  { payment, transfer, otherUnits }: Received,
): Promise<void> {
  if (otherUnits + transfer.units >= quote.units) return;
  if (otherUnits === 0n)
    await setQuote(tx, quote.id, { ...topUpTimes(quote, transfer), updatedAt: at });
  await jobs.send(tx, 'payment-short', { id: payment.id });
}

/**
 * The quote that a transfer pays: the one it was matched to before, the open one for exactly this amount, or for
 * the amount that the sender asked the token to send. Another amount is only taken from an address that has signed
 * the open quotes of one payment (decision 0027): otherwise anyone could claim another payer's money.
 */
export async function findMatchingQuote(
  db: Database,
  transfer: TransferTerms & { quoteId?: string | null },
): Promise<Quote | undefined> {
  if (transfer.quoteId) return findQuote(db, transfer.quoteId);
  const { chainId, token, toAddress: address, fromAddress: sender, units, sentUnits } = transfer;
  const exact =
    (await findOpenQuote(db, { chainId, token, address, units })) ??
    (sentUnits === null
      ? undefined
      : await findOpenQuote(db, { chainId, token, address, units: sentUnits }));
  if (exact) return exact;
  const signed = await listQuotesOfSender(db, { chainId, token, address, sender });
  const isSole = new Set(signed.map(({ paymentId }) => paymentId)).size === 1;
  return isSole ? signed[0] : undefined;
}

/** Its value in cents in its block; undefined when no source gives a price. */
async function valueInBlock(
  service: ChainService,
  { units, token, blockNumber, blockAt }: OnChainTransfer,
): Promise<bigint | undefined> {
  const price = await priceInBlock(service, token, { number: blockNumber, at: blockAt });
  return price && centsOf(units, token, rateOf(price));
}
