import type { Context } from '../../server/context.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import type { Asserted, Registered } from './passkey.contract.ts';
import { ALGORITHMS, rpIdOf, webAuthn } from './passkey-options.service.ts';
import {
  type ChallengePurpose,
  findPasskey,
  type PasskeyRow,
  takeChallenge,
} from './passkey.store.ts';

type Desk = Pick<Context<AnyEndpoint>, 'db' | 'clock' | 'publicUrl' | 'log'>;

/**
 * Takes the challenge that was signed, so that nothing is answered twice, right or wrong.
 * `undefined` when it was asked of somebody else, for something else, too long ago, or never.
 */
async function takeSignedChallenge(
  { db, clock }: Desk,
  clientDataJSON: string,
  asked: { purpose: ChallengePurpose; userId: string | null },
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  const taken = challenge && (await takeChallenge(db, challenge, clock.now()));
  const isOurs = taken && taken.purpose === asked.purpose && taken.userId === asked.userId;
  return isOurs ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined; // Not JSON, or null: what the question was.
  }
}

/** The library says no by throwing: the reason goes to the log, people are told what to do. */
async function ifVerified<T>(
  { log }: Desk,
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
  desk: Desk,
  userId: string,
  response: Registered,
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { clientDataJSON, transports = [] } = response.response;
  const asked = { purpose: 'register', userId } as const;
  const expectedChallenge = await takeSignedChallenge(desk, clientDataJSON, asked);
  if (!expectedChallenge) return undefined;
  const { verifyRegistrationResponse } = await webAuthn();
  return ifVerified(desk, async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: desk.publicUrl,
      expectedRPID: rpIdOf(desk),
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
  desk: Desk,
  response: Asserted,
  userId?: string,
): Promise<{ passkey: PasskeyRow; counter: number } | undefined> {
  const { userHandle, ...signed } = response.response;
  const asked = { purpose: userId ? 'confirm' : 'login', userId: userId ?? null } as const;
  const expectedChallenge = await takeSignedChallenge(desk, signed.clientDataJSON, asked);
  const passkey = expectedChallenge && (await findPasskey(desk.db, response.id));
  if (!passkey || passkey.userId !== (userId ?? passkey.userId)) return undefined;
  // Asked without a name the authenticator gives one (WebAuthn §7.2 step 6).
  const handle = userHandle && Buffer.from(userHandle, 'base64url').toString();
  if (handle ? handle !== passkey.userId : userId === undefined) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  return ifVerified(desk, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: desk.publicUrl,
      expectedRPID: rpIdOf(desk),
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
