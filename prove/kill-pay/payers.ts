import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem/utils';
import type { TestChain } from '../../sandbox/chain/testing.ts';
import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import { minutes } from '../../src/shared/time.ts';
import {
  type Answer,
  addressOf,
  applicant,
  type Call,
  cookieFrom,
  send,
} from '../../testing/visit.ts';

export const WAYS = ['card', 'card plan', 'zelle', 'bank plan', 'ETH', 'USDT plan'] as const;
export type Way = (typeof WAYS)[number];

/** The rails with calls to the outside are the ones that a kill can tear: more people pay there. */
const WORKERS: readonly Way[] = [...WAYS, 'card', 'card plan', 'ETH'];
/** A claim is one call of ours; without a pause they would crowd out everyone else. */
const claimPauseMs = 300;

/** Someone who has paid: what their own page must say in the end, and what the rail must have. */
export interface Payer {
  name: string;
  way: Way;
  cookie: string;
  /** Paid for the first due, in dollars. */
  amount: string;
  /** Closed the page while the last call was under way, and does not come back. */
  isGone?: boolean;
  /** The rail's reference: an order, a transaction, a claimed number. */
  reference: string;
}

const planOf = (way: Way) => (way.endsWith('plan') ? 'installment' : 'onetime');
const priceOf = (way: Way) => (planOf(way) === 'onetime' ? '1000.00' : '100.00');
const DECIMALS = { ETH: 18, USDT: 6 } as const;

/** Payers at work on every rail at once, who repeat what was not answered, as a browser does. */
export class Payers {
  readonly paid: Payer[] = [];
  /** Calls that were not answered at least once. */
  cut = 0;
  readonly wrong: string[] = [];
  #isOver = false;
  #count = 0;
  #cards = 0;
  readonly #lives: Promise<void>[];
  readonly #origin: string;
  readonly #paypal: ReturnType<typeof paypalOf>;
  readonly #chain: TestChain;

  constructor(origin: string, paypal: ReturnType<typeof paypalOf>, chain: TestChain) {
    this.#origin = origin;
    this.#paypal = paypal;
    this.#chain = chain;
    this.#lives = WORKERS.map((way, worker) => this.#live(way, worker));
  }

  /** Everyone finishes what they have begun. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lives);
  }

  async #live(way: Way, worker: number): Promise<void> {
    while (!this.#isOver) {
      const n = ++this.#count;
      try {
        this.paid.push(await this.#pay(way, worker, n));
      } catch (error) {
        this.wrong.push(`${way} ${n}: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(200);
      }
    }
  }

  #pay(way: Way, worker: number, n: number): Promise<Payer> {
    const visit = new Visit(
      n,
      (call) => this.#insist(call),
      (call) =>
        send(this.#origin, call).catch(() => {
          this.cut += 1;
        }),
    );
    if (way === 'card' || way === 'card plan') return this.#payByCard(way, visit);
    if (way === 'zelle' || way === 'bank plan') return this.#payByHand(way, visit);
    return this.#payByChain(way, visit, worker);
  }

  async #payByCard(way: Way, visit: Visit): Promise<Payer> {
    const { id } = await visit.post<{ id: string }>('/paypal/order', {
      plan: planOf(way),
      applicationData: visit.person,
    });
    const { status } = await this.#paypal.decide(id, 'approve');
    if (status >= 400) throw new Error(`The approval answered ${status}.`);
    const path = `/paypal/order/${id}/capture`;
    // Every other one closes the page at once: whether the call arrived, and what became of it, no one repeats.
    const isGone = this.#cards++ % 2 === 0;
    if (isGone) await visit.leave(path);
    else await visit.post(path, undefined);
    return { ...visit.payer(way, id, priceOf(way)), isGone };
  }

  async #payByHand(way: Way, visit: Visit): Promise<Payer> {
    await sleep(claimPauseMs);
    const rail = way === 'zelle' ? 'zelle' : 'bank';
    const number = `KP-${visit.name}`.toUpperCase();
    await visit.post('/payment/submit', {
      paymentMethod: rail,
      paymentData: {
        [rail === 'zelle' ? 'confirmationNumber' : 'referenceNumber']: number,
        plan: planOf(way),
      },
      applicationData: visit.person,
    });
    return visit.payer(way, number, priceOf(way));
  }

  async #payByChain(way: Way, visit: Visit, worker: number): Promise<Payer> {
    const token = way === 'ETH' ? 'ETH' : 'USDT';
    const { id: applicationId } = await visit.post<{ id: string }>('/api/applications', {
      plan: planOf(way),
      applicationData: visit.person,
    });
    const quote = await visit.post<{ id: string; amount: string; address: string }>(
      '/api/payments/quote',
      { token, usdAmount: priceOf(way), applicationId, plan: planOf(way) },
    );
    const units = parseUnits(quote.amount, DECIMALS[token]);
    const txHash =
      token === 'ETH'
        ? await this.#chain.payEth(quote.address, units, { from: worker })
        : await this.#chain.payUsdt(quote.address, units, { from: worker });
    // Half of them close the page here: the watcher must find the money by itself.
    if (Math.random() < 0.5) {
      await visit.post('/api/payments/crypto/verify', {
        txHash,
        token,
        amount: quote.amount,
        quoteId: quote.id,
      });
    }
    return visit.payer(way, txHash, priceOf(way));
  }

  /** Sends until there is an answer: the same request with the same key. */
  async #insist(call: Call): Promise<Answer> {
    for (const end = Date.now() + minutes(4); ; ) {
      const answer = await send(this.#origin, call).catch(() => undefined); // Cut: whether it was done is what this is about.
      if (answer && answer.status !== 503 && answer.status !== 429) return answer;
      if (!answer) this.cut += 1;
      if (Date.now() > end) throw new Error(`${call.path} was not answered for four minutes.`);
      // While no one listens, the processor is for the app that starts.
      await sleep(answer ? 200 : 100);
    }
  }
}

/** One person's browser: a cookie jar and an address of its own. */
class Visit {
  readonly name: string;
  readonly person: ReturnType<typeof applicant>;
  #cookie = '';
  readonly #from: string;
  readonly #send: (call: Call) => Promise<Answer>;
  readonly #once: (call: Call) => Promise<unknown>;

  constructor(
    n: number,
    insist: (call: Call) => Promise<Answer>,
    once: (call: Call) => Promise<unknown>,
  ) {
    this.name = `k${n}`;
    this.person = applicant(`${this.name}@prove.example`);
    this.#from = addressOf(n);
    this.#send = insist;
    this.#once = once;
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const key = randomUUID();
    const answer = await this.#send({ path, body, key, from: this.#from, cookie: this.#cookie });
    if (answer.status >= 300)
      throw new Error(`${path} answered ${answer.status} ${answer.text.slice(0, 200)}`);
    this.#cookie = cookieFrom(answer) || this.#cookie;
    return JSON.parse(answer.text) as T;
  }

  /** Sends and does not wait for an end. */
  async leave(path: string): Promise<void> {
    await this.#once({ path, key: randomUUID(), from: this.#from, cookie: this.#cookie });
  }

  payer = (way: Way, reference: string, amount: string): Payer => ({
    name: this.name,
    way,
    cookie: this.#cookie,
    reference,
    amount,
  });
}
