import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts `handle` in front of everyone who answers requests so far; it passes on what is not its own with `next`. */
export function putInFront(
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse, next: Handle) => void,
): void {
  const listeners = server.listeners('request') as Handle[];
  const next: Handle = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => handle(request, response, next));
}
