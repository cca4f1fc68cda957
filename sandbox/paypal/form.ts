import type { RestCall } from './rest.ts';

export type Part = { name: string; filename: string | undefined; bytes: Buffer };

/** The parts of a `multipart/form-data` body. */
export function filesOf({ headers, bytes }: RestCall): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) return [];
  const parts: Part[] = [];
  const mark = Buffer.from(`--${boundary}`);
  let from = bytes.indexOf(mark);
  while (from >= 0) {
    const to = bytes.indexOf(mark, from + mark.length);
    if (to < 0) break;
    // A line end is behind the mark and before the next one.
    const part = bytes.subarray(from + mark.length + 2, to - 2);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString('utf8');
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    if (name !== undefined)
      parts.push({
        name,
        filename: /filename="([^"]*)"/.exec(head)?.[1],
        bytes: part.subarray(split + 4),
      });
    from = to;
  }
  return parts;
}
