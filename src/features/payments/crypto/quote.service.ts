import { randomInt, randomUUID } from 'node:crypto';
import type { Context } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import type { ChainService } from '../../../server/outside.ts';
import type { Commit } from '../../../server/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { cents, isAmount } from '../../../shared/money.ts';
import { type Plan, PLANS } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import {
  type Application,
  listApplicationsOfBrowser,
} from '../../application/application.store.ts';
import { browserOf } from '../../application/browser.service.ts';
import { findUnpaid, takeApplication } from '../choice.service.ts';
import type { Desk } from '../draft.service.ts';
import { isDraft } from '../draft.service.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { PAYABLE } from '../payment.rules.ts';
import { openAttempt, step } from '../payment.service.ts';
import { listPaymentsOfInstalment, type Payment } from '../payment.store.ts';
import { activePricing } from '../pricing/payment-config.store.ts';
import { type Pricing, priceOf } from '../pricing/pricing.rules.ts';
import { findSchedule, type Instalment, listInstalments } from '../schedule.store.ts';
import { checksummed } from './address.rules.ts';
import type { Quote as Answer, QuoteRequest } from './crypto.contract.ts';
import { NO_PRICE, quoteLifetimeMs, quoteWatchedMs, type Token } from './crypto.rules.ts';
import { beginReading } from './block.store.ts';
import { whereToBegin } from './reading.service.ts';
import { demandChain, destinationOf } from './paying-chain.service.ts';
import { readPrice } from './price.service.ts';
import { amountOf, jitterSpan, type Price, rateOf, unitsFor } from './quote.rules.ts';
import { addQuote, listOpenQuotesOf, listTakenUnits, type Quote, setQuote } from './quote.store.ts';

type Counter = Desk & Pick<Context<never>, 'outside' | 'settings'>;

const NO_PRICE_OF_OURS = words('The amount must be the price of one payment.');
/** One payer's quotes hold at most so many amounts of a token; then the same one is given again. */
const mostOpen = 10;
const randomTries = 8;

/**
 * A quote for the due that this browser pays next. The amount is checked first (400), then the browser (409);
 * the price is asked before anything is written. Throws 503 when there is no sure price.
 */
export async function giveQuote(
  counter: Counter,
  asked: QuoteRequest,
  commit: Commit<Answer>,
): Promise<Answer> {
  const { db, clock } = counter;
  const usdCents = centsOrFault(asked.usdAmount);
  const pricing = await activePricing(db);
  const digest = browserOf(counter);
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
  const chain = demandChain(counter);
  await destinationOf(db, asked.token);
  const price = await readPrice(chain, asked.token, clock.now());
  const start = await whereToBegin(db, chain, clock.now());

  return commit(async (tx) => {
    const plan = asked.plan ?? planOf(usdCents, pricing, application, amounts);
    const taken = await takeApplication(
      { ...counter, db: tx },
      { applicationId: application.id, plan },
    );
    const { due, priceCents } = await dueOf(tx, taken.application.id, asked.instalment);
    const at = clock.now();
    const actor = { kind: 'payer' } as const;
    const attempt = await openAttempt(tx, {
      instalmentId: due.id,
      rail: 'crypto',
      actor,
      at,
      isTest: chain.isTest,
    });
    if (usdCents !== priceCents && usdCents !== attempt.amountCents) throw wrongAmount();
    if (attempt.status === 'created')
      await step(tx, { paymentId: attempt.id, to: 'action_required', actor, at });
    if (start) await beginReading(tx, start);
    const quote = await writeQuote(tx, {
      payment: attempt,
      token: asked.token,
      price,
      chain,
      digest,
      at,
    });
    return {
      id: quote.id,
      amount: amountOf(quote.units, quote.token),
      rate: quote.rate,
      expires: quote.expiresAt.getTime(),
      address: checksummed(quote.address),
    };
  });
}

function centsOrFault(amount: string | number): bigint {
  if (!isAmount(amount)) throw wrongAmount();
  return cents(amount);
}

const wrongAmount = () =>
  new Fault(400, NO_PRICE_OF_OURS, { fields: { usdAmount: NO_PRICE_OF_OURS } });

const isPrice = (usdCents: bigint, pricing: Pricing, plan: Plan | undefined) =>
  (plan ? [plan] : PLANS).some((one) => priceOf(one, pricing).amountCents === usdCents);

/** The one that is named; else the draft, else the newest that asks for money. Throws 404 for one of another browser. */
async function chooseApplication(
  db: Database,
  owned: Application[],
  id: string | undefined,
): Promise<Application | undefined> {
  if (id === undefined) return owned.find(isDraft) ?? findUnpaid(db, owned);
  const named = owned.find((application) => application.id === id);
  // Without any application the amount is checked first, and then the browser.
  if (!named && owned.length > 0) throw new Fault(404, words('This application does not exist.'));
  return named;
}

/** What an application is asked for by its own terms: the price that was frozen, and what is left where something came short. */
async function amountsOf(db: Database, { id }: Application): Promise<bigint[]> {
  const schedule = await findSchedule(db, id);
  if (!schedule) return [];
  const amounts = [schedule.amountCents];
  for (const due of await listInstalments(db, schedule.id)) {
    if (!PAYABLE.includes(due.status)) continue;
    amounts.push(due.amountCents - receivedCentsOf(await listPaymentsOfInstalment(db, due.id)));
    break; // The next one is what is paid; a later one asks for its whole price.
  }
  return amounts;
}

/** Which plan the amount is the price of; the application's own where both or neither is. */
function planOf(
  usdCents: bigint,
  pricing: Pricing,
  { paymentPlan }: Application,
  amounts: bigint[],
): Plan {
  if (amounts.includes(usdCents)) return paymentPlan;
  return PLANS.find((plan) => priceOf(plan, pricing).amountCents === usdCents) ?? paymentPlan;
}

/** The due of this number, or the first that asks for money, and the price of one. Throws 409. */
async function dueOf(tx: Database, applicationId: string, number: number | undefined) {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application without a schedule cannot be paid.');
  const dues = await listInstalments(tx, schedule.id);
  const due: Instalment | undefined =
    number === undefined
      ? dues.find(({ status }) => PAYABLE.includes(status))
      : dues.find((one) => one.number === number);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return { due, priceCents: schedule.amountCents };
}

interface Terms {
  payment: Payment;
  token: Token;
  price: Price;
  chain: ChainService;
  /** Of the browser's token. */
  digest: string;
  at: Date;
}

/** Writes a quote with an amount that no other open one asks for. Older ones of the payment go on being watched. */
async function writeQuote(tx: Database, terms: Terms): Promise<Quote> {
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
    createdAt: at,
    ...times,
  };
  const again = await repeatable(tx, draft);
  if (again) {
    await setQuote(tx, again.id, times);
    return { ...again, ...times };
  }
  const least = unitsFor(payment.amountCents, token, price);
  const span = jitterSpan(token, price);
  for (let tries = 0; tries < randomTries; tries++) {
    const quote = { ...draft, id: randomUUID(), units: least + drawBelow(span) };
    if (await addQuote(tx, quote)) return quote;
  }
  // Most amounts of this price are taken: look which are free.
  const taken = new Set(await listTakenUnits(tx, token, least, least + span));
  const start = drawBelow(span);
  for (let away = 0n; away < span && taken.size < span; away++) {
    const units = least + ((start + away) % span);
    const quote = { ...draft, id: randomUUID(), units };
    if (!taken.has(units) && (await addQuote(tx, quote))) return quote;
  }
  throw new Fault(503, NO_PRICE);
}

const drawBelow = (span: bigint) => BigInt(randomInt(Number(span)));

/** Who asks over and over at one rate must not use up the amounts of everybody. */
async function repeatable(
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
  if (open.length < mostOpen) return undefined;
  return open.find(
    (quote) =>
      quote.rate === rate && quote.address === address && quote.amountCents === amountCents,
  );
}
