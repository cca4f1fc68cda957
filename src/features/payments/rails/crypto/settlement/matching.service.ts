import type { AppContext } from '../../../../../server/context.ts';
import {
  type Database,
  inTransaction,
  isUnavailable,
} from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { markProcessing, type MoneyOperation } from '../../../core/settlement.service.ts';
import {
  findPayment,
  type Payment,
  listPaymentsOfInstalment,
} from '../../../core/payment.store.ts';
import {
  type OnChainTransfer,
  lockOnChainTransfer,
  setOnChainTransfer,
} from './on-chain-transfer.store.ts';
import { listUnmatched, sumUnitsOfQuote } from './matching.store.ts';
import { isLate, type ReviewReason, rejectionReason, topUpTimes } from './matching.rules.ts';
import { priceInBlock } from '../quotes/price.service.ts';
import { centsOf, creditedCents, isValueSufficient, rateOf } from '../quotes/quote.rules.ts';
import { findQuote, type Quote, setQuote } from '../quotes/quote.store.ts';
import { findOpenQuote, listQuotesOfSender } from '../quotes/open-quotes.store.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
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
import { findInstalment } from '../../../core/schedule/schedule.store.ts';

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

/**
 * Runs an operation for each item. A failure does not stop the others; the first one is thrown at the end. When
 * the chain or the database is unavailable, the rest is not tried.
 */
export async function tryEach<T>(
  items: readonly T[],
  operation: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await operation(item);
    } catch (error) {
      if (error instanceof ChainUnavailable || isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

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
