import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../files.ts';

// Node makes keys and signatures but no certificates, and the one inside smtp-server has expired;
// the dozen DER fields of a self-signed certificate (RFC 5280 §4.1) are written here by hand.
const der = (tag: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const octets = (...parts: Uint8Array[]) => der(0x04, ...parts);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('localhost'))))); // CN
const dayMs = 24 * 60 * 60 * 1000;

/** A new key and a certificate for localhost and 127.0.0.1 over it, valid for ten years, as one PEM text. */
export function newCertificate(now = new Date()): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0); // positive, and without a leading zero byte
  const subjectAltName = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(
      utcTime(new Date(now.getTime() - dayMs)),
      utcTime(new Date(now.getTime() + 3650 * dayMs)),
    ),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(objectId('551d11'), octets(subjectAltName)))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** The key and certificate of this directory, made at the first start and anew before they expire. */
export async function keepCertificate(dir: string): Promise<{ key: string; cert: string }> {
  const path = join(dir, 'smtp.pem');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (kept && isUsable(kept)) return split(kept);
  const made = newCertificate();
  await writeDurably(path, made);
  return split(made);
}

function isUsable(pem: string): boolean {
  try {
    return new X509Certificate(pem).validToDate.getTime() > Date.now() + 30 * dayMs;
  } catch {
    return false; // Whatever it is, it is no certificate: make a new one.
  }
}

function split(pem: string): { key: string; cert: string } {
  const at = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, at), cert: pem.slice(at) };
}
