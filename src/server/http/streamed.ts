import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Streams text with back-pressure behind its `opening`. Waits for the first of it, so that what fails
 * at once is still answered as a failure.
 */
export async function streamed(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Buffer>,
  { type, opening = '' }: { type: string; opening?: string },
): Promise<FastifyReply> {
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next().catch((error: unknown) => {
    // The answer will be a sentence, no file.
    reply.removeHeader('Content-Disposition');
    throw error;
  });
  const stream = Readable.from(
    (async function* () {
      if (opening) yield opening;
      for (let next = first; !next.done; next = await rest.next()) yield next.value;
    })(),
    { objectMode: false },
  );
  // A reader that leaves, be it before anything was read, ends the reading of the database too.
  stream.once('close', () => {
    rest.return?.().catch((error: unknown) => reply.log.error(error));
  });
  return reply.type(type).send(stream);
}
