import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Keys derived from `APP_SECRET` with HKDF-SHA-256, one per purpose, so that a token made
 * for one thing proves nothing for another. What was made with `APP_SECRET_PREVIOUS` is still accepted;
 * what is new is made with `APP_SECRET`.
 */
export interface Secrets {
  /** Names of the secrets, the current one first: a sealed text begins with that of its own, up to the first dot. */
  keyIds: readonly string[];
  /** Keyed digest of a text, base64url. */
  digest(purpose: string, text: string): string;
  /** The same, and after it the one that was made with the previous secret, to find or accept what is kept. */
  digests(purpose: string, text: string): string[];
  /** Text plus signature; `verify` gives the text back or undefined when it was touched. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, signed: string): string | undefined;
  /** AES-256-GCM. `boundTo` names the row the ciphertext belongs to: moved elsewhere it does not open. */
  seal(purpose: string, boundTo: string, text: string): string;
  /** Throws when the text was altered, moved, or sealed with another secret. */
  unseal(purpose: string, boundTo: string, sealed: string): string;
}

/** Compares what was sent with a secret; how long it takes says nothing about how much of it is right. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Of texts that were sealed before each named its secret. */
export const UNNAMED_KEY = 'k1';

/** The keys of one secret. */
interface Keys {
  id: string;
  of(purpose: string): KeyObject;
  digest(purpose: string, text: string): string;
}

function keysFrom(appSecret: string): Keys {
  // As objects: from bytes Node 24 makes a new one for every use, which costs seven times the digest.
  const made = new Map<string, KeyObject>();
  const of = (purpose: string) => {
    let key = made.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, 'one-africa', purpose, 32)));
      made.set(purpose, key);
    }
    return key;
  };
  const digest = (purpose: string, text: string) =>
    createHmac('sha256', of(purpose)).update(text).digest('base64url');
  return { of, digest, id: digest('key-id', '').slice(0, 8) };
}

function open(keys: Keys, purpose: string, boundTo: string, parts: string[]): string {
  const [nonce = '', tag = '', body = ''] = parts;
  const iv = Buffer.from(nonce, 'base64url');
  // Without the length Node would take a tag of four bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', keys.of(purpose), iv, { authTagLength: 16 })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([
    decipher.update(Buffer.from(body, 'base64url')),
    decipher.final(),
  ]).toString('utf8');
}

export function secretsFrom(appSecret: string, previousSecret?: string): Secrets {
  const current = keysFrom(appSecret);
  const all = [current, ...(previousSecret ? [keysFrom(previousSecret)] : [])];
  const digests = (purpose: string, text: string) => all.map((one) => one.digest(purpose, text));

  return {
    keyIds: all.map(({ id }) => id),
    digest: current.digest,
    digests,
    sign: (purpose, text) =>
      `${Buffer.from(text).toString('base64url')}.${current.digest(purpose, text)}`,
    verify(purpose, signed) {
      const [encoded = '', signature = '', ...rest] = signed.split('.');
      const text = Buffer.from(encoded, 'base64url').toString();
      const isGenuine = digests(purpose, text).some((one) => isSameSecret(signature, one));
      return rest.length === 0 && isGenuine ? text : undefined;
    },
    seal(purpose, boundTo, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.of(purpose), nonce).setAAD(
        Buffer.from(boundTo),
      );
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'));
      return [current.id, ...parts].join('.');
    },
    unseal(purpose, boundTo, sealed) {
      const [keyId = '', ...parts] = sealed.split('.');
      const named = all.filter(({ id }) => id === keyId);
      const candidates = keyId === UNNAMED_KEY ? all : named;
      let refusal: unknown = new Error('Sealed with an unknown secret.');
      for (const keys of candidates) {
        try {
          return open(keys, purpose, boundTo, parts);
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
  };
}
