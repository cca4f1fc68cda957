import { FINAL_BLOCKS } from '../../sandbox/chain/testing.ts';
import { memoOf } from '../../src/features/payments/core/payment.rules.ts';
import type { Chance } from '../chance.part.ts';
import {
  askQuote,
  claim,
  payByCard,
  Payer,
  payQuote,
  type Plan,
  Refused,
  reportHash,
  type Token,
} from '../payer.part.ts';
import { inTurns } from '../paypal-unknown/payers.ts';
import type { Bank, Rail } from './bank.ts';
import type { Site } from './site.ts';

/** In turns: PayPal has the most that can go wrong. */
const WAYS = ['card', 'zelle', 'card', 'ETH', 'bank', 'card', 'USDT'] as const;
type Way = (typeof WAYS)[number];

interface Applicant {
  payer: Payer;
  n: number;
  way: Way;
  plan: Plan;
  applicationId: string;
  reference: string;
}

/** An instalment that asks for money and has no payment under way. */
interface DueRow {
  application: string;
  number: number;
  status: 'due' | 'overdue';
  /** In cents. */
  rest: string;
  /** PayPal keeps the payer's account. */
  charged: boolean;
}

const DUE = `select distinct on (a.id) a.id as application, i.number, i.status,
    (i.amount_cents - coalesce((select sum(p.received_cents - coalesce(p.refunded_cents, 0)) from payments p
      where p.instalment_id = i.id and p.received_cents is not null), 0))::text as rest,
    exists (select from vault_tokens v where v.schedule_id = s.id and v.ended_at is null) as charged
  from passport_applications a join payment_schedules s on s.application_id = a.id and s.status <> 'cancelled'
  join instalments i on i.schedule_id = s.id
  where i.status in ('due', 'overdue') and not exists (select from payments p where p.instalment_id = i.id
    and p.status in ('claimed', 'processing', 'disputed'))
  order by a.id, i.number`;

/** Everyone who pays, on every rail and both plans. */
export class Applicants {
  readonly all: Applicant[] = [];
  /** Times that money was sent, and calls that the site refused, by status. */
  payments = 0;
  readonly refused = new Map<number, number>();
  readonly #site: Site;
  readonly #bank: Bank;
  readonly #chance: Chance;
  #transfers = 0;
  #onChain = 0;

  constructor(site: Site, bank: Bank, chance: Chance) {
    this.#site = site;
    this.#bank = bank;
    this.#chance = chance;
  }

  /** So many more people fill in the form; ways and plans take turns. */
  async arrive(count: number): Promise<void> {
    const first = this.all.length;
    const arrived = await inTurns(count, 6, async (index): Promise<Applicant> => {
      const n = first + index;
      const way = WAYS[n % WAYS.length] as Way;
      // Two plans in three: a year has little to say about the other.
      const plan = Math.floor(n / WAYS.length) % 3 === 1 ? 'onetime' : 'installment';
      const payer = new Payer(this.#site.line, `y${n}`, n + 1);
      const { id, reference } = await payer.post<{ id: string; reference: string }>(
        '/api/applications',
        { plan, applicationData: { ...payer.person, lastName: `Diop ${n}` } },
      );
      return { payer, n, way, plan, applicationId: id, reference };
    });
    this.all.push(...arrived);
  }

  /** Those who owe something pay it, most of them, each in their way. */
  async pay(): Promise<void> {
    const rows = await this.#site.db.rows<DueRow>(DUE);
    const day = await this.#site.today();
    const byId = new Map(rows.map((row) => [row.application, row]));
    // What each does is decided before anything is done, so that the seed decides it.
    const tasks = this.all.flatMap((applicant) => {
      const due = byId.get(applicant.applicationId);
      const mood = this.#chance.below(100);
      if (!due || mood < 25) return [];
      // PayPal charges by itself; after its last try the payer is asked.
      if (due.charged && due.status === 'due') return [];
      return [() => this.#payOne(applicant, due, mood, day)];
    });
    const before = this.#onChain;
    await inTurns(tasks.length, 6, async (n) => tasks[n]?.());
    if (this.#onChain > before) await this.#settleChain();
  }

  async #payOne(applicant: Applicant, due: DueRow, mood: number, day: string): Promise<void> {
    this.payments += 1;
    try {
      if (applicant.way === 'card')
        await payByCard(applicant.payer, this.#site.paypal, dueOf(applicant, due), mood < 45);
      else if (applicant.way === 'zelle' || applicant.way === 'bank')
        await this.#transfer(applicant, applicant.way, due, mood, day);
      else await this.#payOnChain(applicant, applicant.way, due, mood);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused.set(error.status, (this.refused.get(error.status) ?? 0) + 1);
      if (error.status >= 500 && error.status !== 502) throw error;
    }
  }

  /** Money of some kind, and its number: sent for good, too little, too much, or late. */
  async #transfer(
    applicant: Applicant,
    rail: Rail,
    due: DueRow,
    mood: number,
    day: string,
  ): Promise<void> {
    const number = `YR-${applicant.n}-${due.number}-${++this.#transfers}`;
    await claim(applicant.payer, rail, number, dueOf(applicant, due));
    const rest = BigInt(due.rest);
    const amount = mood > 93 ? rest - rest / 3n : mood > 88 ? rest + 500n : rest;
    const memo = memoOf(applicant.reference, due.number);
    // A bank shows one number of two, and never both in the same place.
    const text = `${mood % 2 ? `${memo} ` : ''}Awa Diop ${applicant.n} ${number}`;
    this.#bank.send({ rail, day, cents: amount, number, text }, mood > 80 && mood < 88);
  }

  async #payOnChain(applicant: Applicant, token: Token, due: DueRow, mood: number): Promise<void> {
    const { applicationId, payer, n } = applicant;
    const quote = await askQuote(payer, token, { ...dueOf(applicant, due), applicationId });
    const change = (units: bigint) =>
      mood > 96 ? units - units / 10n : mood > 92 ? units + units / 50n : units;
    this.#onChain += 1;
    const hash = await payQuote(this.#site.chain, token, quote, { from: n % 8, change });
    if (mood % 3 > 0) await reportHash(payer, token, quote, hash);
  }

  /** Blocks until what was sent is final, and the site has seen them all. */
  async #settleChain(): Promise<void> {
    const { chain, db } = this.#site;
    await chain.mine(FINAL_BLOCKS + 1);
    const head = Number(await chain.client.getBlockNumber());
    await this.#site.until(async () => {
      const [scanned] = await db.rows<{ number: string; open: number }>(
        `select max(number)::text as number,
           (select count(*)::int from chain_receipts where state = 'seen') as open from chain_blocks`,
      );
      if (Number(scanned?.number ?? 0) < head || (scanned?.open ?? 0) > 0)
        throw new Error(`Of ${head} blocks ${scanned?.number} are scanned, ${scanned?.open} open.`);
    });
  }
}

const dueOf = ({ plan, applicationId }: Applicant, { number }: DueRow) => ({
  plan,
  applicationId,
  instalment: number,
});

/** Someone who sends money to our address and tells nobody. */
export const sendUnasked = (site: Site, treasury: string, units: bigint) =>
  site.chain.payEth(treasury, units, { from: 8 });
