import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { settlePayment } from '../../../core/settlement.service.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import { type Actor, changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment, type JoinedPayment, type Payment } from '../../../core/payment.store.ts';
import { postCoins } from '../../../core/journal/journal.service.ts';
import { findOrOpenAttempt } from './attempt.service.ts';
import type { Chain } from '../chain/chain.gateway.ts';
import { hasSingleNode } from '../chain/paying-chain.service.ts';
import {
  type OnChainTransfer,
  listTransfersOfHash,
  lockOnChainTransfer,
  setOnChainTransfer,
  listTransfersToSettle,
  listLostPayments,
} from './on-chain-transfer.store.ts';
import { hasOtherTransfer, sumOtherUnits, unmatchOthers } from './matching.store.ts';
import { isLate } from './matching.rules.ts';
import { centsOf } from '../quotes/quote.rules.ts';
import { tryEach } from './try-each.service.ts';
import { findQuote, type Quote, setQuote } from '../quotes/quote.store.ts';

type Context = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

const CHAIN = { kind: 'crypto' } as const;
const UNDONE = words(
  'The network undid the transaction, and no money has reached us. If it left your wallet, write to us with your reference; otherwise please pay again.',
);
const NOT_CONFIRMED = words(
  'We could not confirm the transaction. If it left your wallet, write to us with your reference; otherwise please pay again.',
);

/**
 * Settles transfers in final blocks. Each is verified once more; one that the nodes do not agree on waits. What
 * only a single node says waits for an administrator.
 */
export async function settleTransfers(
  context: Context,
  chain: Chain,
  service: ChainService,
  finalized: bigint,
): Promise<void> {
  await tryEach(
    await listTransfersToSettle(context.db, chain.chainId, finalized),
    async (transfer) => {
      if (!(await chain.isIncluded(transfer))) return; // The next scan sees the reorganisation.
      await inTransaction(context.db, (tx) => settle({ ...context, db: tx }, service, transfer));
    },
  );
}

/** Fails payments whose money was orphaned and did not come back: the payer can pay again. */
export async function endLostPayments(
  { db, clock }: Context,
  chainId: number,
  finalized: bigint,
): Promise<void> {
  await tryEach(await listLostPayments(db, chainId, finalized), async (paymentId) => {
    await inTransaction(db, (tx) =>
      changePaymentStatus(tx, {
        paymentId,
        to: 'failed',
        actor: CHAIN,
        at: clock.now(),
        reason: UNDONE,
      }),
    );
  });
}

async function settle(
  context: Context,
  service: ChainService,
  seen: OnChainTransfer,
): Promise<void> {
  const { db: tx, clock } = context;
  const matched = await lockMatched(tx, seen);
  if (matched?.transfer.state !== 'seen') return;
  const review = (change: Partial<OnChainTransfer>) =>
    setOnChainTransfer(tx, seen.id, { state: 'review', updatedAt: clock.now(), ...change });
  if (hasSingleNode(service)) return review({ reviewReason: 'single_node' });
  if (!(await bookTransfer(context, service, { ...matched, actor: CHAIN })))
    await review({ reviewReason: 'paid', paymentId: null });
}

interface MatchedTransfer {
  transfer: OnChainTransfer;
  quote: Quote;
  asked: JoinedPayment;
}

/** A transfer as it was seen, with its quote and payment, locked; undefined when it was changed meanwhile. */
export async function lockMatched(
  tx: Database,
  { id, chainId, paymentId, quoteId }: OnChainTransfer,
): Promise<MatchedTransfer | undefined> {
  if (!paymentId || !quoteId) return undefined;
  const asked = await findPayment(tx, paymentId);
  const quote = await findQuote(tx, quoteId);
  if (!quote || !asked) throw new Error('A transfer without its quote or payment.');
  // The application first, then the money: decision 0012.
  await lockApplication(tx, asked.application.id);
  const transfer = await lockOnChainTransfer(tx, { id, chainId });
  // Settled, orphaned or matched anew meanwhile: the next round sees how.
  const isAsSeen = transfer?.paymentId === paymentId && transfer.quoteId === quoteId;
  return isAsSeen ? { transfer, quote, asked } : undefined;
}

/** Settles the payment of a locked transfer; undefined when its instalment can take no money. */
export async function bookTransfer(
  { db: tx, jobs, clock }: Context,
  { isTest }: Pick<ChainService, 'isTest'>,
  { transfer, quote, asked, actor }: MatchedTransfer & { actor: Actor },
): Promise<Payment | undefined> {
  const { id } = transfer;
  const at = clock.now();
  const payment = await findOrOpenAttempt(tx, {
    instalmentId: asked.instalment.id,
    paymentId: asked.payment.id,
    actor,
    at,
    isTest,
  });
  if (!payment) return undefined;
  const booked = await settlePayment(
    { db: tx, jobs, at },
    {
      paymentId: payment.id,
      actor,
      receivedCents: receivedCents(transfer, quote),
      receivedOn: dayOf(transfer.blockAt),
      facts: {
        railReference: await railReferenceOf(tx, transfer),
        ...(isLate(quote, transfer) ? { flag: 'late' as const } : {}),
      },
    },
  );
  await postCoins(tx, { ...transfer, transferId: id }, booked, at);
  await setOnChainTransfer(tx, id, { state: 'final', paymentId: booked.id, updatedAt: at });
  await closeIfPaid(tx, quote, transfer, at);
  await unmatchOthers(tx, booked.id, id, at);
  return booked;
}

/**
 * Fails the payment that a transfer was matched to, as the transfer is for something else or nothing, unless
 * other money is under way for it. Its application is locked.
 */
export async function endPaymentOf(
  tx: Database,
  { id, paymentId }: OnChainTransfer,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const payment = paymentId ? (await findPayment(tx, paymentId))?.payment : undefined;
  if (payment?.status !== 'processing' || (await hasOtherTransfer(tx, payment.id, id))) return;
  await changePaymentStatus(tx, {
    paymentId: payment.id,
    to: 'failed',
    actor,
    at,
    reason: NOT_CONFIRMED,
  });
}

/** The quoted amount when exactly that came; otherwise the value of what came at the quote's rate. */
const receivedCents = (transfer: OnChainTransfer, quote: Quote): bigint =>
  transfer.units === quote.units
    ? quote.amountCents
    : centsOf(transfer.units, transfer.token, quote.rate);

/**
 * The transaction's hash. When it brought several transfers, the first that is settled gets the hash and the
 * others add the number of their event.
 */
export async function railReferenceOf(tx: Database, transfer: OnChainTransfer): Promise<string> {
  const { chainId, txHash, logIndex } = transfer;
  const all = await listTransfersOfHash(tx, chainId, txHash);
  return all.some(({ state }) => state === 'final') ? `${txHash}:${logIndex}` : txHash;
}

/** Closes a quote that is paid in full; one that is short stays open for the rest. */
async function closeIfPaid(
  tx: Database,
  quote: Quote,
  transfer: OnChainTransfer,
  at: Date,
): Promise<void> {
  const all = transfer.units + (await sumOtherUnits(tx, quote.id, transfer.id, 'final'));
  const isPaid = centsOf(all, quote.token, quote.rate) >= quote.amountCents;
  if (isPaid && quote.state === 'open')
    await setQuote(tx, quote.id, { state: 'paid', updatedAt: at });
}
