import type { PageFound, PageOf, Place } from './page.store.ts';
import { linkNextPage, type ListRequest, readCursor } from './cursor.ts';

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
