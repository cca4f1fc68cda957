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
 * for one thing proves nothing for another.
 */
export interface Secrets {
  /** Keyed digest of a text, base64url. */
  digest(purpose: string, text: string): string;
  /** Text plus signature; `open` gives the text back or undefined when it was touched. */
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

/** The version of the key in use; is in every ciphertext so that a later secret can be distinguished. */
const KEY_ID = 'k1';

export function secretsFrom(appSecret: string): Secrets {
  // As objects: from bytes Node 24 makes a new one for every use, which costs seven times the digest.
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string) => {
    let key = keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, 'one-africa', purpose, 32)));
      keys.set(purpose, key);
    }
    return key;
  };
  const digest = (purpose: string, text: string) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest('base64url');

  return {
    digest,
    sign: (purpose, text) => `${Buffer.from(text).toString('base64url')}.${digest(purpose, text)}`,
    verify(purpose, signed) {
      const [encoded = '', signature = '', ...rest] = signed.split('.');
      const text = Buffer.from(encoded, 'base64url').toString();
      const genuine = rest.length === 0 && isSameSecret(signature, digest(purpose, text));
      return genuine ? text : undefined;
    },
    seal(purpose, boundTo, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce).setAAD(
        Buffer.from(boundTo),
      );
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [KEY_ID, nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    unseal(purpose, boundTo, sealed) {
      const [keyId, nonce = '', tag = '', body = ''] = sealed.split('.');
      if (keyId !== KEY_ID) throw new Error(`Sealed with an unknown key (${keyId}).`);
      // Without the length Node would take a tag of four bytes, which can be guessed.
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(purpose),
        Buffer.from(nonce, 'base64url'),
        {
          authTagLength: 16,
        },
      )
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([
        decipher.update(Buffer.from(body, 'base64url')),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}
