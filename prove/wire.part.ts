import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, constants } from 'node:zlib';
import { cookieJar } from '../src/server/http/cookies.ts';
import { installFrontPages } from '../src/server/pages/front-pages.ts';
import { createPageCache, type PageCacheOptions } from '../src/server/pages/page-cache.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { openedValue } from '../src/server/security/spam.ts';
import type { Language } from '../src/shared/language.ts';

export interface OnWire {
  headBytes: number;
  /** As it was sent: brotli. */
  body: Buffer;
}

/** How many bytes of HTTP/1.1 bring the cached start page to a browser, in each language: read from a socket. */
export async function weighOnWire(
  options: Pick<PageCacheOptions, 'render' | 'assets' | 'publicUrl' | 'translate' | 'loadData'>,
  languages: readonly Language[],
): Promise<Map<Language, OnWire>> {
  const jar = cookieJar(options.publicUrl);
  const cache = createPageCache({
    ...options,
    loadVersion: async () => 0,
    sourcesOf: () => undefined,
  });
  const server = createServer((_request, response) => response.writeHead(500).end());
  installFrontPages(server, {
    cache,
    jar,
    publicUrl: options.publicUrl,
    openedCookie: () => jar.write('opened', openedValue(secretsFrom('s'.repeat(32)), Date.now())),
    onAnswer: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const weights = new Map<Language, OnWire>();
    for (const language of languages) {
      // Building it takes longer than its version is good for on a busy machine: the second call asks for that again.
      const { warn } = console;
      await cache.page('/', language, { warn });
      await cache.page('/', language, { warn });
      weights.set(language, await fetchOnce(port, language));
    }
    return weights;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** How many bytes, headers included, a browser must have before it can read as far as `text`. */
export function bytesUntil(text: RegExp, { headBytes, body }: OnWire): number {
  const isIn = (bytes: number) =>
    text.test(
      brotliDecompressSync(body.subarray(0, bytes), {
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }).toString(),
    );
  if (!isIn(body.length)) throw new Error(`The page has no ${text}.`);
  let [without, having] = [0, body.length];
  while (having - without > 1) {
    const half = Math.floor((without + having) / 2);
    if (isIn(half)) having = half;
    else without = half;
  }
  return headBytes + having;
}

async function fetchOnce(port: number, language: Language): Promise<OnWire> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(
    `GET / HTTP/1.1\r\nHost: example.org\r\nAccept-Encoding: br\r\nAccept-Language: ${language}\r\n\r\n`,
  );
  let came = Buffer.alloc(0);
  for await (const chunk of socket) {
    came = Buffer.concat([came, chunk as Buffer]);
    const headBytes = came.indexOf('\r\n\r\n') + 4;
    const head = came.toString('latin1', 0, headBytes);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (!head.startsWith('HTTP/1.1 200 ') || !head.includes(`Content-Language: ${language}`))
      throw new Error(`Not the page:\n${head}`);
    if (came.length === headBytes + length) return { headBytes, body: came.subarray(headBytes) };
  }
  throw new Error('The connection ended in the middle of the page.');
}
