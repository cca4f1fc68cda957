import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Separators of words in names and addresses: `awa.diop@example.org` is found by `diop`, and by `awa.d`. */
const PARTING = sql.raw(`'@._+-,/’''', '         '`);

/** Words of a row that people look for. Index (gin) and question must say the same parts in the same order. */
export const searchVectorOf = (...parts: SQLWrapper[]): SQL =>
  sql`to_tsvector('simple', translate(${sql.join(parts, sql` || ' ' || `)}, ${PARTING}))`;

/** Whether these words are among them, each by its beginning, in whatever order. `text` needs a letter or a digit. */
export function matchesWords(words: SQL, text: string): SQL {
  const terms = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return sql`${words} @@ to_tsquery('simple', ${terms.map((term) => `'${term}':*`).join(' & ')})`;
}
