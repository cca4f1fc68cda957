import { Fault } from '../../shared/fault.ts';
import {
  LONGEST_PAGE,
  type ListQuery,
  MOST_COUNTED,
  MOST_FOUND_COUNTED,
} from '../../shared/list.ts';
import { words } from '../../shared/words.ts';
import type { Database } from '../database/database.ts';
import {
  type Columns,
  countRows,
  type Cursor,
  type List,
  readPage,
  type RowOf,
  usualSort,
} from './list.store.ts';
import type { Secrets } from '../secrets.ts';

/** What a list's route hands along. */
interface Asked {
  db: Database;
  secrets: Secrets;
  query: ListQuery;
  setHeader(name: string, value: string): void;
}

/**
 * The page that was asked for, with the total in `X-Total-Count` and the next one in `Link` (gaps.md §2). With
 * `counted=part` a long list is not counted to its end, and says `X-Total-More: true` beside the number.
 * Throws 400 for a cursor that is not ours or belongs to another order.
 */
export async function answerList<C extends Columns>(
  { db, secrets, query, setHeader }: Asked,
  list: List<C>,
  path: string,
): Promise<RowOf<List<C>>[]> {
  const after = query.cursor ? openCursor(secrets, path, query, usualSort(list)) : undefined;
  const page = await readPage(db, list, query, { after, limit: query.limit ?? LONGEST_PAGE });
  const most = query.search ? MOST_FOUND_COUNTED : MOST_COUNTED;
  const limit = query.counted === 'part' ? most + 1 : undefined;
  // A page with one more row behind it may be as many as would be counted.
  const read = page.rows.length + (page.cursor ? 1 : 0);
  const isOnly = !after && !page.cursor;
  const isLong = limit !== undefined && read >= limit;
  const count = isOnly || isLong ? read : await countRows(db, list, query, limit);
  // Of a list that stands here whole everybody sees how long it is.
  const isMore = !isOnly && limit !== undefined && count > most;
  setHeader('X-Total-Count', String(isMore ? most : count));
  if (isMore) setHeader('X-Total-More', 'true');
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
