import type { RequestContext } from '../../../server/context.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { fieldsOf } from '../../../shared/record.ts';
import type { Asserted, Registered } from './passkey.contract.ts';
import {
  addChallenge,
  type ChallengePurpose,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  consumeChallenge,
} from './passkey.store.ts';
import { minutes } from '../../../shared/time.ts';

/** Fetched at its first use: it takes 26 MB and a tenth of a second, and many a process is never asked. */
const webAuthn = () => import('@simplewebauthn/server');

type OptionsContext = Pick<RequestContext<AnyEndpoint>, 'db' | 'clock' | 'publicUrl'>;

const answeredWithinMs = minutes(5);

/** Ed25519, P-256 and RSA: what every authenticator knows one of (iana.org/assignments/cose). */
const ALGORITHMS = [-8, -7, -257];

/** Passkeys belong to a host name: to the canonical one, never to what a Host header says. */
const rpIdOf = ({ publicUrl }: Pick<OptionsContext, 'publicUrl'>) => new URL(publicUrl).hostname;

const describe = ({ id, transports }: Pick<PasskeyRow, 'id' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports,
});

async function storeChallenge(
  { db, clock }: OptionsContext,
  asked: { challenge: string; purpose: ChallengePurpose; userId: string | null },
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + answeredWithinMs);
  await addChallenge(db, { ...asked, expiresAt });
}

/** What a browser needs to make a passkey for this member that it finds again by itself. */
export async function registrationOptions(
  context: OptionsContext,
  user: { id: string; email: string; displayName: string },
  siteName: string,
) {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpIdOf(context),
    userID: Buffer.from(user.id),
    userName: user.email,
    userDisplayName: user.displayName,
    timeout: answeredWithinMs,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { challenge } = options;
  await storeChallenge(context, { challenge, purpose: 'register', userId: user.id });
  return {
    ...options,
    rp: { name: siteName, id: rpIdOf(context) },
    timeout: answeredWithinMs,
    excludeCredentials: (await listPasskeys(context.db, user.id)).map(describe),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** What a browser needs to show a passkey: any that it has for us, or one of this member's. */
export async function loginOptions(context: OptionsContext, userId?: string) {
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpIdOf(context) });
  const purpose = userId ? 'confirm' : 'login';
  await storeChallenge(context, { challenge, purpose, userId: userId ?? null });
  return {
    challenge,
    timeout: answeredWithinMs,
    rpId: rpIdOf(context),
    allowCredentials: userId ? (await listPasskeys(context.db, userId)).map(describe) : [],
    userVerification: 'required' as const,
  };
}

type VerificationContext = Pick<RequestContext<AnyEndpoint>, 'db' | 'clock' | 'publicUrl' | 'log'>;

/**
 * Takes the challenge that was signed, so that nothing is answered twice, right or wrong.
 * `undefined` when it was issued to another account, for another purpose, too long ago, or never.
 */
async function consumeSignedChallenge(
  { db, clock }: VerificationContext,
  clientDataJSON: string,
  asked: { purpose: ChallengePurpose; userId: string | null },
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  const taken = challenge && (await consumeChallenge(db, challenge, clock.now()));
  const isOurs = taken && taken.purpose === asked.purpose && taken.userId === asked.userId;
  return isOurs ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    const { challenge } = fieldsOf(JSON.parse(text));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined; // Not JSON.
  }
}

/** The library rejects by throwing: the reason goes to the log, the answer says what to do. */
async function ifVerified<T>(
  { log }: VerificationContext,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await verify();
  } catch (err) {
    log.warn({ err }, 'a passkey was refused');
    return undefined;
  }
}

/** The passkey that a browser made for this member just now; `undefined` when it is not to be believed. */
export async function verifyNewPasskey(
  context: VerificationContext,
  userId: string,
  response: Registered,
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { clientDataJSON, transports = [] } = response.response;
  const asked = { purpose: 'register', userId } as const;
  const expectedChallenge = await consumeSignedChallenge(context, clientDataJSON, asked);
  if (!expectedChallenge) return undefined;
  const { verifyRegistrationResponse } = await webAuthn();
  return ifVerified(context, async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: context.publicUrl,
      expectedRPID: rpIdOf(context),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  });
}

/**
 * The passkey that a browser showed just now, with its new counter; `undefined` when it is unknown,
 * not this member's, or not to be believed. Without `userId` it says itself whose it is.
 */
export async function verifyShownPasskey(
  context: VerificationContext,
  response: Asserted,
  userId?: string,
): Promise<{ passkey: PasskeyRow; counter: number } | undefined> {
  const { userHandle, ...signed } = response.response;
  const asked = { purpose: userId ? 'confirm' : 'login', userId: userId ?? null } as const;
  const expectedChallenge = await consumeSignedChallenge(context, signed.clientDataJSON, asked);
  const passkey = expectedChallenge && (await findPasskey(context.db, response.id));
  if (!passkey || passkey.userId !== (userId ?? passkey.userId)) return undefined;
  // Asked without a name the authenticator gives one (WebAuthn §7.2 step 6).
  const handle = userHandle && Buffer.from(userHandle, 'base64url').toString();
  if (handle ? handle !== passkey.userId : userId === undefined) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  return ifVerified(context, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: context.publicUrl,
      expectedRPID: rpIdOf(context),
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? { passkey, counter: authenticationInfo.newCounter } : undefined;
  });
}
