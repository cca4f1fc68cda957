import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newCertificate } from '../../../sandbox/certificate.ts';
import { postWebhook, signedHeaders } from './webhook.gateway.ts';

const trusted = getCACertificates('default');
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' });

const requests: { url: string | undefined; host: string | undefined }[] = [];
let server: Server;
let port = 0;
/** A receiver with a certificate of its own for a name. */
async function open(name: string, status = 200, headers: Record<string, string> = {}) {
  const names = [{ dns: name }];
  const cert = newCertificate({
    subject: name,
    issuer: name,
    publicKey,
    signedBy: privateKey,
    names,
  });
  server = createServer({ key, cert }, (request, response) => {
    requests.push({ url: request.url, host: request.headers.host });
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  return cert;
}
const trust = (cert: string) => setDefaultCACertificates([...trusted, cert]);
const post = (allowPrivate = true) =>
  postWebhook({ url: `https://localhost:${port}/hook?a=1`, headers: {}, body: '{}', allowPrivate });

beforeEach(() => void (requests.length = 0));
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await new Promise((resolve) => void server.close(resolve));
});

describe('a message', () => {
  test('arrives under the name of its address, over a connection that the certificate is for', async () => {
    trust(await open('localhost'));
    expect(await post()).toEqual({ status: 200, error: null });
    expect(requests).toEqual([{ url: '/hook?a=1', host: `localhost:${port}` }]);
  });

  test('is not sent to a server whose certificate nobody has signed', async () => {
    await open('localhost');
    expect(await post()).toMatchObject({
      status: null,
      error: expect.stringContaining('self-signed'),
    });
    expect(requests).toEqual([]);
  });

  test('is not sent to a server with the certificate of another name', async () => {
    trust(await open('elsewhere.example'));
    expect(await post()).toMatchObject({
      status: null,
      error: expect.stringContaining('altnames'),
    });
    expect(requests).toEqual([]);
  });

  test('does not follow a redirect', async () => {
    trust(await open('localhost', 307, { location: '/elsewhere' }));
    expect(await post()).toEqual({
      status: 307,
      error: 'Answered 307: redirects are not followed.',
    });
    expect(requests).toHaveLength(1);
  });

  test('never leaves for a private network', async () => {
    trust(await open('localhost'));
    expect(await post(false)).toEqual({
      status: null,
      error: 'localhost is not a public receiver.',
    });
    expect(requests).toEqual([]);
  });

  // The example of https://www.standardwebhooks.com.
  test('is signed as Standard Webhooks says', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    const at = new Date(1_614_265_330_000);
    expect(signedHeaders(secret, { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body })).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});
