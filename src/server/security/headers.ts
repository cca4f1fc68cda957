import type { FastifyInstance } from 'fastify';
import { isCallPath } from '../http/errors.ts';

/** Nothing may load, run or frame an answer that is not a document. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Scripts, sheets and fonts. Nothing else can be made of them (nosniff), so what governs documents does nothing there;
 * a first visit fetches a dozen of them on a metered network.
 */
const PART_OF_A_PAGE = /^(?:application\/javascript|text\/css|font\/)/;

const headersOfParts = (publicUrl: string) => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : {}),
});

const headersOfAll = (publicUrl: string) => ({
  ...headersOfParts(publicUrl),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(),geolocation=(),microphone=(),usb=()',
});

const SAME_SITE = { 'Cross-Origin-Resource-Policy': 'same-origin' };

const UNLESS_SAID = {
  ...SAME_SITE,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': CLOSED,
};

/** Headers of an answer that is no document, for where the hook below does not reach. */
export const closedHeaders = (publicUrl: string): Record<string, string> => ({
  ...headersOfAll(publicUrl),
  ...UNLESS_SAID,
});

/** Headers of every answer but a file that is part of a page; documents bring their own Content-Security-Policy (pages.ts). */
export function installHeaders(app: FastifyInstance, publicUrl: string): void {
  const ofOthers = { always: headersOfAll(publicUrl), unlessSaid: Object.entries(UNLESS_SAID) };
  const ofParts = { always: headersOfParts(publicUrl), unlessSaid: Object.entries(SAME_SITE) };
  // With a callback: a promise for every answer is a tenth of a cached page.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPart = PART_OF_A_PAGE.test(String(reply.getHeader('content-type')));
    const { always, unlessSaid } = isPart ? ofParts : ofOthers;
    reply.headers(always);
    for (const [name, value] of unlessSaid) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!isPart) reply.header('X-Request-Id', request.id);
    if (isCallPath(request.url) && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}
