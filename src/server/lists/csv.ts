import type { FastifyReply } from 'fastify';
import { streamed } from '../http/streamed.ts';

/** Leading characters that spreadsheets take for a formula, full-width forms included. */
export const FORMULA_STARTS = '=+-@\t\r\n\0＝＋－＠';
const formulas = new Set(FORMULA_STARTS);

/** One RFC 4180 line, every field quoted; a field that a spreadsheet would run gets a quote in front. */
export function csvLine(fields: readonly unknown[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : String(value);
  const safe = formulas.has(text.charAt(0)) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Streams lines, or pieces of them, behind a byte order mark, which makes Excel read UTF-8. */
export const csvReply = (
  reply: FastifyReply,
  lines: AsyncIterable<string | Buffer>,
): Promise<FastifyReply> =>
  streamed(reply, lines, { type: 'text/csv; charset=utf-8', opening: '\uFEFF' });
