import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { settlePayment } from '../../../core/settlement.service.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import { changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { findOrOpenAttempt } from './attempt.service.ts';
import type { Chain } from '../chain/chain.gateway.ts';
import {
  type OnChainTransfer,
  listTransfersOfHash,
  lockOnChainTransfer,
  setOnChainTransfer,
  listTransfersToSettle,
  listLostPayments,
} from './on-chain-transfer.store.ts';
import { sumOtherUnits, unmatchOthers } from './matching.store.ts';
import { isLate } from './matching.rules.ts';
import { centsOf } from '../quotes/quote.rules.ts';
import { tryEach } from './try-each.service.ts';
import { findQuote, type Quote, setQuote } from '../quotes/quote.store.ts';

type Context = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

const CHAIN = { kind: 'crypto' } as const;
const UNDONE = words(
  'The network undid the transaction, and no money has reached us. If it left your wallet, write to us with your reference; otherwise please pay again.',
);

/** Settles transfers in final blocks. Each is verified once more at every node; one that a node denies waits. */
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
  { db: tx, jobs, clock }: Context,
  { isTest }: ChainService,
  { id, chainId, paymentId, quoteId }: OnChainTransfer,
): Promise<void> {
  if (!paymentId || !quoteId) return;
  const asked = await findPayment(tx, paymentId);
  const quote = await findQuote(tx, quoteId);
  if (!quote || !asked) throw new Error('A transfer without its quote or payment.');
  // The application first, then the money: decision 0012.
  await lockApplication(tx, asked.application.id);
  const transfer = await lockOnChainTransfer(tx, { id, chainId });
  // Settled, orphaned or matched anew meanwhile: the next round sees how.
  const isAsSeen = transfer?.paymentId === paymentId && transfer.quoteId === quoteId;
  if (transfer?.state !== 'seen' || !isAsSeen) return;
  const at = clock.now();
  const payment = await findOrOpenAttempt(tx, {
    instalmentId: asked.instalment.id,
    paymentId: asked.payment.id,
    actor: CHAIN,
    at,
    isTest,
  });
  if (!payment) {
    await setOnChainTransfer(tx, id, {
      state: 'review',
      reviewReason: 'paid',
      paymentId: null,
      updatedAt: at,
    });
    return;
  }
  const booked = await settlePayment(
    { db: tx, jobs, at },
    {
      paymentId: payment.id,
      actor: CHAIN,
      receivedCents: receivedCents(transfer, quote),
      receivedOn: dayOf(transfer.blockAt),
      facts: {
        railReference: await railReferenceOf(tx, transfer),
        ...(isLate(quote, transfer) ? { flag: 'late' as const } : {}),
      },
    },
  );
  await setOnChainTransfer(tx, id, { state: 'final', paymentId: booked.id, updatedAt: at });
  await closeIfPaid(tx, quote, transfer, at);
  await unmatchOthers(tx, booked.id, id, at);
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
  const all = transfer.units + (await sumOtherUnits(tx, quote.id, transfer.id, ['final']));
  const isPaid = centsOf(all, quote.token, quote.rate) >= quote.amountCents;
  if (isPaid && quote.state === 'open')
    await setQuote(tx, quote.id, { state: 'paid', updatedAt: at });
}
