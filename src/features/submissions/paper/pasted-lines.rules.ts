/** A line of a sheet as it was typed or pasted. */
export interface DraftLine {
  fullName: string;
  country: string;
  email: string;
}

/** Whether pasted text is a piece of a table, and no text for one field. */
export const isTable = (text: string): boolean => /[\t\r\n]/.test(text.trim());

/**
 * The lines of a spreadsheet, between tabs or commas: name, country, email. A number in front of them is the
 * number of the line.
 */
export function linesIn(text: string): (DraftLine & { line: number | undefined })[] {
  const separator = text.includes('\t') ? '\t' : ',';
  return text
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const cells = cellsOf(row, separator);
      const [, number] = /^(\d{1,3})\.?$/.exec(cells[0] ?? '') ?? [];
      const [fullName = '', country = '', email = ''] = number ? cells.slice(1) : cells;
      return { line: number ? Number(number) : undefined, fullName, country, email };
    });
}

/** Cells may be in quotes, and a quote in them is doubled (RFC 4180). */
function cellsOf(row: string, separator: string): string[] {
  const cell = new RegExp(`(?:^|${separator})("(?:[^"]|"")*"|[^${separator}]*)`, 'g');
  return [...row.matchAll(cell)].map(([, text = '']) => {
    const trimmed = text.trim();
    return trimmed.startsWith('"') && trimmed.endsWith('"') && trimmed.length > 1
      ? trimmed.slice(1, -1).replaceAll('""', '"').trim()
      : trimmed;
  });
}

/** The lines with pasted ones from a place on; a line with a number goes to its own place. */
export function withPasted(
  lines: readonly DraftLine[],
  text: string,
  from: number,
): readonly DraftLine[] {
  const all = [...lines];
  let place = from;
  for (const { line, ...pasted } of linesIn(text)) {
    if (line) place = line - 1;
    while (all.length <= place) all.push({ ...BLANK_LINE });
    all[place] = pasted;
    place += 1;
  }
  return all;
}

export const BLANK_LINE: DraftLine = { fullName: '', country: '', email: '' };

export const isBlankLine = (line: DraftLine): boolean =>
  Object.values(line).every((text: string) => text.trim() === '');
