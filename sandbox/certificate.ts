import { type KeyObject, randomBytes, sign } from 'node:crypto';

// Node makes keys and signatures but no certificates;
// the dozen DER fields of a certificate (RFC 5280 §4.1) are written here by hand.
const der = (tag: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
};
const lengthOf = (bytes: number) =>
  bytes < 0x80 ? [bytes] : bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const octets = (...parts: Uint8Array[]) => der(0x04, ...parts);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const dayMs = 24 * 60 * 60 * 1000;

/** A name that a certificate is valid for. */
export type AltName = { dns: string } | { ip: [number, number, number, number] };

/**
 * A certificate in PEM, valid from yesterday for ten years, signed with ECDSA and SHA-256.
 * `signedBy` is a P-256 key: its own for a certificate that signs itself.
 */
export function newCertificate(of: {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedBy: KeyObject;
  names?: AltName[];
  /** It may sign others. */
  isAuthority?: boolean;
  now?: Date;
}): string {
  const { subject, issuer, publicKey, signedBy, names = [], isAuthority, now = new Date() } = of;
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0); // positive, and without a leading zero byte
  const extensions = [
    ...(names.length
      ? [sequence(objectId('551d11'), octets(sequence(...names.map(altName))))]
      : []),
    ...(isAuthority
      ? [
          sequence(
            objectId('551d13'), // basicConstraints, critical: an authority
            der(0x01, Buffer.from([0xff])),
            octets(sequence(der(0x01, Buffer.from([0xff])))),
          ),
        ]
      : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(
      utcTime(new Date(now.getTime() - dayMs)),
      utcTime(new Date(now.getTime() + 3650 * dayMs)),
    ),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = sign('sha256', body, signedBy);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const altName = (name: AltName): Uint8Array =>
  'dns' in name ? der(0x82, Buffer.from(name.dns)) : der(0x87, Buffer.from(name.ip));
