import type { RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { listApplicationsOfBrowser } from '../../../../application/browser.store.ts';
import { browserOf } from '../../../../application/browser.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { type FoundTransaction, openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import type { Transfer } from '../chain/transfer.gateway.ts';
import { findMatchingQuote } from '../settlement/matching.service.ts';
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import type { Verification, Verified, Sender } from './crypto.contract.ts';
import { blockClockMs, senderMessage } from '../crypto.rules.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { amountOf, unitsOf } from '../quotes/quote.rules.ts';
import { sumUnitsOfQuote, reopenUnmatched } from '../settlement/matching.store.ts';
import {
  findQuote,
  listQuotesOfApplications,
  type Quote,
  setQuote,
} from '../quotes/quote.store.ts';

export type VerificationContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'jobs' | 'request' | 'externalServices' | 'settings'
>;

const NO_QUOTE = words('This transaction does not match any of your quotes.');
const NO_MATCH = words(
  'This transaction does not match the quote. Its amount, token, address or time is different. We check money that has reached us by hand.',
);
const REVERTED = words('This transaction failed: no money has moved. Please pay again.');

interface ChainAnswer {
  found: FoundTransaction | undefined;
  head: bigint;
  finalized: bigint;
}

/**
 * Takes the hash of a transaction for one of this browser's quotes, and returns its status. This pays nothing:
 * the watch settles what it finds on the chain. Throws 404 without a quote of this browser, and 409 for a known
 * transaction that pays something else.
 */
export async function verifyPayment(
  context: VerificationContext,
  asked: Verification,
  commit: Commit<Verified>,
): Promise<Verified> {
  const { db, clock, jobs } = context;
  const { txHash } = asked;
  const quote = await chooseQuote(context, asked);
  if (quote.token !== asked.token) throw new Fault(409, NO_MATCH);
  const service = requireChain(context);
  const { isBooked, others } = await readRecorded(db, quote, txHash);
  if (isBooked) return commit(async () => ({ txHash, status: 'completed' as const }));

  const known = await askChain(service, txHash, quote.address);
  if (known?.found) await requireMatch(db, quote, known.found, others);
  return commit(async (tx) => {
    if (quote.txHash !== txHash) {
      await setQuote(tx, quote.id, { txHash, updatedAt: clock.now() });
      await jobs.send(tx, 'chain-hint', { id: quote.id });
    }
    const short = await readShortfall(tx, quote);
    return { txHash, status: 'confirming' as const, ...progressOf(known), ...(short && { short }) };
  });
}

/** The named quote, or the one with this amount, or the latest in the token; of this browser, otherwise 404. */
async function chooseQuote(
  counter: VerificationContext,
  { quoteId, token, amount }: Verification,
): Promise<Quote> {
  if (quoteId !== undefined) return findOwnQuote(counter, quoteId);
  const quotes = await listQuotesOfApplications(counter.db, await listOwnIds(counter), token);
  const units = unitsOf(amount, token);
  const [latest] = quotes;
  if (!latest) throw new Fault(404, NO_QUOTE);
  return quotes.find((quote) => quote.units === units) ?? latest;
}

/** A quote of this browser; otherwise 404. */
async function findOwnQuote(counter: VerificationContext, id: string): Promise<Quote> {
  const quote = await findQuote(counter.db, id);
  const payment = quote && (await findPayment(counter.db, quote.paymentId));
  if (!payment || !(await listOwnIds(counter)).includes(payment.application.id))
    throw new Fault(404, NO_QUOTE);
  return quote;
}

async function listOwnIds(counter: VerificationContext): Promise<string[]> {
  const digest = browserOf(counter);
  const owned = digest ? await listApplicationsOfBrowser(counter.db, digest) : [];
  return owned.map(({ application }) => application.id);
}

/** Whether this transaction has paid this quote already, and which of its transfers belong to other quotes. */
async function readRecorded(db: Database, quote: Quote, txHash: string) {
  const recorded = await listTransfersOfHash(db, quote.chainId, txHash);
  return {
    isBooked: recorded.some(({ quoteId, state }) => quoteId === quote.id && state === 'final'),
    others: new Set(
      recorded
        .filter(({ quoteId, paymentId }) => (quoteId ?? paymentId) && quoteId !== quote.id)
        .map(({ logIndex }) => logIndex),
    ),
  };
}

/** Undefined when no node answers. */
async function askChain(
  service: ReturnType<typeof requireChain>,
  txHash: string,
  address: string,
): Promise<ChainAnswer | undefined> {
  try {
    const chain = await openChain(service);
    const [found, { head, finalized }] = await Promise.all([
      chain.transaction(txHash, [address]),
      chain.readHeadAndFinalized(),
    ]);
    return { found, head: head.number, finalized };
  } catch (error) {
    if (error instanceof ChainUnavailable) return undefined;
    throw error;
  }
}

async function requireMatch(
  db: Database,
  quote: Quote,
  found: FoundTransaction,
  others: ReadonlySet<number>,
): Promise<void> {
  if (found.isReverted) throw new Fault(409, REVERTED);
  if (found.block.at.getTime() < quote.createdAt.getTime() - blockClockMs)
    throw new Fault(409, NO_MATCH);
  const isOpaque = found.isOpaque && quote.token === 'ETH';
  const came = found.transfers.filter(
    ({ token, to, logIndex }) =>
      token === quote.token && to === quote.address && !others.has(logIndex),
  );
  for (const { from, ...transfer } of came) {
    const terms = { chainId: quote.chainId, toAddress: quote.address, fromAddress: from };
    const meant = await findMatchingQuote(db, {
      ...transfer,
      ...terms,
      sentUnits: transfer.sentUnits ?? null,
    });
    if (meant?.id === quote.id || isExact(quote, transfer)) return;
  }
  if (!isOpaque) throw new Fault(409, NO_MATCH);
}

const isExact = ({ units }: Quote, transfer: Pick<Transfer, 'units' | 'sentUnits'>) =>
  transfer.units === units || transfer.sentUnits === units;

/** What has come for a quote and what is missing, while less than quoted has come. */
async function readShortfall(db: Database, { id, token }: Quote): Promise<Verified['short']> {
  const quote = await findQuote(db, id);
  const units = await sumUnitsOfQuote(db, id);
  if (quote?.state !== 'open' || units === 0n || units >= quote.units) return undefined;
  return {
    received: amountOf(units, token),
    rest: amountOf(quote.units - units, token),
    until: quote.expiresAt.getTime(),
  };
}

/** Confirmations, the transaction's own block included, and how many more make it final. */
function progressOf(known: ChainAnswer | undefined): Pick<Verified, 'confirmations' | 'needed'> {
  if (!known?.found) return { confirmations: 0 };
  const { number } = known.found.block;
  const confirmations = Number(known.head - number + 1n);
  const needed = Number(number - known.finalized);
  return { confirmations: Math.max(0, confirmations), needed: Math.max(0, needed) };
}

type Answer = { message: string };

/**
 * Notes the address that pays a quote of this browser, after it has signed the quote's id; what it sent before is
 * matched again. Throws 404 without such a quote, 409 for another signature, and 503 when the signature of a contract
 * cannot be checked.
 */
export async function proveSender(
  context: VerificationContext,
  { quoteId, address, signature }: Sender,
  commit: Commit<Answer>,
): Promise<Answer> {
  const quote = await findOwnQuote(context, quoteId);
  if (!(await isSigned(context, { quoteId, address, signature })))
    throw new Fault(409, words('This signature does not belong to this wallet and price.'));
  return commit(async (tx) => {
    const at = context.clock.now();
    await setQuote(tx, quote.id, { sender: address, updatedAt: at });
    await reopenUnmatched(tx, { ...quote, sender: address }, at);
    return { message: words('We will recognise your payment.') };
  });
}

async function isSigned(
  context: VerificationContext,
  { quoteId, address, signature }: Sender,
): Promise<boolean> {
  try {
    const chain = await openChain(requireChain(context));
    return await chain.isSignedBy(address, senderMessage(quoteId), signature);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new Fault(503, words('The network could not be reached. Please try again in a moment.'));
  }
}
