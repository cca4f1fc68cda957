import { verify as verifySignature, X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { crc32 } from 'node:zlib';
import { codeOf } from '../../../../../server/error-code.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import { minutes, seconds } from '../../../../../shared/time.ts';
import type { WebhookHeaders } from './paypal.rules.ts';

/** The result of our own check. `unsure`: the certificate cannot be fetched or checked here; PayPal can. */
export type Verdict = 'genuine' | 'forged' | 'unsure';

/**
 * Checks a webhook event without asking PayPal: RSA-SHA256 over id, time, our webhook and the body's CRC-32,
 * with a certificate of PayPal whose chain ends at an authority that the system trusts (or the sandbox's own).
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-verifypayloadsigningmanually
 */
export async function verifyWebhook(
  card: CardService,
  webhookId: string,
  headers: WebhookHeaders,
  body: Buffer,
  now: Date,
): Promise<Verdict> {
  if (headers.algorithm !== 'SHA256withRSA' || !isFromPaypal(card, headers.certificateUrl))
    return 'forged';
  const chain = await chainAt(headers.certificateUrl);
  if (chain === undefined) return 'unsure';
  const [leaf] = chain;
  if (!leaf) return 'forged';
  const { transmissionId, transmissionTime, signature } = headers;
  const signed = `${transmissionId}|${transmissionTime}|${webhookId}|${crc32(body)}`;
  const isSigned =
    leaf.publicKey.asymmetricKeyType === 'rsa' &&
    verifySignature(
      'sha256',
      Buffer.from(signed),
      leaf.publicKey,
      Buffer.from(signature, 'base64'),
    );
  if (!isSigned || !isPaypals(leaf)) return 'forged';
  return isTrusted(chain, card.webhookAuthority, now) ? 'genuine' : 'unsure';
}

/** Only PayPal's own hosts, over TLS; the sandbox's certificates are at its API. */
function isFromPaypal({ apiUrl, webhookAuthority }: CardService, address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (webhookAuthority !== undefined) return url.origin === new URL(apiUrl).origin;
  return url.protocol === 'https:' && url.port === '' && url.hostname.endsWith('.paypal.com');
}

/** Whom the certificate speaks for: `messageverificationcerts.paypal.com` and its like. */
const isPaypals = ({ subject }: X509Certificate) => /^CN=(?:[\w-]+\.)+paypal\.com$/m.test(subject);

/** Whether each certificate was issued by the next, the last by a trusted authority, and none is out of date. */
export function isTrusted(
  chain: readonly X509Certificate[],
  authority: string | undefined,
  now: Date,
): boolean {
  const roots = authority === undefined ? systemRoots() : [new X509Certificate(authority)];
  const [leaf, ...between] = chain;
  if (!leaf) return false;
  const seen = new Set<X509Certificate>();
  for (let current = leaf; ; ) {
    if (seen.has(current) || !isInDate(current, now)) return false;
    seen.add(current);
    if (current !== leaf && !current.ca) return false;
    const held = current;
    if (roots.some((root) => isInDate(root, now) && isIssuedBy(held, root))) return true;
    const next = between.find((other) => other !== held && other.ca && isIssuedBy(held, other));
    if (!next) return false;
    current = next;
  }
}

const isIssuedBy = (one: X509Certificate, by: X509Certificate) =>
  one.checkIssued(by) && one.verify(by.publicKey);

const isInDate = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate;

let roots: X509Certificate[] | undefined;
function systemRoots(): X509Certificate[] {
  roots ??= getCACertificates('default').map((pem) => new X509Certificate(pem));
  return roots;
}

const fetchTimeOutMs = seconds(5);
const cacheMs = minutes(60);
const failureCacheMs = seconds(10);
const largestBytes = 64 * 1024;
const maxCached = 100;

type Chain = X509Certificate[] | undefined;
const chains = new Map<string, { chain: Promise<Chain>; untilMs: number }>();

/** The certificates at an address: none where it holds none, undefined where it does not answer. Kept for an hour. */
function chainAt(url: string): Promise<Chain> {
  const cached = chains.get(url);
  if (cached && cached.untilMs > Date.now()) return cached.chain;
  if (chains.size >= maxCached) chains.clear();
  const chain = fetchChain(url);
  const entry = { chain, untilMs: Date.now() + cacheMs };
  chains.set(url, entry);
  void chain.then((found) => {
    if (!found?.length) entry.untilMs = Date.now() + failureCacheMs;
  });
  return chain;
}

async function fetchChain(url: string): Promise<Chain> {
  try {
    const signal = AbortSignal.timeout(fetchTimeOutMs);
    const response = await fetch(url, { redirect: 'error', signal });
    if (response.status >= 400 && response.status < 500) return [];
    if (!response.ok) return undefined;
    const text = await response.text();
    if (text.length > largestBytes) return [];
    const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return pems.map((pem) => new X509Certificate(pem));
  } catch (error) {
    // What is no certificate is none; everything else is the line.
    return String(codeOf(error)).startsWith('ERR_OSSL') ? [] : undefined;
  }
}
