import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { Secrets } from '../secrets.ts';
import type { PageFound, PageOf, Place } from './page.store.ts';

/** The part of a list's request context that cursors need. */
export interface ListRequest<Query> {
  secrets: Secrets;
  query: Query;
  setHeader(name: string, value: string): void;
}

type CursorQuery = { cursor?: string | undefined };

/**
 * The row behind which the requested page begins; undefined for the first page. Cursors are signed, as their values
 * are compared in the database. Throws 400 for one that is not ours or belongs to another list.
 */
export function readCursor<Row>(
  { secrets, query: { cursor } }: Pick<ListRequest<CursorQuery>, 'secrets' | 'query'>,
  path: string,
): Row | undefined {
  if (!cursor) return undefined;
  const text = secrets.verify(`cursor ${path}`, cursor);
  if (!text) throw badCursor();
  return JSON.parse(text) as Row;
}

/** Names the page behind `last` in `Link`: the same query, or the `repeated` part of it, with the row's cursor. */
export function linkNextPage<Query extends CursorQuery>(
  { secrets, query, setHeader }: ListRequest<Query>,
  path: string,
  last: readonly unknown[],
  repeated: Partial<Query> = query,
): void {
  const cursor = secrets.sign(`cursor ${path}`, JSON.stringify(last));
  const entries = Object.entries({ ...repeated, cursor }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const search = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  );
  setHeader('Link', `<${path}?${search}>; rel="next"`);
}

export const badCursor = () => new Fault(400, words('This cursor is not valid'));

/** Reads the requested page of a list and names the next one in `Link`. Throws 400 for a cursor of another list. */
export async function answerPage<Row>(
  request: ListRequest<{ limit?: number | undefined; cursor?: string | undefined }>,
  { path, usualLimit }: { path: string; usualLimit: number },
  read: (page: PageOf) => Promise<PageFound<Row>>,
): Promise<Row[]> {
  const { limit } = request.query;
  const after = readCursor<Place>(request, path);
  const { rows, next } = await read({ after, limit: limit ?? usualLimit });
  if (next) linkNextPage(request, path, next, { limit });
  return rows;
}
