import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FRAMEWORK } from './errors.ts';
import { putInFront } from './in-front.ts';
import { closedHeaders } from '../security/headers.ts';

/** Statuses for errors of the HTTP parser, by their code; 400 for all others. */
const STATUS_OF: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const refusalHeaders = (publicUrl: string) => ({
  ...closedHeaders(publicUrl),
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Connection: 'close',
});

/** Refuses a request with two Host headers (RFC 9112 §3.2): a proxy may have believed the other one than Node does. */
export function refuseTwoHosts(server: Server, publicUrl: string): void {
  const refusal = JSON.stringify({ message: FRAMEWORK[400] });
  const headers = { ...refusalHeaders(publicUrl), 'Content-Length': Buffer.byteLength(refusal) };
  putInFront(server, (request, response, next) => {
    let hosts = 0;
    const { rawHeaders } = request;
    for (let n = 0; n < rawHeaders.length; n += 2)
      if (rawHeaders[n]?.length === 4 && rawHeaders[n]?.toLowerCase() === 'host') hosts++;
    if (hosts < 2) next(request, response);
    else response.writeHead(400, headers).end(refusal);
  });
}

/**
 * Answers what never became a request, as the parser could not read it, in the form of every other
 * refusal, and ends the connection.
 */
export function clientErrorHandlerFor(publicUrl: string) {
  const headers = Object.entries(refusalHeaders(publicUrl));
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A reset has no one left to read, and in an answer under way these bytes would become its body.
    if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering(socket)) {
      const status = STATUS_OF[error.code ?? ''] ?? 400;
      const body = JSON.stringify({ message: FRAMEWORK[status] });
      const head = [...headers, ['Content-Length', Buffer.byteLength(body)]]
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    }
    socket.destroy(error);
  };
}

/** Whether Node has begun to send an answer on this connection; it keeps it under this name. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
