import type { Context } from '../../server/context.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { minutes } from '../../shared/time.ts';
import {
  addChallenge,
  type ChallengePurpose,
  listPasskeys,
  type PasskeyRow,
} from './passkey.store.ts';

/** Fetched at its first use: it takes 26 MB and a tenth of a second, and many a process is never asked. */
export const webAuthn = () => import('@simplewebauthn/server');

type Desk = Pick<Context<AnyEndpoint>, 'db' | 'clock' | 'publicUrl'>;

const answeredWithinMs = minutes(5);

/** Ed25519, P-256 and RSA: what every authenticator knows one of (iana.org/assignments/cose). */
export const ALGORITHMS = [-8, -7, -257];

/** Passkeys belong to a host name: to the canonical one, never to what a Host header says. */
export const rpIdOf = ({ publicUrl }: Pick<Desk, 'publicUrl'>) => new URL(publicUrl).hostname;

const describe = ({ id, transports }: Pick<PasskeyRow, 'id' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports,
});

async function keepChallenge(
  { db, clock }: Desk,
  asked: { challenge: string; purpose: ChallengePurpose; userId: string | null },
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + answeredWithinMs);
  await addChallenge(db, { ...asked, expiresAt });
}

/** What a browser needs to make a passkey for this member that it finds again by itself. */
export async function registrationOptions(
  desk: Desk,
  user: { id: string; email: string; displayName: string },
  siteName: string,
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpIdOf(desk),
    userID: Buffer.from(user.id),
    userName: user.email,
    userDisplayName: user.displayName,
    timeout: answeredWithinMs,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { challenge } = options;
  await keepChallenge(desk, { challenge, purpose: 'register', userId: user.id });
  return {
    ...options,
    rp: { name: siteName, id: rpIdOf(desk) },
    timeout: answeredWithinMs,
    excludeCredentials: (await listPasskeys(desk.db, user.id)).map(describe),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** What a browser needs to show a passkey: any that it has for us, or one of this member's. */
export async function loginOptions(desk: Desk, userId?: string) {
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpIdOf(desk) });
  const purpose = userId ? 'confirm' : 'login';
  await keepChallenge(desk, { challenge, purpose, userId: userId ?? null });
  return {
    challenge,
    timeout: answeredWithinMs,
    rpId: rpIdOf(desk),
    allowCredentials: userId ? (await listPasskeys(desk.db, userId)).map(describe) : [],
    userVerification: 'required' as const,
  };
}
