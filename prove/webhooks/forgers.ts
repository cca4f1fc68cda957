import { createPrivateKey, type KeyObject, randomInt, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FOREIGN_CERTIFICATE } from '../../sandbox/paypal/authority.ts';
import { days } from '../../src/shared/time.ts';
import type { Sent, SentNotice } from './lives.ts';

/** Makes something that PayPal did not sign for us, in these days, from a notice that it did. */
type Forger = (genuine: SentNotice) => Sent;

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

const header =
  (name: string, value: (before: string) => string): Forger =>
  ({ headers, body }) => ({ body, headers: { ...headers, [name]: value(headers[name] ?? '') } });
const text =
  (change: (before: string) => string): Forger =>
  ({ headers, body }) => ({ headers, body: change(body) });

/** One bit of one character; a letter or digit, so that it stays JSON most of the time. */
function withOneBitFlipped(body: string): string {
  const places = [...body.matchAll(/\w/g)].map(({ index }) => index);
  const at = pick(places);
  return body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
}

function flipBit(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = randomInt(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << randomInt(8)), at);
  return bytes.toString('base64');
}

const ALTERED: Record<string, Forger> = {
  'one bit of the body': text(withOneBitFlipped),
  'the amount': text((body) => body.replace(/"value":"\d+\.\d\d"/, '"value":"0.01"')),
  'the kind': text((body) => body.replace(/"event_type":"[\w.-]+"/, '"event_type":"FORGED"')),
  'the id': text((body) => body.replace(/"id":"WH-/, `"id":"WH-${randomInt(1e9)}`)),
  'a space': text((body) => `${body} `),
  'one bit of the signature': header('paypal-transmission-sig', flipBit),
  'the id of the transmission': header('paypal-transmission-id', () => randomUUID()),
  'the time of the transmission': header('paypal-transmission-time', (time) =>
    new Date(Date.parse(time) + 1000).toISOString(),
  ),
  'the algorithm': header('paypal-auth-algo', () => pick(['none', 'SHA1withRSA', 'HS256', ' '])),
  'the address of the certificate': header('paypal-cert-url', (url) =>
    pick([
      'https://api.paypal.com.example.org/cert',
      'http://127.0.0.1:1/cert',
      'file:///etc/hosts',
      `${url}x`,
    ]),
  ),
};

/** Signed by PayPal's own key, and not for us or not now. */
function resigned(key: KeyObject, webhookId: string, at: (time: number) => number): Forger {
  return ({ headers, body }) => {
    const id = randomUUID();
    const time = new Date(at(Date.parse(headers['paypal-transmission-time'] ?? ''))).toISOString();
    const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
    return {
      body,
      headers: {
        ...headers,
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('sha256', signed, key).toString('base64'),
      },
    };
  };
}

/** The key with which the sandbox's PayPal signs. */
export const signerKeyIn = (sandboxDir: string): KeyObject =>
  createPrivateKey(
    (JSON.parse(readFileSync(join(sandboxDir, 'paypal/signer.json'), 'utf8')) as { key: string })
      .key,
  );

/** Every kind of forgery, with what was altered. The first shows that the key at hand is PayPal's. */
export function forgersWith(key: KeyObject, webhookId: string) {
  const underForeignCertificate = header('paypal-cert-url', (url) =>
    url.replace(/[^/]+$/, FOREIGN_CERTIFICATE),
  );
  return {
    genuine: resigned(key, webhookId, (time) => time),
    forgers: {
      ...ALTERED,
      'the authority of the certificate': underForeignCertificate,
      'the webhook that it was signed for': resigned(key, 'SOMEBODY-ELSES', (time) => time),
      'the age: five days': resigned(key, webhookId, (time) => time - days(5)),
      'the age: tomorrow': resigned(key, webhookId, (time) => time + days(1)),
    } satisfies Record<string, Forger>,
  };
}
