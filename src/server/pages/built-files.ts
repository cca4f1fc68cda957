import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { answerFailure } from '../http/errors.ts';

/** Serves what the build made for browsers. */
export async function builtFiles(
  app: FastifyInstance,
  { clientDir }: { clientDir: string },
): Promise<void> {
  // A path that leads out of the folder, or to nothing, is one more that does not exist.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    const isOfCaller = status >= 400 && status < 500;
    return answerFailure(
      isOfCaller ? new Fault(404, words('Not found.')) : error,
      request as never,
      reply as never,
    );
  });
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
  });
  // Made by the build; names stay, so browsers ask again after a day.
  await app.register(fastifyStatic, {
    root: join(clientDir, 'pictures'),
    prefix: '/pictures/',
    decorateReply: false,
    maxAge: '1d',
  });
  app.get('/favicon.svg', { config: { access: { who: 'anyone' } } }, (_request, reply) =>
    reply.sendFile('favicon.svg', clientDir, { maxAge: '1d' }),
  );
}
