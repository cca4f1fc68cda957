import { setTimeout as sleep } from 'node:timers/promises';
import type { TestChain } from '../../sandbox/chain/testing.ts';
import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import {
  askQuote,
  claim,
  Line,
  payByCard,
  Payer,
  payQuote,
  type Plan,
  priceOf,
  reportHash,
} from '../payer.part.ts';

const WAYS = ['card', 'card plan', 'zelle', 'bank plan', 'ETH', 'USDT plan'] as const;
export type Way = (typeof WAYS)[number];

/** The rails with calls to the outside are the ones that a kill can tear: more people pay there. */
const WORKERS: readonly Way[] = [...WAYS, 'card', 'card plan', 'ETH'];
/** A claim is one call of ours; without a pause they would crowd out everyone else. */
const claimPauseMs = 300;

/** Someone who has paid: what their own page must say in the end, and what the rail must have. */
export interface Paid {
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

const planOf = (way: Way): Plan => (way.endsWith('plan') ? 'installment' : 'onetime');

/** Payers at work on every rail at once, who repeat what was not answered, as a browser does. */
export class Payers {
  readonly paid: Paid[] = [];
  readonly wrong: string[] = [];
  #isOver = false;
  #count = 0;
  #cards = 0;
  readonly #lives: Promise<void>[];
  readonly #line: Line;
  readonly #paypal: ReturnType<typeof paypalOf>;
  readonly #chain: TestChain;

  constructor(origin: string, paypal: ReturnType<typeof paypalOf>, chain: TestChain) {
    this.#line = new Line(origin);
    this.#paypal = paypal;
    this.#chain = chain;
    this.#lives = WORKERS.map((way, worker) => this.#live(way, worker));
  }

  /** Calls that were not answered at least once. */
  get cut(): number {
    return this.#line.cut;
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

  async #pay(way: Way, worker: number, n: number): Promise<Paid> {
    const payer = new Payer(this.#line, `k${n}`, n);
    const plan = planOf(way);
    const paid = (reference: string) => ({
      name: payer.name,
      way,
      cookie: payer.cookie,
      reference,
      amount: priceOf(plan),
    });
    if (way === 'card' || way === 'card plan') {
      // Every other one closes the page at once: whether the call arrived, and what became of it, no one repeats.
      const isGone = this.#cards++ % 2 === 0;
      return { ...paid(await payByCard(payer, this.#paypal, { plan }, isGone)), isGone };
    }
    if (way === 'zelle' || way === 'bank plan') {
      await sleep(claimPauseMs);
      const number = `KP-${payer.name}`.toUpperCase();
      await claim(payer, way === 'zelle' ? 'zelle' : 'bank', number, { plan });
      return paid(number);
    }
    const token = way === 'ETH' ? 'ETH' : 'USDT';
    const { id: applicationId } = await payer.post<{ id: string }>('/api/applications', {
      plan,
      applicationData: payer.person,
    });
    const quote = await askQuote(payer, token, { plan, applicationId });
    const txHash = await payQuote(this.#chain, token, quote, { from: worker });
    // Half of them close the page here: the watcher must find the money by itself.
    if (Math.random() < 0.5) await reportHash(payer, token, quote, txHash);
    return paid(txHash);
  }
}
