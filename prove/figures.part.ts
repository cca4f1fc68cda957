/** The figures of a proof: printed as a table, and the proof fails when one of them does not hold. */
export class Figures {
  readonly #rows: string[][] = [];
  readonly #wrong: string[] = [];

  /** One figure and what it must be; without `must` it only informs, whatever `holds` says. */
  add(what: string, figure: string | number, must = '', holds = true): void {
    this.#rows.push([what, String(figure), must, must ? (holds ? 'yes' : 'NO') : '']);
    if (must && !holds) this.#wrong.push(what);
  }

  /** A figure that must be zero; the first few of what was found are printed. */
  none(what: string, found: readonly string[]): void {
    this.add(what, found.length, '0', found.length === 0);
    for (const one of found.slice(0, 5)) console.log(`  ${what}: ${one}`);
  }

  /** Prints everything; answers whether all of it holds. */
  print(): boolean {
    const rows = [['', 'figure', 'must be', 'holds'], ...this.#rows];
    const widths = [0, 1, 2, 3].map((n) => Math.max(...rows.map((row) => (row[n] ?? '').length)));
    const show = (row: string[]) =>
      row
        .map((cell, n) => (n === 1 ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0)))
        .join('  ')
        .trimEnd();
    console.log(`\n${rows.map(show).join('\n')}`);
    return this.#wrong.length === 0;
  }
}

/** "min / median / max" of durations in ms, in seconds. */
export function spread(durationsMs: readonly number[]): string {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return `${[at(0), at(0.5), at(1)].map((ms) => (ms / 1000).toFixed(2)).join(' / ')} s`;
}
