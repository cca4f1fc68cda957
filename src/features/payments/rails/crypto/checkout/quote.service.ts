import type { RequestContext } from '../../../../../server/context.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { cents, isAmount } from '../../../../../shared/money.ts';
import { type Plan, PLANS } from '../../../../../shared/plan.ts';
import { words } from '../../../../../shared/words.ts';
import type { Application } from '../../../../application/application.store.ts';
import { listApplicationsOfBrowser } from '../../../../application/browser.store.ts';
import { browserOf } from '../../../../application/browser.service.ts';
import {
  type DraftContext,
  findUnpaid,
  isDraft,
  selectApplication,
} from '../../../payer/draft.service.ts';
import { heldCentsOf } from '../../../core/instalment.rules.ts';
import { PAYABLE } from '../../../core/payment.rules.ts';
import { openAttempt, changePaymentStatus } from '../../../core/payment.service.ts';
import { listPaymentsOfInstalment, type Payment } from '../../../core/payment.store.ts';
import { activePricing } from '../../../pricing/payment-config.store.ts';
import { type Pricing, priceOf } from '../../../pricing/pricing.rules.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
} from '../../../core/schedule/schedule.store.ts';
import { checksummed } from '../../../pricing/ethereum-address.rules.ts';
import type { Quote as Answer, QuoteRequest } from './crypto.contract.ts';
import { startScanning } from '../chain/block.store.ts';
import { firstBlockToScan } from '../watch/block-scanner.service.ts';
import { requireChain, destinationOf } from '../chain/paying-chain.service.ts';
import { readPrice } from '../quotes/price.service.ts';
import { amountOf, jitterSpan, type Price, rateOf, unitsFor } from '../quotes/quote.rules.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type { ChainService } from '../../../../../server/external-services.ts';
import { NO_PRICE, quoteLifetimeMs, quoteWatchedMs, type Token } from '../crypto.rules.ts';
import {
  addQuote,
  listOpenQuotesOf,
  listTakenUnits,
  type Quote,
  setQuote,
} from '../quotes/quote.store.ts';

type QuoteContext = DraftContext & Pick<RequestContext<never>, 'externalServices' | 'settings'>;

const NO_PRICE_OF_OURS = words('The amount must be the price of one payment.');

/**
 * Creates a quote for the instalment that this browser pays next. Checks the amount first (400), then the
 * browser (409), and reads the price before anything is written. Throws 503 when there is no certain price.
 */
export async function createQuote(
  context: QuoteContext,
  asked: QuoteRequest,
  commit: Commit<Answer>,
): Promise<Answer> {
  const { db, clock } = context;
  const usdCents = centsOrFault(asked.usdAmount);
  const pricing = await activePricing(db);
  const digest = browserOf(context);
  const owned = digest ? await listApplicationsOfBrowser(db, digest) : [];
  const application = await chooseApplication(
    db,
    owned.map((one) => one.application),
    asked.applicationId,
  );
  const amounts = application ? await amountsOf(db, application) : [];
  if (!isPrice(usdCents, pricing, asked.plan) && !amounts.includes(usdCents)) throw wrongAmount();
  if (!digest || !application)
    throw new Fault(409, words('Please complete the application form first'));
  const chain = requireChain(context);
  const { isTest } = chain;
  await destinationOf(db, asked.token);
  const price = await readPrice(chain, asked.token, clock.now());
  const start = await firstBlockToScan(db, chain, clock.now());

  const plan = asked.plan ?? planOf(usdCents, pricing, application, amounts);
  return commit(async (tx) => {
    const bound = { ...context, db: tx };
    const attempt = await openQuotedAttempt(bound, {
      ...asked,
      plan,
      application,
      usdCents,
      isTest,
    });
    if (start) await startScanning(tx, start);
    const at = clock.now();
    const terms = { payment: attempt, token: asked.token, price, chain, digest, at };
    const quote = await addUniqueQuote(tx, terms);
    return {
      id: quote.id,
      amount: amountOf(quote.units, quote.token),
      rate: quote.rate,
      expires: quote.expiresAt.getTime(),
      address: checksummed(quote.address),
    };
  });
}

interface AttemptOptions {
  application: Application;
  plan: Plan;
  instalment?: number | undefined;
  usdCents: bigint;
  isTest: boolean;
}

/**
 * The attempt for the quoted instalment, which now waits for the payer. Throws 400 when the amount is not its
 * price.
 */
async function openQuotedAttempt(
  context: DraftContext,
  { application, plan, instalment, usdCents, isTest }: AttemptOptions,
): Promise<Payment> {
  const { db: tx, clock } = context;
  const selected = await selectApplication(context, { applicationId: application.id, plan });
  const { due, priceCents } = await findInstalmentToPay(tx, selected.application.id, instalment);
  const event = { actor: { kind: 'payer' }, at: clock.now() } as const;
  const attempt = await openAttempt(tx, {
    instalmentId: due.id,
    rail: 'crypto',
    isTest,
    ...event,
  });
  if (usdCents !== priceCents && usdCents !== attempt.amountCents) throw wrongAmount();
  return attempt.status === 'created'
    ? changePaymentStatus(tx, { paymentId: attempt.id, to: 'action_required', ...event })
    : attempt;
}

function centsOrFault(amount: string | number): bigint {
  if (!isAmount(amount)) throw wrongAmount();
  return cents(amount);
}

const wrongAmount = () =>
  new Fault(400, NO_PRICE_OF_OURS, { fields: { usdAmount: NO_PRICE_OF_OURS } });

const isPrice = (usdCents: bigint, pricing: Pricing, plan: Plan | undefined) =>
  (plan ? [plan] : PLANS).some((one) => priceOf(one, pricing).amountCents === usdCents);

/**
 * The named application; otherwise the draft, or the newest with an unpaid instalment. Throws 404 for one of
 * another browser.
 */
async function chooseApplication(
  db: Database,
  owned: Application[],
  id: string | undefined,
): Promise<Application | undefined> {
  if (id === undefined) return owned.find(isDraft) ?? findUnpaid(db, owned);
  const named = owned.find((application) => application.id === id);
  if (!named && owned.length > 0) throw new Fault(404, words('This application does not exist.'));
  return named;
}

/**
 * The amounts that this application can pay by its own terms: its frozen price, and what is left of a short
 * payment.
 */
async function amountsOf(db: Database, { id }: Application): Promise<bigint[]> {
  const schedule = await findSchedule(db, id);
  if (!schedule) return [];
  const amounts = [schedule.amountCents];
  for (const due of await listInstalments(db, schedule.id)) {
    if (!PAYABLE.includes(due.status)) continue;
    // Money that was moved to a later instalment makes that one shorter, too.
    amounts.push(due.amountCents - heldCentsOf(due, await listPaymentsOfInstalment(db, due.id)));
  }
  return amounts;
}

/** The plan with this price; the application's own when both or neither have it. */
function planOf(
  usdCents: bigint,
  pricing: Pricing,
  { paymentPlan }: Application,
  amounts: bigint[],
): Plan {
  if (amounts.includes(usdCents)) return paymentPlan;
  return PLANS.find((plan) => priceOf(plan, pricing).amountCents === usdCents) ?? paymentPlan;
}

/** The instalment of this number, or the first unpaid one, with the price. Throws 409. */
async function findInstalmentToPay(
  tx: Database,
  applicationId: string,
  number: number | undefined,
) {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application without a schedule cannot be paid.');
  const instalments = await listInstalments(tx, schedule.id);
  const due: Instalment | undefined =
    number === undefined
      ? instalments.find(({ status }) => PAYABLE.includes(status))
      : instalments.find((one) => one.number === number);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return { due, priceCents: schedule.amountCents };
}

/** One payment has at most so many open amounts of a token; then one of them is quoted again. */
const maxOpenQuotes = 10;
const randomTries = 8;
/** A cent has 9,999 amounts of USDT, and one visitor can use them up. */
const extraCents = 25n;

interface Terms {
  payment: Payment;
  token: Token;
  price: Price;
  chain: ChainService;
  digest: string;
  at: Date;
}

/** Adds a quote with an amount that no other open quote has. Older quotes of the payment are still watched. */
async function addUniqueQuote(tx: Database, terms: Terms): Promise<Quote> {
  const { payment, token, price, chain, digest, at } = terms;
  const times = {
    expiresAt: new Date(at.getTime() + quoteLifetimeMs),
    watchedUntil: new Date(at.getTime() + quoteLifetimeMs + quoteWatchedMs),
    updatedAt: at,
  };
  const draft = {
    paymentId: payment.id,
    tokenDigest: digest,
    token,
    state: 'open' as const,
    amountCents: payment.amountCents,
    rate: rateOf(price),
    source: price.source,
    chainId: chain.chainId,
    address: await destinationOf(tx, token),
    contract: token === 'USDT' ? chain.usdtAddress.toLowerCase() : null,
    txHash: null,
    sender: null,
    createdAt: at,
    ...times,
  };
  const again = await findReusableQuote(tx, draft);
  if (again) {
    await setQuote(tx, again.id, times);
    return { ...again, ...times };
  }
  const least = unitsFor(payment.amountCents, token, price);
  const span = jitterSpan(token, price);
  for (let tries = 0; tries < randomTries; tries++) {
    const quote = { ...draft, id: randomUUID(), units: least + randomBelow(span) };
    if (await addQuote(tx, quote)) return quote;
  }
  // Most amounts of this price are used: look for a free one.
  const used = new Set(await listTakenUnits(tx, token, least, least + span));
  const start = randomBelow(span);
  for (let away = 0n; away < span && used.size < span; away++) {
    const units = least + ((start + away) % span);
    const quote = { ...draft, id: randomUUID(), units };
    if (!used.has(units) && (await addQuote(tx, quote))) return quote;
  }
  // All are used: quote a few cents more, where there are many amounts.
  const wide = jitterSpan(token, price, extraCents);
  for (let tries = 0; tries < randomTries; tries++) {
    const units = least + span + randomBelow(wide);
    const quote = { ...draft, id: randomUUID(), units };
    if (await addQuote(tx, quote)) return quote;
  }
  throw new Fault(503, NO_PRICE);
}

const randomBelow = (span: bigint) => BigInt(randomInt(Number(span)));

/** Repeated requests at one rate must not use up the amounts. */
async function findReusableQuote(
  tx: Database,
  {
    paymentId,
    token,
    rate,
    address,
    amountCents,
  }: Pick<Quote, 'paymentId' | 'token' | 'rate' | 'address' | 'amountCents'>,
): Promise<Quote | undefined> {
  const open = await listOpenQuotesOf(tx, paymentId, token);
  if (open.length < maxOpenQuotes) return undefined;
  return open.find(
    (quote) =>
      quote.rate === rate && quote.address === address && quote.amountCents === amountCents,
  );
}
