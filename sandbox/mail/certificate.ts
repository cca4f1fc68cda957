import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newCertificate } from '../certificate.ts';
import { writeDurably } from '../files.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A new key and a certificate for localhost and 127.0.0.1 over it, valid for ten years, as one PEM text. */
function newKeyAndCertificate(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = newCertificate({
    subject: 'localhost',
    issuer: 'localhost',
    publicKey,
    signedBy: privateKey,
    names: [{ dns: 'localhost' }, { ip: [127, 0, 0, 1] }],
  });
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${certificate}`;
}

/** The key and certificate of this directory, made at the first start and anew before they expire. */
export async function keepCertificate(dir: string): Promise<{ key: string; cert: string }> {
  const path = join(dir, 'smtp.pem');
  const saved = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (saved && isUsable(saved)) return split(saved);
  const made = newKeyAndCertificate();
  await writeDurably(path, made);
  return split(made);
}

function isUsable(pem: string): boolean {
  try {
    return new X509Certificate(pem).validToDate.getTime() > Date.now() + 30 * dayMs;
  } catch {
    return false; // Not a certificate: make a new one.
  }
}

function split(pem: string): { key: string; cert: string } {
  const at = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, at), cert: pem.slice(at) };
}
