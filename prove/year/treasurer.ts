import { randomUUID } from 'node:crypto';
import { decimal } from '../../src/shared/money.ts';
import type { Chance } from '../chance.part.ts';
import { Refused } from '../payer.part.ts';
import type { Bank, Rail } from './bank.ts';
import type { Site } from './site.ts';

const COLUMNS = {
  delimiter: ',',
  hasHeader: true,
  date: 0,
  dateFormat: 'YMD',
  amount: 2,
  credit: null,
  debit: null,
  decimal: '.',
  text: [1],
  currency: null,
  balance: null,
};

interface StatementView {
  version: string;
  state: string;
  rows: {
    id: string;
    state: string;
    match: { isSure: boolean; applicationId: string; instalment: number } | null;
  }[];
}

/** A claim that waits. */
interface Claim {
  id: string;
  number: string;
  rail: Rail;
  /** In cents. */
  amount: string;
}

/** The administrator who reads statements, and makes mistakes and puts them right. */
export class Treasurer {
  readonly done = new Map<string, number>();
  readonly #site: Site;
  readonly #bank: Bank;
  readonly #chance: Chance;
  #cookie = '';
  #files = 0;
  /** What was confirmed by mistake, until its money has come or it is taken back. */
  readonly #slips: string[] = [];

  constructor(site: Site, bank: Bank, chance: Chance) {
    this.#site = site;
    this.#bank = bank;
    this.#chance = chance;
  }

  logIn = async (): Promise<void> => {
    this.#cookie = await this.#site.logIn();
  };

  note(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  /** Throws `Refused`. */
  async post<T>(path: string, body: object = {}): Promise<T> {
    const call = { path, body, key: randomUUID(), cookie: this.#cookie };
    const answer = await this.#site.line.insist(call);
    if (answer.status >= 300) throw new Refused(path, answer);
    return JSON.parse(answer.text) as T;
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.#site.line.insist({ method: 'GET', path, cookie: this.#cookie });
    if (answer.status !== 200) throw new Refused(path, answer);
    return JSON.parse(answer.text) as T;
  }

  /** A statement of each account, with lines of the one before, then the claims that are left, by hand. */
  async checkTransfers(withStatement: boolean): Promise<void> {
    if (withStatement)
      for (const rail of ['zelle', 'bank'] as const) await this.#importStatement(rail);
    for (const claim of await this.#claims()) await this.#decide(claim);
  }

  async #importStatement(rail: Rail): Promise<void> {
    const content = this.#bank.statement(rail, 3);
    if (!content) return;
    const fileName = `${rail}-${++this.#files}.csv`;
    const file = { rail, fileName, content, columns: COLUMNS };
    const { id } = await this.post<{ id: string }>('/api/admin/statements', file);
    const { version, rows } = await this.get<StatementView>(`/api/admin/statements/${id}`);
    // One line for each instalment, as the page says.
    const sure = rows.filter(({ state, match }) => state === 'proposed' && match?.isSure);
    const first = new Map(
      sure.map((row) => [`${row.match?.applicationId} ${row.match?.instalment}`, row.id]),
    );
    this.note('statements imported');
    if (first.size === 0) return;
    const lines = [...first.values()];
    const path = `/api/admin/statements/${id}`;
    const apply = (one: string) =>
      this.post(`${path}/apply`, { version: one, lines, acceptDifference: true });
    await apply(version);
    if (this.#chance.in100(20)) {
      await this.post(`${path}/undo`);
      this.note('statements undone');
      await apply((await this.get<StatementView>(path)).version);
    }
    await this.post(`${path}/book`);
    await this.#site.until(async () => {
      const { state } = await this.get<StatementView>(path);
      if (state !== 'open') throw new Error(`${fileName} is ${state}.`);
    });
  }

  #claims = (): Promise<Claim[]> =>
    this.#site.db.rows<Claim>(`select id, claim_number as number, rail, amount_cents::text as amount
      from payments where status = 'claimed' order by claim_number`);

  /** Confirms what has come; now and then what has not, or ten times as much, and takes it back. */
  async #decide(claim: Claim): Promise<void> {
    const { came } = this.#bank.sumsOf(claim.number);
    const luck = this.#chance.below(100);
    if (came === 0n) {
      if (luck >= 8) return;
      // Confirmed before the money is there.
      await this.#confirm(claim, BigInt(claim.amount));
      this.#slips.push(claim.id);
      this.note('confirmed too early');
      return;
    }
    if (luck < 8) {
      await this.#confirm(claim, came * 10n);
      await this.takeBack(claim.id);
      this.note('confirmed with another amount and taken back');
    }
    await this.#confirm(claim, came);
    if (luck > 92) {
      await this.takeBack(claim.id);
      await this.post(`/api/admin/payments/${claim.id}/take-back/undo`);
      this.note('taken back by mistake and undone');
    }
    this.note('claims confirmed by hand');
  }

  async #confirm({ id, number }: Claim, amount: bigint): Promise<void> {
    await this.post(`/api/admin/payments/${id}/confirm`, {
      receivedAmount: decimal(amount),
      receivedOn:
        this.#bank.lines.find((line) => line.number === number)?.day ?? (await this.#site.today()),
      acceptDifference: true,
    });
  }

  /** Takes back what was confirmed too early. */
  async correctSlips(): Promise<void> {
    for (const id of this.#slips.splice(0)) {
      await this.takeBack(id);
      this.note('confirmed too early and taken back');
    }
  }

  async takeBack(id: string): Promise<void> {
    const held = decimal(await this.heldOf(id));
    await this.post(`/api/admin/payments/${id}/take-back`, { held, reason: 'A slip.' });
  }

  async heldOf(id: string): Promise<bigint> {
    const [row] = await this.#site.db.rows<{ held: string }>(
      `select (received_cents - coalesce(refunded_cents, 0))::text as held from payments where id = $1`,
      [id],
    );
    return BigInt(row?.held ?? 0);
  }
}
