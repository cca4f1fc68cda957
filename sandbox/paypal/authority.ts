import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { newCertificate } from '../certificate.ts';
import { writeDurably } from '../files.ts';

const Root = z.object({ key: z.string(), certificate: z.string() });
const Leaf = z.object({ certificateId: z.string(), key: z.string(), chain: z.string() });

const HOST = 'messageverificationcerts.paypal.com';
const ROOT = 'Sandbox root authority';
const INTERMEDIATE = 'Sandbox intermediate authority';

export type Signer = { certificateId: string; privateKey: KeyObject; chain: string };
export type Authority = {
  /** PEM of the certificate that everything leads back to. */
  root: string;
  /** Signs notices; made when it is first needed, for a key of RSA takes a moment. */
  leaf(): Promise<Signer>;
};

/**
 * The sandbox's own authority, kept in its directory. As with PayPal, a certificate that signs notices is issued by
 * an intermediate one, which is sent along with it; only the root is known beforehand.
 */
export async function openAuthority(dir: string): Promise<Authority> {
  const path = join(dir, 'authority.json');
  let root = await readStored(path, Root);
  if (!root) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = newCertificate({
      subject: ROOT,
      issuer: ROOT,
      publicKey,
      signedBy: privateKey,
      isAuthority: true,
    });
    root = { key: toPem(privateKey), certificate };
    await writeDurably(path, JSON.stringify(root));
  }
  const rootKey = createPrivateKey(root.key);
  let leaf: Promise<Signer> | undefined;
  return {
    root: root.certificate,
    leaf: () => (leaf ??= openLeaf(join(dir, 'signer.json'), rootKey)),
  };
}

/** The name of a certificate that the sandbox shows at PayPal's address and that no authority of ours has issued. */
export const FOREIGN_CERTIFICATE = 'CERT-foreign';

/** It speaks for PayPal and for the key that signs its notices, and a stranger has issued it. */
export function foreignCertificate({ privateKey }: Pick<Signer, 'privateKey'>): string {
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return newCertificate({
    subject: HOST,
    issuer: 'An authority of a stranger',
    publicKey: createPublicKey(privateKey),
    signedBy: stranger.privateKey,
    names: [{ dns: HOST }],
  });
}

async function openLeaf(path: string, rootKey: KeyObject): Promise<Signer> {
  let stored = await readStored(path, Leaf);
  if (!stored) {
    stored = await newLeaf(rootKey);
    await writeDurably(path, JSON.stringify(stored));
  }
  const { key, ...rest } = stored;
  return { ...rest, privateKey: createPrivateKey(key) };
}

async function newLeaf(rootKey: KeyObject): Promise<z.infer<typeof Leaf>> {
  const between = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const intermediate = newCertificate({
    subject: INTERMEDIATE,
    issuer: ROOT,
    publicKey: between.publicKey,
    signedBy: rootKey,
    isAuthority: true,
  });
  const own = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const certificate = newCertificate({
    subject: HOST,
    issuer: INTERMEDIATE,
    publicKey: createPublicKey(own.privateKey),
    signedBy: between.privateKey,
    names: [{ dns: HOST }],
  });
  return {
    certificateId: `CERT-${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`,
    key: toPem(own.privateKey),
    chain: certificate + intermediate,
  };
}

const toPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

async function readStored<T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read; repair or delete it`, { cause: error });
  }
}
