import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { minutes } from '../../shared/time.ts';
import type { Database } from '../database/database.ts';
import { addUsedProof } from './used-proof.store.ts';

/** Three zero hex digits: about 4,000 hashes, well under a second on a cheap phone, a price for a thousand. */
const PREFIX = '000';
const lifetimeMs = minutes(10);

/** A signed proof of work bound to one form; the browser's answer comes back in the `Proof-Of-Work` header. */
export function createProofOfWork(secret: string, form: string, now: Date) {
  return createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    deriveKey,
    keyPrefix: PREFIX,
    hmacSignatureSecret: secret,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    data: { form },
  });
}

/**
 * Whether `header` (base64 of `{challenge, solution}`) solves a proof of work that we set for this form
 * and that no one spent before. Spends it.
 */
export async function redeemProofOfWork(
  db: Database,
  secret: string,
  form: string,
  header: string,
  now: Date,
): Promise<boolean> {
  const payload = readPayload(header);
  if (!payload) return false;
  if (payload.challenge.parameters.data?.form !== form) return false;
  const { verified } = await verifySolution({
    challenge: payload.challenge,
    solution: payload.solution,
    deriveKey,
    hmacSignatureSecret: secret,
  });
  if (!verified || !payload.challenge.signature) return false;
  return addUsedProof(db, payload.challenge.signature, new Date(now.getTime() + lifetimeMs));
}

function readPayload(header: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Payload;
    const usable =
      typeof payload?.challenge?.parameters?.data?.form === 'string' &&
      typeof payload.solution?.counter === 'number' &&
      typeof payload.solution?.derivedKey === 'string';
    return usable ? payload : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
