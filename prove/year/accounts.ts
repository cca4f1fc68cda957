import { paypalOf } from '../../sandbox/paypal/testing.ts';
import { cents, decimal } from '../../src/shared/money.ts';
import type { Figures } from '../figures.part.ts';
import type { Bank } from './bank.ts';
import type { Site } from './site.ts';
import type { Treasurer } from './treasurer.ts';

/** What the journal says that an account holds, in the smallest unit. */
async function balanceOf({ db }: Site, account: string, asset = 'USD'): Promise<bigint> {
  const [row] = await db.rows<{ sum: string }>(
    `select coalesce(sum(case when debit = $1 then amount else -amount end), 0)::text as sum
     from journal where $1 in (debit, credit) and asset = $2`,
    [account, asset],
  );
  return BigInt(row?.sum ?? 0);
}

interface ReviewItem {
  id: string;
  kind: string;
  subject: string | null;
  note: string | null;
  reference: string | null;
}

/** Holds the journal against the records of PayPal, the chain and the bank. */
export class Accounts {
  readonly #site: Site;
  readonly #figures: Figures;
  #review: ReviewItem[] = [];

  constructor(site: Site, figures: Figures) {
    this.#site = site;
    this.#figures = figures;
  }

  async compare(treasurer: Treasurer, bank: Bank, treasury: string): Promise<void> {
    this.#review = await treasurer.get<ReviewItem[]>('/api/admin/payments/review?limit=500');
    await this.#paypal();
    await this.#captures();
    await this.#chain(treasury);
    await this.#bank(bank);
    await this.#charges();
    const kinds = Map.groupBy(this.#review, ({ kind }) => kind);
    for (const [kind, items] of kinds) this.#figures.add(`lines of review: ${kind}`, items.length);
  }

  #equal(what: string, ours: string, theirs: string): void {
    this.#figures.add(what, `${ours} = ${theirs}`, 'equal', ours === theirs);
  }

  #isReviewed = (subject: string) => this.#review.some((item) => item.subject === subject);

  /** The account as a whole: payments, fees, disputes, and what is none of ours. */
  async #paypal(): Promise<void> {
    // The access token of the year's first day is no longer valid.
    const { body } = await paypalOf(this.#site.sandbox).call(
      'GET',
      '/v1/reporting/balances?currency_code=USD',
    );
    const { balances } = body as unknown as { balances: { total_balance: { value: string } }[] };
    const [disputed] = await this.#site.db.rows<{ sum: string }>(
      `select coalesce(sum(case when j.debit = 'disputes' then j.amount else -j.amount end), 0)::text as sum
       from journal j join payments p on p.id = j.payment_id
       where p.rail = 'paypal' and 'disputes' in (j.debit, j.credit)`,
    );
    const ours = (await balanceOf(this.#site, 'paypal')) + BigInt(disputed?.sum ?? 0);
    const theirs = balances[0]?.total_balance.value ?? '0.00';
    this.#equal('PayPal’s balance in our journal and in its report', decimal(ours), theirs);
    const lines = await this.#site.db.rows<{ id: string }>(
      `select transaction_id as id from paypal_lines where state = 'unmatched'`,
    );
    this.#figures.none(
      'unmatched lines of PayPal’s report without a line of review',
      lines.flatMap(({ id }) => (this.#isReviewed(id) ? [] : [id])),
    );
  }

  /** Each capture of PayPal’s beside the payment of ours. */
  async #captures(): Promise<void> {
    const { captures } = await this.#site.paypal.journal();
    const rows = await this.#site.db.rows<{
      capture: string;
      came: string;
      back: string;
      status: string;
    }>(
      `select o.capture_id as capture, coalesce(p.received_cents, 0)::text as came,
         coalesce(p.refunded_cents, 0)::text as back, p.status
       from paypal_orders o join payments p on p.id = o.payment_id where o.capture_id is not null`,
    );
    const own = new Map(rows.map((row) => [row.capture, row]));
    const wrong: string[] = [];
    let sum = 0n;
    for (const { id, captured, refunded, reversed, status } of captures) {
      const theirs = `${cents(captured)} came, ${cents(refunded) + cents(reversed)} back`;
      const row = own.get(id);
      own.delete(id);
      const ours = `${row?.came ?? 0} came, ${row?.back ?? 0} back`;
      sum += cents(captured) - cents(refunded) - cents(reversed);
      if (ours !== theirs && !this.#isReviewed(id))
        wrong.push(`${id} (${status}, ours ${row?.status}): PayPal ${theirs}; we ${ours}`);
    }
    for (const [id, { came }] of own) if (came !== '0') wrong.push(`${id} is unknown to PayPal`);
    this.#figures.add('captures at PayPal', captures.length, '> 0', captures.length > 0);
    this.#figures.add('what is left of them', `$${decimal(sum)}`);
    this.#figures.none('captures of which we say another amount than PayPal', wrong);
  }

  /** Every unit that came to our address is in the journal or waits in the review list. */
  async #chain(treasury: string): Promise<void> {
    const transfers = await this.#site.chain.transfersTo(treasury);
    const waiting = transfers.filter(({ txHash }) => this.#isReviewed(txHash.toLowerCase()));
    // What the scanner of blocks has missed is found by the balance, and waits as a difference.
    const differences = await this.#site.db.rows<{ id: string; token: string; units: string }>(
      'select id, token, units::text from treasury_differences where decision is null',
    );
    const reviewed = new Set(this.#review.map(({ id }) => id));
    const missed = differences.filter(({ id }) => reviewed.has(id));
    for (const [token, account] of [
      ['ETH', 'treasury_eth'],
      ['USDT', 'treasury_usdt'],
    ] as const) {
      const sum = (list: typeof transfers) =>
        list
          .filter((one) => one.token === token)
          .reduce((total, { units }) => total + BigInt(units), 0n);
      const held =
        token === 'ETH'
          ? await this.#site.chain.client.getBalance({ address: treasury as `0x${string}` })
          : await this.#site.chain.usdtOf(treasury);
      const ours = await balanceOf(this.#site, account, token);
      const inReview =
        sum(waiting) +
        missed
          .filter((one) => one.token === token)
          .reduce((total, { units }) => total + BigInt(units), 0n);
      this.#equal(
        `${token}: the journal with what waits for review, and the chain`,
        String(ours + inReview),
        String(held),
      );
      this.#figures.add(`${token}: of it in the journal`, String(ours), '> 0', ours > 0n);
    }
    this.#figures.add(
      'transfers on the chain, in review, found by the balance alone',
      `${transfers.length}, ${waiting.length}, ${missed.length}`,
    );
  }

  async #bank(bank: Bank): Promise<void> {
    const rows = await this.#site.db.rows<{ number: string; came: string; back: string }>(
      `select claim_number as number, coalesce(sum(received_cents), 0)::text as came,
         coalesce(sum(refunded_cents), 0)::text as back
       from payments where claim_number is not null group by 1`,
    );
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    const numbers = new Set([...byNumber.keys(), ...bank.lines.map(({ number }) => number)]);
    const wrong = [...numbers].flatMap((number) => {
      const { came, back } = bank.sumsOf(number);
      const row = byNumber.get(number);
      const [theirs, ours] = [
        `${came} came, ${back} back`,
        `${row?.came ?? 0} came, ${row?.back ?? 0} back`,
      ];
      return theirs === ours ? [] : [`${number}: the statements ${theirs}; we ${ours}`];
    });
    for (const rail of ['zelle', 'bank'] as const)
      this.#equal(
        `${rail}: our journal and the statements`,
        decimal(await balanceOf(this.#site, rail)),
        decimal(bank.balance(rail)),
      );
    this.#figures.add('lines of statements', bank.lines.length, '> 0', bank.lines.length > 0);
    this.#figures.none('transfers of which we say another amount than the statements', wrong);
  }

  /** Charges to kept accounts: in 28 days one a plan, and each announced seven days before. */
  async #charges(): Promise<void> {
    const rows = await this.#site.db.rows<{
      plan: string;
      instalment: string;
      day: string;
      capture: string;
    }>(
      `select s.id as plan, i.id as instalment, o.capture_id as capture, o.created_at::date::text as day
       from paypal_orders o join payments p on p.id = o.payment_id join instalments i on i.id = p.instalment_id
       join payment_schedules s on s.id = i.schedule_id where o.kind = 'stored' and o.capture_id is not null
         and o.state in ('captured', 'pending') order by o.created_at`,
    );
    const mails = await this.#site.db.rows<{ batch: string; day: string }>(
      `select batch_id as batch, created_at::date::text as day from outgoing_mails where template = 'charge-soon'`,
    );
    const daysApart = (from: string, to: string) =>
      (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const near: string[] = [];
    for (const own of Map.groupBy(rows, ({ plan }) => plan).values())
      for (const [n, { day }] of own.entries()) {
        const before = own[n - 1];
        if (before && daysApart(before.day, day) < 28) near.push(`${before.day} and ${day}`);
      }
    const unannounced = rows.filter(
      ({ instalment, day }) =>
        !mails.some((mail) => mail.batch.includes(instalment) && daysApart(mail.day, day) >= 7),
    );
    this.#figures.add('charges to kept accounts', rows.length, '> 0', rows.length > 0);
    this.#figures.none('two charges of a plan within 28 days', near);
    this.#figures.none(
      'charges that were not announced seven days before',
      unannounced.map(({ capture, day }) => `${capture} on ${day}`),
    );
  }
}
