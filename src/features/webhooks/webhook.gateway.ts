import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { publicAddressOf } from '../../server/security/public-address.ts';
import { answerWithinMs } from './webhook.rules.ts';

/**
 * The headers of a message as Standard Webhooks signs them: HMAC-SHA256 of id, timestamp and body with the bytes behind
 * `whsec_` (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Of development: addresses of one's own network. */
  allowPrivate: boolean;
}

/** Why a message did not arrive, or null when the receiver has it; the status of its answer where it gave one. */
export interface PostOutcome {
  status: number | null;
  error: string | null;
}

const longestError = 300;

/**
 * Posts a message to the address that was checked, follows no redirect, and reads nothing of the answer but its status.
 * Does not throw: why it failed is in the outcome.
 */
export async function postWebhook(message: Posted): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(answerWithinMs);
  try {
    const status = await Promise.race([post(message, signal), expiry(signal)]);
    if (status >= 200 && status < 300) return { status, error: null };
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      error: isRedirect ? `Answered ${status}: redirects are not followed.` : `Answered ${status}.`,
    };
  } catch (error) {
    const said = signal.aborted ? 'No answer within five seconds.' : wordsOf(error);
    return { status: null, error: said.slice(0, longestError) };
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A name that does not resolve cannot be aborted. */
const expiry = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('expired')), { once: true });
  });

async function post(
  { url: address, headers, body, allowPrivate }: Posted,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(address);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const host = await publicAddressOf(hostname, { allowPrivate, what: 'receiver' });
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise<number>((resolve, reject) => {
    const sent = request({
      method: 'POST',
      host,
      port: url.port || undefined,
      path: `${url.pathname}${url.search}`,
      // The certificate is of the name, although the connection goes to the address.
      ...(isIP(hostname) ? {} : { servername: hostname }),
      headers: {
        ...headers,
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'OneAfricaPassport-Webhooks/1',
      },
      agent: false,
      signal,
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.on('error', () => undefined);
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.end(body);
  });
}
