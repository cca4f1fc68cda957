import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem/utils';
import type { TestChain } from '../sandbox/chain/testing.ts';
import type { paypalOf } from '../sandbox/paypal/testing.ts';
import { minutes } from '../src/shared/time.ts';
import {
  type Answer,
  addressOf,
  applicant,
  type Call,
  cookieFrom,
  send,
} from '../testing/visit.ts';

export type Plan = 'onetime' | 'installment';
export const priceOf = (plan: Plan) => (plan === 'onetime' ? '1000.00' : '100.00');
const DECIMALS = { ETH: 18, USDT: 6 } as const;
export type Token = keyof typeof DECIMALS;

/** The way to a site that is killed now and then. */
export class Line {
  /** Calls that were not answered at least once. */
  cut = 0;
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Sends until there is an answer: the same request with the same key. */
  async insist(call: Call): Promise<Answer> {
    for (const end = Date.now() + minutes(4); ; ) {
      const answer = await send(this.#origin, call).catch(() => undefined); // Cut: whether it was done is what this is about.
      if (answer && answer.status !== 503 && answer.status !== 429) return answer;
      if (!answer) this.cut += 1;
      if (Date.now() > end) throw new Error(`${call.path} was not answered for four minutes.`);
      // While no one listens, the processor is for the app that starts.
      await sleep(answer ? 200 : 100);
    }
  }

  /** Sends and does not wait for an end. */
  async once(call: Call): Promise<void> {
    await send(this.#origin, call).catch(() => {
      this.cut += 1;
    });
  }
}

/** A call that the site refused. */
export class Refused extends Error {
  readonly status: number;
  constructor(path: string, { status, text }: Answer) {
    super(`${path} answered ${status} ${text.slice(0, 200)}`);
    this.status = status;
  }
}

/** Someone with a browser, who repeats what was not answered as a browser does. */
export class Payer {
  readonly name: string;
  readonly person: ReturnType<typeof applicant>;
  cookie = '';
  readonly #from: string;
  readonly #line: Line;

  constructor(line: Line, name: string, n: number) {
    this.name = name;
    this.person = applicant(`${name}@prove.example`);
    this.#from = addressOf(n);
    this.#line = line;
  }

  /** Throws `Refused`. */
  async post<T>(path: string, body?: unknown): Promise<T> {
    const call = { path, body, key: randomUUID(), from: this.#from, cookie: this.cookie };
    const answer = await this.#line.insist(call);
    if (answer.status >= 300) throw new Refused(path, answer);
    this.cookie = cookieFrom(answer) || this.cookie;
    return JSON.parse(answer.text) as T;
  }

  /** Sends and closes the page. */
  leave = (path: string): Promise<void> =>
    this.#line.once({ path, key: randomUUID(), from: this.#from, cookie: this.cookie });
}

/** What is paid: the first due of the payer's details, or of an application of theirs. */
export interface Due {
  plan: Plan;
  applicationId?: string;
  instalment?: number;
}

const forWhom = (payer: Payer, { applicationId }: Due) =>
  applicationId ? { applicationId } : { applicationData: payer.person };

/** Pays in PayPal's window, and closes the page at once where `isGone`. Answers the order. */
export async function payByCard(
  payer: Payer,
  paypal: ReturnType<typeof paypalOf>,
  due: Due,
  isGone: boolean,
): Promise<string> {
  const { plan, instalment } = due;
  const body = { plan, instalment, ...forWhom(payer, due) };
  const { id } = await payer.post<{ id: string }>('/paypal/order', body);
  const { status } = await paypal.decide(id, 'approve');
  if (status >= 400) throw new Error(`The approval answered ${status}.`);
  const path = `/paypal/order/${id}/capture`;
  if (isGone) await payer.leave(path);
  else await payer.post(path);
  return id;
}

/** Tells us the number of a transfer. */
export async function claim(
  payer: Payer,
  rail: 'zelle' | 'bank',
  number: string,
  due: Due,
): Promise<void> {
  const field = rail === 'zelle' ? 'confirmationNumber' : 'referenceNumber';
  const { plan, instalment } = due;
  await payer.post('/payment/submit', {
    paymentMethod: rail,
    paymentData: { [field]: number, plan, instalment },
    ...forWhom(payer, due),
  });
}

export interface Quote {
  id: string;
  amount: string;
  address: string;
}

export const askQuote = (payer: Payer, token: Token, due: Due & { applicationId: string }) =>
  payer.post<Quote>('/api/payments/quote', { token, usdAmount: priceOf(due.plan), ...due });

/** Sends what a quote says, or another number of units; answers the hash. */
export async function payQuote(
  chain: TestChain,
  token: Token,
  quote: Quote,
  { from, change = (units) => units }: { from: number; change?: (units: bigint) => bigint },
): Promise<string> {
  const units = change(parseUnits(quote.amount, DECIMALS[token]));
  return token === 'ETH'
    ? chain.payEth(quote.address, units, { from })
    : chain.payUsdt(quote.address, units, { from });
}

/** Tells us the hash, as a page does that stays open. */
export const reportHash = (payer: Payer, token: Token, quote: Quote, txHash: string) =>
  payer.post('/api/payments/crypto/verify', {
    txHash,
    token,
    amount: quote.amount,
    quoteId: quote.id,
  });
