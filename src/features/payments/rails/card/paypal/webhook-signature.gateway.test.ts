import {
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  X509Certificate,
} from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCertificate } from '../../../../../../sandbox/certificate.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import { days } from '../../../../../shared/time.ts';
import { isTrusted, verifyWebhook } from './webhook-signature.gateway.ts';
import type { WebhookHeaders } from './paypal.rules.ts';

const HOST = 'messageverificationcerts.paypal.com';
const NOW = new Date();
const WEBHOOK = 'WEBHOOK-1';
const BODY = Buffer.from('{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}');

const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const [rootKey, betweenKey, strangerKey] = [ec(), ec(), ec()];

/** A certificate over a key, signed by another. */
function certify(
  subject: string,
  publicKey: KeyObject,
  by: { name: string; key: KeyObject },
  more: { isAuthority?: boolean; now?: Date } = {},
) {
  return newCertificate({ subject, issuer: by.name, publicKey, signedBy: by.key, ...more });
}

const root = { name: 'Root', key: rootKey.privateKey };
const between = { name: 'Between', key: betweenKey.privateKey };
const ROOT = certify('Root', rootKey.publicKey, root, { isAuthority: true });
const BETWEEN = certify('Between', betweenKey.publicKey, root, { isAuthority: true });
const LEAF = certify(HOST, rsa.publicKey, between);
const longAgo = new Date(NOW.getTime() - days(3700));

/** The answer at each address of the sandbox. */
const FILES: Record<string, string | number> = {
  genuine: LEAF + BETWEEN,
  'leaf-alone': LEAF,
  'of-the-root': certify(HOST, rsa.publicKey, root),
  'self-signed': certify(HOST, rsa.publicKey, { name: HOST, key: ec().privateKey }),
  'of-a-stranger': certify(HOST, rsa.publicKey, { name: 'Root', key: strangerKey.privateKey }),
  'by-no-authority': LEAF + certify('Between', betweenKey.publicKey, root),
  'of-somebody': certify('paypal.com.example.org', rsa.publicKey, between) + BETWEEN,
  'of-a-look-alike': certify('notpaypal.com', rsa.publicKey, between) + BETWEEN,
  expired: certify(HOST, rsa.publicKey, between, { now: longAgo }) + BETWEEN,
  'from-an-expired-authority':
    LEAF + certify('Between', betweenKey.publicKey, root, { isAuthority: true, now: longAgo }),
  'other-key':
    certify(HOST, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, between) + BETWEEN,
  'elliptic-key': certify(HOST, ec().publicKey, between) + BETWEEN,
  'no-certificate': 'Hello',
  broken: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  huge: `${LEAF}${BETWEEN}${'#'.repeat(70_000)}`,
  missing: 404,
  down: 500,
  moved: 302,
};

let asked = 0;
const server = createServer((request, response) => {
  asked++;
  const file = FILES[(request.url ?? '').split('/').at(-1) ?? ''] ?? 404;
  if (typeof file === 'string') response.end(file);
  else response.writeHead(file, { location: '/genuine' }).end();
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const card = (change: Partial<CardService> = {}): CardService => ({
  apiUrl: url,
  clientId: 'client',
  clientSecret: 'secret',
  webhookId: WEBHOOK,
  environment: 'sandbox',
  sdkUrl: undefined,
  webhookAuthority: ROOT,
  isTest: true,
  ...change,
});

function headersFor(file: string, change: Partial<WebhookHeaders> = {}, webhookId = WEBHOOK) {
  const headers = {
    transmissionId: randomUUID(),
    transmissionTime: NOW.toISOString(),
    certificateUrl: `${url}/v1/notifications/certs/${file}`,
    algorithm: 'SHA256withRSA',
  };
  const signed = `${headers.transmissionId}|${headers.transmissionTime}|${webhookId}|${crc32(BODY)}`;
  const signature = sign('sha256', Buffer.from(signed), rsa.privateKey).toString('base64');
  return { ...headers, signature, ...change };
}

const judge = (headers: WebhookHeaders, body = BODY, service = card(), now = NOW) =>
  verifyWebhook(service, WEBHOOK, headers, body, now);

describe('a webhook event is genuine', () => {
  test.each(['genuine', 'of-the-root'])('with the certificate %s', async (file) => {
    expect(await judge(headersFor(file))).toBe('genuine');
  });

  test('and its certificate is fetched once', async () => {
    await judge(headersFor('genuine'));
    const before = asked;
    for (let n = 0; n < 20; n++) await judge(headersFor('genuine'));
    expect(asked).toBe(before);
  });
});

describe('a webhook event is forged', () => {
  test('when its body was altered', async () => {
    const altered = Buffer.from(BODY.toString().replace('COMPLETED', 'DENIED'));
    expect(await judge(headersFor('genuine'), altered)).toBe('forged');
  });

  test.each([
    ['its id', { transmissionId: randomUUID() }],
    ['its time', { transmissionTime: new Date(NOW.getTime() + 1000).toISOString() }],
    ['its signature', { signature: Buffer.alloc(256, 7).toString('base64') }],
    ['its signature is empty', { signature: '' }],
    ['its algorithm', { algorithm: 'SHA1withRSA' }],
  ])('when %s was altered', async (_what, change) => {
    expect(await judge(headersFor('genuine', change))).toBe('forged');
  });

  test('when it was signed for the webhook of someone else', async () => {
    expect(await judge(headersFor('genuine', {}, 'WEBHOOK-2'))).toBe('forged');
  });

  test.each([
    'of-somebody',
    'of-a-look-alike',
    'other-key',
    'elliptic-key',
    'no-certificate',
    'broken',
    'huge',
    'missing',
  ])('with the certificate %s', async (file) => {
    expect(await judge(headersFor(file))).toBe('forged');
  });

  test.each([
    'https://api.paypal.com.example.org/cert',
    'https://paypal.com.evil.example/cert',
    'https://evilpaypal.com/cert',
    'https://paypal.com/cert',
    'http://api.paypal.com/cert',
    'https://api.paypal.com:8443/cert',
    'https://user@api.paypal.com/cert',
    'https://127.0.0.1/cert',
    'https://[::1]/cert#.paypal.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not an address',
  ])('when its certificate lies at %s, which is not even asked', async (certificateUrl) => {
    const before = asked;
    const real = card({ apiUrl: 'https://api-m.paypal.com', webhookAuthority: undefined });
    expect(await judge(headersFor('genuine', { certificateUrl }), BODY, real)).toBe('forged');
    expect(asked).toBe(before);
  });

  test('when the sandbox’s certificate is elsewhere', async () => {
    const certificateUrl = `${url.replace('127.0.0.1', 'localhost')}/genuine`;
    expect(await judge(headersFor('genuine', { certificateUrl }))).toBe('forged');
  });
});

describe('a webhook event is left to PayPal to judge', () => {
  test.each([
    'leaf-alone',
    'self-signed',
    'of-a-stranger',
    'by-no-authority',
    'expired',
    'from-an-expired-authority',
    'down',
    'moved',
  ])('with the certificate %s', async (file) => {
    expect(await judge(headersFor(file))).toBe('unsure');
  });

  test('when the sandbox’s authority is not the one that we trust', async () => {
    const stranger = certify(
      'Root',
      strangerKey.publicKey,
      { name: 'Root', key: strangerKey.privateKey },
      { isAuthority: true },
    );
    expect(await judge(headersFor('genuine'), BODY, card({ webhookAuthority: stranger }))).toBe(
      'unsure',
    );
  });

  test('when its certificate was good once, or will be', async () => {
    const late = new Date(NOW.getTime() + days(3700));
    expect(await judge(headersFor('genuine'), BODY, card(), late)).toBe('unsure');
    expect(await judge(headersFor('genuine'), BODY, card(), longAgo)).toBe('unsure');
  });
});

test('where no sandbox names its authority, the system’s are trusted and no other', () => {
  const inDate = getCACertificates('default')
    .map((pem) => new X509Certificate(pem))
    .find(({ validToDate }) => validToDate > NOW) as X509Certificate;
  expect(isTrusted([inDate], undefined, NOW)).toBe(true);
  const ours = [LEAF, BETWEEN].map((pem) => new X509Certificate(pem));
  expect(isTrusted(ours, ROOT, NOW)).toBe(true);
  expect(isTrusted(ours, undefined, NOW)).toBe(false);
  expect(isTrusted([], undefined, NOW)).toBe(false);
});
