import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { answerFailure } from '../http/errors.ts';

/** The files of a folder, which has no others in it. A link is none: the build makes none, and one may lead anywhere. */
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => resolve(folder, name));

const svgType = 'image/svg+xml';

/** Serves what the build made for browsers, as far as it is there at the start. */
export async function builtFiles(
  app: FastifyInstance,
  { clientDir }: { clientDir: string },
): Promise<void> {
  // A path that leads out of the folder, or to nothing, is one more that does not exist.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    const isOfCaller = error instanceof Fault || (status >= 400 && status < 500);
    return answerFailure(
      isOfCaller ? new Fault(404, words('Not found.')) : error,
      request as never,
      reply as never,
    );
  });
  // The plugin names a charset for text alone, and an SVG file is XML.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === svgType)
      reply.header('content-type', `${svgType}; charset=utf-8`);
  });
  const files = new Set(
    ['assets', 'pictures'].flatMap((name) => filesIn(join(clientDir, name))),
  ).add(resolve(clientDir, 'favicon.svg'));
  const requireBuilt = (file: string) => {
    if (!files.has(file)) throw new Fault(404, words('Not found.'));
  };
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    decorateReply: true,
    // File names carry a hash of their content: nobody asks again whether one has changed.
    immutable: true,
    maxAge: '365d',
    etag: false,
    lastModified: false,
    acceptRanges: false,
    preCompressed: true,
    onFile: requireBuilt,
  });
  // Made by the build; names stay, so browsers ask again after a day.
  await app.register(fastifyStatic, {
    root: join(clientDir, 'pictures'),
    prefix: '/pictures/',
    decorateReply: false,
    maxAge: '1d',
    onFile: requireBuilt,
  });
  app.get('/favicon.svg', { config: { access: { who: 'anyone' } } }, (_request, reply) =>
    reply.sendFile('favicon.svg', clientDir, { maxAge: '1d' }),
  );
}
