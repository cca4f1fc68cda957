import type { FastifyInstance } from 'fastify';
import { isCallPath } from '../http/errors.ts';

/** Nothing may load, run or frame an answer that is not a document. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const headersOfAll = (publicUrl: string) => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(),geolocation=(),microphone=(),usb=()',
  ...(publicUrl.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : {}),
});

const UNLESS_SAID = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': CLOSED,
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of an answer that is no document, for where the hook below does not reach. */
export const closedHeaders = (publicUrl: string): Record<string, string> => ({
  ...headersOfAll(publicUrl),
  ...UNLESS_SAID,
});

/** Headers of every answer; documents bring their own Content-Security-Policy (pages.ts). */
export function installHeaders(app: FastifyInstance, publicUrl: string): void {
  const always = headersOfAll(publicUrl);
  const unlessSaid = Object.entries(UNLESS_SAID);
  // With a callback: a promise for every answer is a tenth of a cached page.
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(always).header('X-Request-Id', request.id);
    for (const [name, value] of unlessSaid) if (!reply.hasHeader(name)) reply.header(name, value);
    if (isCallPath(request.url) && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}
