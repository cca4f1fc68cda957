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
import { findOrOpenAttempt, tryEach } from './matching.service.ts';
import { expiryGraceMs } from '../crypto.rules.ts';
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
import {
  hasOtherTransfer,
  lockUnsettled,
  sumSettledUnits,
  unmatchOthers,
} from './matching.store.ts';
import { isLate } from './matching.rules.ts';
import { creditedCents } from '../quotes/quote.rules.ts';
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
 * Settles payments whose money is in final blocks. Each transfer is verified once more; one that the nodes do not
 * agree on waits. A payment is settled once, when all of its quote has come, or at the quote's rate when the time
 * for the rest is over. What only a single node says waits for an administrator.
 */
export async function settleTransfers(
  context: Context,
  chain: Chain,
  service: ChainService,
  finalized: bigint,
): Promise<void> {
  const matched = await listTransfersToSettle(context.db, chain.chainId, finalized);
  const byPayment = Map.groupBy(matched, ({ paymentId, quoteId }) => `${paymentId} ${quoteId}`);
  await tryEach([...byPayment.values()], async (transfers) => {
    // What is not included any more: the next scan sees the reorganisation.
    const included: OnChainTransfer[] = [];
    for (const one of transfers) if (await chain.isIncluded(one)) included.push(one);
    await inTransaction(context.db, (tx) => settle({ ...context, db: tx }, service, included));
  });
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
  included: readonly OnChainTransfer[],
): Promise<void> {
  const { db: tx, clock } = context;
  const [first] = included;
  const matched = first && (await lockMatched(tx, first));
  if (!matched) return;
  const { quote, asked } = matched;
  const all = await lockUnsettled(tx, { paymentId: asked.payment.id, quoteId: quote.id });
  const transfers = all.filter((one) => included.some((final) => isSameTransfer(one, final)));
  if (transfers.length === 0) return;
  const at = clock.now();
  const review = async (change: Partial<OnChainTransfer>) => {
    for (const { id } of transfers)
      await setOnChainTransfer(tx, id, { state: 'review', updatedAt: at, ...change });
  };
  if (hasSingleNode(service)) return review({ reviewReason: 'single_node' });
  const units = sumOf(transfers) + (await sumSettledUnits(tx, quote.id));
  const isRestAwaited =
    at.getTime() <= quote.expiresAt.getTime() + expiryGraceMs || transfers.length < all.length;
  if (units < quote.units && isRestAwaited) return;
  if (!(await bookTransfers(context, service, { transfers, quote, asked, actor: CHAIN })))
    await review({ reviewReason: 'paid', paymentId: null });
}

const isSameTransfer = (one: OnChainTransfer, other: OnChainTransfer) =>
  one.id === other.id && one.blockHash === other.blockHash;

const sumOf = (transfers: readonly OnChainTransfer[]) =>
  transfers.reduce((sum, { units }) => sum + units, 0n);

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

interface MatchedTransfers extends Omit<MatchedTransfer, 'transfer'> {
  transfers: readonly OnChainTransfer[];
  actor: Actor;
}

/** Settles a payment with its locked transfers, once; undefined when its instalment can take no money. */
export async function bookTransfers(
  { db: tx, jobs, clock }: Context,
  { isTest }: Pick<ChainService, 'isTest'>,
  { transfers, quote, asked, actor }: MatchedTransfers,
): Promise<Payment | undefined> {
  const at = clock.now();
  const inOrder = transfers.toSorted((one, other) => Number(one.blockNumber - other.blockNumber));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last) throw new Error('A payment is settled with the money that came for it.');
  const payment = await findOrOpenAttempt(tx, {
    instalmentId: asked.instalment.id,
    paymentId: asked.payment.id,
    actor,
    at,
    isTest,
  });
  if (!payment) return undefined;
  const settledUnits = await sumSettledUnits(tx, quote.id);
  const units = settledUnits + sumOf(transfers);
  const booked = await settlePayment(
    { db: tx, jobs, at },
    {
      paymentId: payment.id,
      actor,
      receivedCents:
        creditedCents(units, quote) - (settledUnits > 0n ? creditedCents(settledUnits, quote) : 0n),
      receivedOn: dayOf(last.blockAt),
      facts: {
        railReference: await railReferenceOf(tx, first),
        ...(isLate(quote, last) ? { flag: 'late' as const } : {}),
      },
    },
  );
  for (const transfer of inOrder) {
    await postCoins(tx, { ...transfer, transferId: transfer.id }, booked, at);
    await setOnChainTransfer(tx, transfer.id, {
      state: 'final',
      paymentId: booked.id,
      updatedAt: at,
    });
  }
  // What is missing is quoted anew.
  const state = units < quote.units ? 'lapsed' : 'paid';
  if (quote.state === 'open') await setQuote(tx, quote.id, { state, updatedAt: at });
  await unmatchOthers(tx, booked.id, at);
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

/**
 * The transaction's hash. When it brought several transfers, the first that is settled gets the hash and the
 * others add the number of their event.
 */
export async function railReferenceOf(tx: Database, transfer: OnChainTransfer): Promise<string> {
  const { chainId, txHash, logIndex } = transfer;
  const all = await listTransfersOfHash(tx, chainId, txHash);
  return all.some(({ state }) => state === 'final') ? `${txHash}:${logIndex}` : txHash;
}
