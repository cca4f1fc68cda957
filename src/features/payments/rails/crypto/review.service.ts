import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { Commit } from '../../../../server/http/route.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { settlePayment } from '../../core/settlement.service.ts';
import { dayOf, PAYABLE } from '../../core/payment.rules.ts';
import { type JoinedPayment, listPaymentsByIds } from '../../core/payment.store.ts';
import { findSchedule, listInstalments } from '../../core/schedule.store.ts';
import { attemptFor } from './attempt.service.ts';
import { openChain } from './chain.gateway.ts';
import { ChainAway } from './nodes.gateway.ts';
import { type ChainReceipt, findReceipt, lockReceipt, setReceipt } from './chain.store.ts';
import { unplaceOthers } from './placement.store.ts';
import { demandChain } from './paying-chain.service.ts';
import { amountOf, centsOf } from './quote.rules.ts';
import { listQuotesByIds, type Quote } from './quote.store.ts';
import { listHinted, listNearest } from './asking.store.ts';
import { findApplicationId } from './review.store.ts';
import { railReferenceOf } from './settlement.service.ts';

type Deed = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'outside' | 'settings' | 'translate' | 'language'
> & { actorId: string };
type MessageAnswer = { message: string };

const NOT_THERE = words('This money does not wait to be looked at.');

/** A page of money that waits for a person, with the quotes that it may be for. Times leave as Dates; the contract writes them. */
export async function showReceipts(db: Database, receipts: readonly ChainReceipt[]) {
  const likely = await likelyQuotes(db, receipts);
  const ids = [...likely.values()].flat().map(({ paymentId }) => paymentId);
  const found = await listPaymentsByIds(db, [...new Set(ids)]);
  const payments = new Map(found.map((joined) => [joined.payment.id, joined]));
  return receipts.map((receipt) => show(receipt, likely.get(receipt.id) ?? [], payments));
}

function show(
  receipt: ChainReceipt,
  quotes: readonly Quote[],
  payments: ReadonlyMap<string, JoinedPayment>,
) {
  const { id, token, units, txHash, fromAddress, toAddress, blockNumber, blockAt } = receipt;
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
    reason: receipt.reviewReason ?? 'unmatched',
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

/** By receipt: the quote that asks for it, those whose payers name the transaction, and those whose amounts are nearest. */
async function likelyQuotes(db: Database, receipts: readonly ChainReceipt[]) {
  const asking = await listQuotesByIds(
    db,
    receipts.flatMap(({ quoteId }) => quoteId ?? []),
  );
  const hinted = await listHinted(
    db,
    receipts.map(({ txHash }) => txHash),
  );
  const nearest = await listNearest(
    db,
    receipts.map(({ token, toAddress, units }) => ({ token, address: toAddress, units })),
  );
  const likely = new Map<string, Quote[]>();
  for (const [place, { id, quoteId, token, txHash }] of receipts.entries()) {
    const found = [
      ...asking.filter((quote) => quote.id === quoteId),
      ...hinted.filter((quote) => quote.txHash === txHash && quote.token === token),
      ...(nearest[place] ?? []),
    ];
    likely.set(id, [...new Map(found.map((quote) => [quote.id, quote])).values()]);
  }
  return likely;
}

/**
 * Books money for an application, at what an administrator says it is worth, once it is final. Throws 404, and 409
 * where it was decided before, is not final yet, or the due can take no money.
 */
export async function assignReceipt(
  deed: Deed,
  id: string,
  given: { reference: string; instalment?: number | undefined; amount: string },
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const seen = await inReview(deed.db, id);
  await demandFinal(deed, seen);
  return commit(async (tx) => {
    // The application first, then the money: decision 0012.
    const applicationId = await findApplicationId(tx, given.reference);
    if (!applicationId) throw new Fault(404, words('This application does not exist.'));
    await lockApplication(tx, applicationId);
    const receipt = await lockReceipt(tx, seen);
    if (receipt?.state !== 'review') throw new Fault(409, NOT_THERE);
    const at = deed.clock.now();
    const actor = { kind: 'admin', id: deed.actorId } as const;
    const payment = await attemptFor(tx, {
      instalmentId: await dueOf(tx, applicationId, given.instalment),
      actor,
      at,
      isTest: demandChain(deed).isTest,
    });
    if (!payment)
      throw new Fault(
        409,
        words('This due can take no money: it is paid, or a payment for it is being checked.'),
      );
    const receivedCents = cents(given.amount);
    await settlePayment(
      { db: tx, jobs: deed.jobs, at },
      {
        paymentId: payment.id,
        actor,
        receivedCents,
        receivedOn: dayOf(receipt.blockAt),
        facts: { railReference: await railReferenceOf(tx, receipt), flag: 'manual' },
      },
    );
    const decision = `booked at ${given.amount} for ${given.reference}`;
    await setReceipt(tx, id, { state: 'final', paymentId: payment.id, decision, updatedAt: at });
    await unplaceOthers(tx, payment.id, id, at);
    await addAudit(tx, {
      at,
      actorId: deed.actorId,
      action: 'chain_receipt.assigned',
      subject: id,
      before: told(receipt),
      after: { paymentId: payment.id, reference: given.reference, amount: given.amount },
    });
    return {
      message: deed.translate(words('{amount} are booked for {reference}.'), deed.language, {
        amount: dollars(receivedCents),
        reference: given.reference,
      }),
    };
  });
}

/** Lays money aside with a reason. Throws 404, and 409 where it was decided before. */
export async function dismissReceipt(
  deed: Deed,
  id: string,
  reason: string,
): Promise<MessageAnswer> {
  const { db: tx, actorId } = deed;
  const at = deed.clock.now();
  const seen = await findReceipt(tx, id);
  const receipt = seen && (await lockReceipt(tx, seen));
  if (!receipt) throw new Fault(404, NOT_THERE);
  if (receipt.state !== 'review') throw new Fault(409, NOT_THERE);
  await setReceipt(tx, id, { state: 'dismissed', decision: reason, updatedAt: at });
  await addAudit(tx, {
    at,
    actorId,
    action: 'chain_receipt.dismissed',
    subject: id,
    before: told(receipt),
    after: { reason },
  });
  return { message: words('Laid aside. It is kept in the books with your reason.') };
}

async function inReview(db: Database, id: string): Promise<ChainReceipt> {
  const receipt = await findReceipt(db, id);
  if (!receipt) throw new Fault(404, NOT_THERE);
  if (receipt.state !== 'review') throw new Fault(409, NOT_THERE);
  return receipt;
}

/** Nobody books what a reorganisation can still take. */
async function demandFinal(deed: Deed, receipt: ChainReceipt): Promise<void> {
  try {
    const chain = await openChain(demandChain(deed));
    const { finalized } = await chain.heights();
    if (receipt.blockNumber <= finalized && (await chain.stands(receipt))) return;
  } catch (error) {
    if (!(error instanceof ChainAway)) throw error;
    throw new Fault(503, words('The chain cannot be asked at the moment. Please try again later.'));
  }
  throw new Fault(
    409,
    words('The network can still undo this transaction. Please try again in a quarter of an hour.'),
  );
}

async function dueOf(
  tx: Database,
  applicationId: string,
  instalment: number | undefined,
): Promise<string> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Fault(404, words('This application does not exist.'));
  const dues = await listInstalments(tx, schedule.id);
  const due =
    instalment === undefined
      ? dues.find(({ status }) => PAYABLE.includes(status))
      : dues.find(({ number }) => number === instalment);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return due.id;
}

/** What the audit log keeps of money on the chain. */
const told = ({ txHash, logIndex, token, units, toAddress, reviewReason }: ChainReceipt) => ({
  txHash,
  logIndex,
  token,
  amount: amountOf(units, token),
  to: toAddress,
  reason: reviewReason,
});
