import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { PageFound, PageOf, Place } from './page.store.ts';
import type { Secrets } from '../secrets.ts';

interface Asked {
  secrets: Secrets;
  query: { limit?: number | undefined; cursor?: string | undefined };
  setHeader(name: string, value: string): void;
}

/**
 * Reads the page of a list that was asked for and names the next one in `Link`. Cursors are signed, as their values
 * are compared in the database. Throws 400 for one that is not ours or belongs to another list.
 */
export async function answerPage<Row>(
  { secrets, query, setHeader }: Asked,
  { path, usualLimit }: { path: string; usualLimit: number },
  read: (page: PageOf) => Promise<PageFound<Row>>,
): Promise<Row[]> {
  const purpose = `cursor ${path}`;
  const text = query.cursor && secrets.verify(purpose, query.cursor);
  if (query.cursor !== undefined && !text)
    throw new Fault(400, words('This cursor is not one of ours'));
  const after = text ? (JSON.parse(text) as Place) : undefined;
  const { rows, next } = await read({ after, limit: query.limit ?? usualLimit });
  if (next) {
    const cursor = secrets.sign(purpose, JSON.stringify(next));
    const asked = new URLSearchParams({ cursor });
    if (query.limit !== undefined) asked.set('limit', String(query.limit));
    setHeader('Link', `<${path}?${asked}>; rel="next"`);
  }
  return rows;
}
