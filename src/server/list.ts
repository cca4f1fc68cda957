import { Fault } from '../shared/fault.ts';
import { LONGEST_PAGE, type ListQuery } from '../shared/list.ts';
import { words } from '../shared/words.ts';
import type { Database } from './database.ts';
import {
  type Columns,
  countRows,
  type Cursor,
  type List,
  readPage,
  type RowOf,
  usualSort,
} from './list.store.ts';
import type { Secrets } from './secrets.ts';

/** What a list's route hands along. */
interface Asked {
  db: Database;
  secrets: Secrets;
  query: ListQuery;
  setHeader(name: string, value: string): void;
}

/**
 * The page that was asked for, with the total in `X-Total-Count` and the next one in `Link`.
 * Throws 400 for a cursor that is not ours or belongs to another order.
 */
export async function answerList<C extends Columns>(
  { db, secrets, query, setHeader }: Asked,
  list: List<C>,
  path: string,
): Promise<RowOf<List<C>>[]> {
  const after = query.cursor ? openCursor(secrets, path, query, usualSort(list)) : undefined;
  const page = await readPage(db, list, query, { after, limit: query.limit ?? LONGEST_PAGE });
  setHeader('X-Total-Count', String(await countRows(db, list, query)));
  if (page.cursor) {
    const cursor = secrets.sign(`cursor ${path}`, JSON.stringify(page.cursor));
    const asked = Object.entries({ ...query, cursor }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    const search = new URLSearchParams(
      asked.map(([name, value]): [string, string] => [name, String(value)]),
    );
    setHeader('Link', `<${path}?${search}>; rel="next"`);
  }
  return page.rows;
}

/** Signed, because its value is compared in the database as the column's type. */
function openCursor(secrets: Secrets, path: string, query: ListQuery, usual: string): Cursor {
  const text = secrets.verify(`cursor ${path}`, query.cursor ?? '');
  const cursor = text === undefined ? undefined : (JSON.parse(text) as Cursor);
  if (cursor?.[0] !== (query.sort ?? usual))
    throw new Fault(400, words('This cursor is not one of ours'));
  return cursor;
}
