import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anyone } from '../../shared/access.ts';
import { isPictureName, pictureAddress } from '../../shared/picture.ts';
import type { Database } from '../database/database.ts';

/** The file of an uploaded picture by its name; undefined where there is none. */
export type LoadPicture = (
  db: Database,
  name: string,
) => Promise<{ type: string; bytes: Buffer } | undefined>;

/** Pictures that many look at are read once; a file is at most some hundred kilobytes. */
const mostCached = 24;

/**
 * `/uploads/<name>`: pictures that administrators have uploaded, as the server made them. A name stands for
 * its bytes for ever; that they are no document, whatever is in them, say the headers of every answer.
 */
export function installUploads(
  app: FastifyInstance,
  { db, loadPicture }: { db: Database; loadPicture: LoadPicture },
): void {
  const cached = new Map<string, Awaited<ReturnType<LoadPicture>>>();

  async function find(name: string) {
    const known = cached.get(name);
    if (known) return known;
    const found = await loadPicture(db, name);
    if (!found) return undefined;
    const [oldest] = cached.keys();
    if (cached.size >= mostCached && oldest !== undefined) cached.delete(oldest);
    cached.set(name, found);
    return found;
  }

  app.get<{ Params: { name: string } }>(
    pictureAddress(':name'),
    { config: { access: anyone } },
    async (request, reply) => {
      const { name } = request.params;
      // An invented name costs no look into the database, which cannot hold every one of them.
      const found = isPictureName(name) ? await find(name) : undefined;
      if (!found) return reply.callNotFound();
      reply.headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        ETag: `"${name}"`,
        'Accept-Ranges': 'bytes',
      });
      if (request.headers['if-none-match']?.includes(`"${name}"`)) return reply.status(304).send();
      return sendPart(request, reply.type(found.type), found.bytes);
    },
  );
}

/** The whole, or the one part that was asked for (RFC 9110 §14.2). */
function sendPart(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (!from && !to) return reply.send(bytes);
  const first = from ? Number(from) : Math.max(0, bytes.length - Number(to));
  const last = from && to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1;
  if (first > last || first >= bytes.length)
    return reply.status(416).header('Content-Range', `bytes */${bytes.length}`).send();
  return reply
    .status(206)
    .header('Content-Range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1));
}
