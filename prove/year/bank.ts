import { decimal } from '../../src/shared/money.ts';

export type Rail = 'zelle' | 'bank';

/** A line of the bank's own records; below zero for money that left. */
export interface BankLine {
  rail: Rail;
  /** YYYY-MM-DD. */
  day: string;
  cents: bigint;
  /** The number that the payer names. */
  number: string;
  text: string;
}

/** Our two accounts outside of the site, and what is still on its way to them. */
export class Bank {
  readonly lines: BankLine[] = [];
  #onTheWay: Omit<BankLine, 'day'>[] = [];
  /** So many lines of each account are in statements that were made. */
  readonly #shown: Record<Rail, number> = { zelle: 0, bank: 0 };

  /** `isSlow`: it arrives with the next `arrive`. */
  send(line: BankLine, isSlow: boolean): void {
    if (isSlow) this.#onTheWay.push(line);
    else this.lines.push(line);
  }

  arrive(day: string): void {
    for (const line of this.#onTheWay.splice(0)) this.lines.push({ ...line, day });
  }

  /** What came under a number, and what went back. */
  sumsOf(number: string): { came: bigint; back: bigint } {
    const own = this.lines.filter((line) => line.number === number);
    const sum = (list: BankLine[]) => list.reduce((total, { cents }) => total + cents, 0n);
    return {
      came: sum(own.filter(({ cents }) => cents > 0n)),
      back: -sum(own.filter(({ cents }) => cents < 0n)),
    };
  }

  balance = (rail: Rail): bigint =>
    this.lines.filter((line) => line.rail === rail).reduce((sum, { cents }) => sum + cents, 0n);

  /** The file of what is new on an account, with some lines of the file before; undefined without any. */
  statement(rail: Rail, overlap: number): string | undefined {
    const all = this.lines.filter((line) => line.rail === rail);
    const from = this.#shown[rail];
    if (all.length === from) return undefined;
    this.#shown[rail] = all.length;
    const rows = all
      .slice(Math.max(0, from - overlap))
      .map(({ day, text, cents }) => `${day},${text},${decimal(cents)}`);
    return ['Date,Description,Amount', ...rows].join('\n');
  }
}
