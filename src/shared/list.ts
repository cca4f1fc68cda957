import * as z from 'zod/mini';
import { searchText } from './schema.ts';
import { words } from './words.ts';

/** Rows of a list that was asked for without a question, and the most that one page may have. */
export const LONGEST_PAGE = 500;

/** How many rows are counted with a page that cannot wait: to count on takes the longer the more there are. */
export const MOST_COUNTED = 1000;
/** The same of a search, which has to look into every row: no more than a page brings, so that nothing is sought twice. */
export const MOST_FOUND_COUNTED = 100;

const badLimit = words('limit must be a whole number from 1 to 500');

/** Rows of one page. */
export const pageLimit = z.optional(
  z.coerce
    .number(badLimit)
    .check(z.int(badLimit), z.minimum(1, badLimit), z.maximum(LONGEST_PAGE, badLimit)),
);

/** Where the page before ended, of its `Link` header. */
export const pageCursor = z.optional(
  z.string().check(z.maxLength(4000, words('This cursor is not valid'))),
);

/** `part`: who cannot wait for the total of a long list gets a number to begin with. */
export const counted = z.optional(z.literal('part', words('counted must be “part” or left out')));

/**
 * The question that a dashboard's list takes (gaps.md §2): `search` in its texts, `sort` by one of
 * the names (`-name` backwards), `limit`, `cursor` of a `Link` header, and exact filters (one row by `id`).
 */
export const listQuery = <const Names extends readonly [string, ...string[]]>(sorts: Names) =>
  z.object({
    search: searchText,
    sort: z.optional(
      z.enum(
        [...sorts, ...sorts.map((name) => `-${name}` as const)],
        words('This list cannot be sorted that way'),
      ),
    ),
    limit: pageLimit,
    cursor: pageCursor,
    counted,
    /** That row alone. */
    id: z.optional(z.uuid(words('This ID is not valid'))),
    country: z.optional(z.string().check(z.maxLength(100, words('This country is too long')))),
    status: z.optional(z.string().check(z.maxLength(50, words('This status is too long')))),
  });

export interface ListQuery {
  search?: string | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  counted?: 'part' | undefined;
  id?: string | undefined;
  country?: string | undefined;
  status?: string | undefined;
}
