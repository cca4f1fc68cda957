import { loadavg } from 'node:os';

/** Prints rows as one table, the first column to the left and figures to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const show = (row: readonly string[]) =>
    row
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join('  ')
      .trimEnd();
  console.log(`\n${rows.map(show).join('\n')}\n`);
}

/** Load of the machine before a run: figures of a busy machine are noise, their ratios less so. */
export const machineLoad = () => `load of the machine: ${loadavg()[0]?.toFixed(1)}`;

export const whole = (figure: number) => Math.round(figure).toLocaleString('en');
