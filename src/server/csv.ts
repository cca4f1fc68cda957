import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Leading characters that spreadsheets take for a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;

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
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/**
 * Streams lines with back-pressure behind a byte order mark, which makes Excel read UTF-8.
 * Waits for the first of them, so that what fails at once is still answered as a failure.
 */
export async function csvReply(
  reply: FastifyReply,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  const rest = lines[Symbol.asyncIterator]();
  const first = await rest.next().catch((error: unknown) => {
    // The answer will be a sentence, no file.
    reply.removeHeader('Content-Disposition');
    throw error;
  });
  const stream = Readable.from(
    (async function* () {
      try {
        yield '\uFEFF';
        for (let next = first; !next.done; next = await rest.next()) yield next.value;
      } finally {
        // A reader that leaves ends the reading of the database too.
        await rest.return?.();
      }
    })(),
    { objectMode: false },
  );
  return reply.type('text/csv; charset=utf-8').send(stream);
}
