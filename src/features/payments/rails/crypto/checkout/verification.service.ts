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
import { listTransfersOfHash } from '../settlement/on-chain-transfer.store.ts';
import type { Verification, Verified } from './crypto.contract.ts';
import { blockClockMs } from '../crypto.rules.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { unitsOf } from '../quotes/quote.rules.ts';
import {
  findQuote,
  listQuotesOfApplications,
  type Quote,
  setQuote,
} from '../quotes/quote.store.ts';
import { findOpenQuote, hasOtherQuotes } from '../quotes/open-quotes.store.ts';

type VerificationContext = Pick<
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
  const quote = await findOwnQuote(context, asked);
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
    return { txHash, status: 'confirming' as const, ...progressOf(known) };
  });
}

/** The named quote, or the one with this amount, or the latest in the token; of this browser, otherwise 404. */
async function findOwnQuote(
  counter: VerificationContext,
  { quoteId, token, amount }: Verification,
): Promise<Quote> {
  const { db } = counter;
  const digest = browserOf(counter);
  const owned = digest ? await listApplicationsOfBrowser(db, digest) : [];
  const ids = owned.map(({ application }) => application.id);
  if (quoteId !== undefined) {
    const quote = await findQuote(db, quoteId);
    const payment = quote && (await findPayment(db, quote.paymentId));
    if (!payment || !ids.includes(payment.application.id)) throw new Fault(404, NO_QUOTE);
    return quote;
  }
  const quotes = await listQuotesOfApplications(db, ids, token);
  const units = unitsOf(amount, token);
  const [latest] = quotes;
  if (!latest) throw new Fault(404, NO_QUOTE);
  return quotes.find((quote) => quote.units === units) ?? latest;
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
  if (came.some((transfer) => isExact(quote, transfer))) return;
  // Another amount only counts when no other quote can be meant; see the matching.
  const isForeign =
    came.length === 0 ||
    (await hasOtherQuotes(db, quote, found.block.at)) ||
    (await isForOtherQuote(db, quote, came));
  if (isForeign && !isOpaque) throw new Fault(409, NO_MATCH);
}

const isExact = ({ units }: Quote, transfer: Transfer) =>
  transfer.units === units || transfer.sentUnits === units;

async function isForOtherQuote(db: Database, quote: Quote, came: Transfer[]): Promise<boolean> {
  for (const { units } of came) if (await findOpenQuote(db, { ...quote, units })) return true;
  return false;
}

/** Confirmations, the transaction's own block included, and how many more make it final. */
function progressOf(known: ChainAnswer | undefined): Pick<Verified, 'confirmations' | 'needed'> {
  if (!known?.found) return { confirmations: 0 };
  const { number } = known.found.block;
  const confirmations = Number(known.head - number + 1n);
  const needed = Number(number - known.finalized);
  return { confirmations: Math.max(0, confirmations), needed: Math.max(0, needed) };
}
