import { publicAddressOf, RefusedServer } from '../../../server/security/public-address.ts';
import { SUBMISSION_PORTS } from './smtp-config.rules.ts';

/**
 * The IP address to connect to, for a port that mail is sent through. Throws `RefusedServer`, or the
 * resolver's error.
 */
export async function checkedAddress(
  server: { host: string; port: number },
  allowPrivate: boolean,
): Promise<string> {
  if (!SUBMISSION_PORTS.includes(server.port)) {
    throw new RefusedServer(
      `Port ${server.port} is not a port for sending mail (465, 587 or 2525).`,
    );
  }
  return publicAddressOf(server.host, { allowPrivate, what: 'mail server' });
}
