import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../shared/language.ts';
import type { DrawMap, PageData } from '../../shared/page.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { acceptsEncoding } from '../http/encoding.ts';
import type { PageCache } from './page-cache.ts';

const compress = promisify(brotliCompress);

/** `/pictures/africa.svg`: where signatures come from, as old as the pages' own numbers and drawn once for all. */
export function installMap(app: FastifyInstance, cache: PageCache, draw: DrawMap): void {
  const drawn = new WeakMap<PageData, Promise<{ plain: string; br: Buffer }>>();

  function drawnFrom(data: PageData) {
    const known = drawn.get(data);
    if (known) return known;
    const plain = draw(data.byCountry);
    const made = compress(plain).then((br) => ({ plain, br }));
    drawn.set(data, made);
    return made;
  }

  app.get(
    '/pictures/africa.svg',
    { config: { access: { who: 'anyone' } } },
    async (request, reply) => {
      // It holds no words, so any language's numbers do.
      const data = await cache.data(LANGUAGES[0], request.log);
      if (!data) throw new Fault(503, words('The map cannot be drawn right now.'));
      const { plain, br } = await drawnFrom(data);
      reply
        .header('Cache-Control', 'public, max-age=60')
        .header('Vary', 'Accept-Encoding')
        .type('image/svg+xml; charset=utf-8');
      return acceptsEncoding(request.headers['accept-encoding'], 'br')
        ? reply.header('Content-Encoding', 'br').send(br)
        : reply.send(plain);
    },
  );
}
