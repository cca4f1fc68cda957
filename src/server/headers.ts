import type { FastifyInstance } from 'fastify';
import { isCallPath } from './errors.ts';

/** Nothing may load, run or frame an answer that is not a document. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer; documents bring their own Content-Security-Policy (pages.ts). */
export function installHeaders(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onSend', async (request, reply) => {
    reply.headers({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=()',
      'X-Request-Id': request.id,
    });
    if (!reply.hasHeader('Cross-Origin-Opener-Policy'))
      reply.header('Cross-Origin-Opener-Policy', 'same-origin');
    if (!reply.hasHeader('Content-Security-Policy'))
      reply.header('Content-Security-Policy', CLOSED);
    if (!reply.hasHeader('Cross-Origin-Resource-Policy'))
      reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (publicUrl.startsWith('https:')) {
      reply.header('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    }
    if (isCallPath(request.url) && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store');
  });
}
