import {
  LONGEST_PAGE,
  type ListQuery,
  MOST_COUNTED,
  MOST_FOUND_COUNTED,
} from '../../shared/list.ts';
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
import { badCursor, linkNextPage, type ListRequest, readCursor } from './cursor.ts';

/**
 * The page that was asked for, with the total in `X-Total-Count` and the next one in `Link` (gaps.md §2). With
 * `counted=part` a long list is not counted to its end, and says `X-Total-More: true` beside the number.
 * Throws 400 for a cursor that is not ours or belongs to another order.
 */
export async function answerList<C extends Columns>(
  request: ListRequest<ListQuery> & { db: Database },
  list: List<C>,
  path: string,
): Promise<RowOf<List<C>>[]> {
  const { db, query, setHeader } = request;
  const after = readCursor<Cursor>(request, path);
  if (after && after[0] !== (query.sort ?? usualSort(list))) throw badCursor();
  const page = await readPage(db, list, query, { after, limit: query.limit ?? LONGEST_PAGE });
  const most = query.search ? MOST_FOUND_COUNTED : MOST_COUNTED;
  const limit = query.counted === 'part' ? most + 1 : undefined;
  // A page with one more row behind it may be as many as would be counted.
  const read = page.rows.length + (page.cursor ? 1 : 0);
  const isOnly = !after && !page.cursor;
  const isLong = limit !== undefined && read >= limit;
  const count = isOnly || isLong ? read : await countRows(db, list, query, limit);
  // Of a list that is here whole everyone sees how long it is.
  const isMore = !isOnly && limit !== undefined && count > most;
  setHeader('X-Total-Count', String(isMore ? most : count));
  if (isMore) setHeader('X-Total-More', 'true');
  if (page.cursor) linkNextPage(request, path, page.cursor);
  return page.rows;
}
