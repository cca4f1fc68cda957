import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// What a phone and its browser do together, in the bytes of the standard (w3.org/TR/webauthn-3 §6).

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The little of CBOR that an authenticator writes (RFC 8949): whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key as string), cbor(item as string)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** An ES256 key in COSE (RFC 9053 §7.1.1). */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  const pairs: [number, number | Buffer][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ];
  return cbor(new Map(pairs));
}

/** How this answer differs from an honest one. */
export interface Lie {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** False: nobody's finger, face or PIN was asked for. */
  isVerified?: boolean;
  counter?: number;
  /** Whose passkey it says that it is. */
  userHandle?: string;
  /** The credential that it says that it is. */
  id?: string;
  /** Bits that fall over in the signature. */
  isForged?: boolean;
}

interface Created {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface Asked {
  challenge: string;
  rpId: string;
}

/** One passkey on one device whose browser shows `origin`. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  let userHandle = '';
  let uses = 0;

  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData(rpId: string, lie: Lie, more: { flags: number; data: Buffer }) {
    uses++;
    const flags = FLAGS.present | (lie.isVerified === false ? 0 : FLAGS.verified) | more.flags;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? uses);
    const rpIdHash = sha256(lie.rpId ?? rpId);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, more.data]);
  }
  const answer = <Response extends object>(lie: Lie, response: Response) => ({
    id: lie.id ?? id,
    rawId: lie.id ?? id,
    type: 'public-key',
    response,
    // What browsers add and we do not read.
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  });

  return {
    id,
    /** What `navigator.credentials.create` leads to. */
    create(options: Created, lie: Lie = {}) {
      userHandle = options.user.id;
      const length = Buffer.from([0, 32]);
      const aaguid = Buffer.alloc(16);
      const data = [aaguid, length, Buffer.from(id, 'base64url'), coseOf(publicKey)];
      const authData = authenticatorData(options.rp.id, lie, {
        flags: FLAGS.hasCredential,
        data: Buffer.concat(data),
      });
      const attestation: [string, string | Buffer | Map<unknown, unknown>][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ];
      return answer(lie, {
        clientDataJSON: clientData('webauthn.create', options.challenge, lie).toString('base64url'),
        attestationObject: cbor(new Map(attestation)).toString('base64url'),
        transports: ['internal', 'hybrid'],
        publicKeyAlgorithm: -7,
      });
    },
    /** What `navigator.credentials.get` leads to. */
    get(options: Asked, lie: Lie = {}) {
      const client = clientData('webauthn.get', options.challenge, lie);
      const data = authenticatorData(options.rpId, lie, { flags: 0, data: Buffer.alloc(0) });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      if (lie.isForged) signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
      return answer(lie, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lie.userHandle ?? userHandle,
      });
    },
  };
}
