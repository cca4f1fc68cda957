import * as z from 'zod/mini';
import { anyone, member, recentMember } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { line, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { LoggedIn } from '../member.contract.ts';

// The shapes of the Web Authentication standard (w3.org/TR/webauthn-3), as @simplewebauthn/browser takes
// and gives them: `startRegistration({ optionsJSON })` and `startAuthentication({ optionsJSON })`.

/** At most 1023 bytes (§4, credential id), in base64url. */
const credentialId = z.string().check(z.regex(/^[\w-]{1,1364}$/));
const bytes = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(20_000));
const credential = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});
const userVerification = z.literal('required');

export const RegistrationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
});

export const LoginOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  /** Empty for a login: the browser shows its passkeys for this site, and no address is needed. */
  allowCredentials: z.array(credential),
  userVerification,
});

const answered = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response,
  });

/** What the browser made; what else it says of it is dropped. */
const Registration = answered(
  z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
);
const Assertion = answered(
  z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(bytes)),
  }),
);

export type Registered = z.output<typeof Registration>;
export type Asserted = z.output<typeof Assertion>;

const name = line({
  max: 60,
  missing: words('Please give the passkey a name.'),
  message: words('The name must be one line of at most 60 characters.'),
});
const ByCredential = z.object({ id: credentialId });

export const requestPasskeyOptions = endpoint({
  name: 'requestPasskeyOptions',
  summary: 'What a browser needs to make a passkey; good for five minutes and one answer',
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: recentMember,
  answer: RegistrationOptions,
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Keep a passkey; 400 when it was not made here and now, 409 when it is known',
  method: 'POST',
  path: '/api/account/passkeys',
  access: recentMember,
  body: z.strictObject({ name, response: Registration }),
  status: 201,
  answer: z.object({
    message: z.string(),
    id: z.string(),
    /** Ten, shown once, with the first second factor; null where there is one already. */
    recoveryCodes: z.nullable(z.array(z.string())),
  }),
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Give one of the own passkeys another name',
  method: 'PUT',
  path: '/api/account/passkeys/:id',
  access: member,
  params: ByCredential,
  body: z.strictObject({ name }),
  answer: MessageAnswer,
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Take one of the own passkeys away: it opens nothing any more',
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  access: recentMember,
  params: ByCredential,
  answer: MessageAnswer,
});

export const requestPasskeyLogin = endpoint({
  name: 'requestPasskeyLogin',
  summary: 'What a browser needs to log in with a passkey; good for five minutes and one answer',
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: anyone,
  limit: 'login-address',
  answer: LoginOptions,
});

export const logInWithPasskey = endpoint({
  name: 'logInWithPasskey',
  summary: 'Log in with a passkey alone: it asks for a finger, a face or a PIN itself',
  method: 'POST',
  path: '/api/auth/passkey',
  access: anyone,
  limit: 'login-address',
  body: z.strictObject({ response: Assertion }),
  answer: LoggedIn,
});

export const requestPasskeyReauthentication = endpoint({
  name: 'requestPasskeyReauthentication',
  summary: 'What a browser needs to show one of the own passkeys again',
  method: 'POST',
  path: '/api/auth/reauthenticate/passkey/options',
  access: member,
  answer: LoginOptions,
});

export const reauthenticateWithPasskey = endpoint({
  name: 'reauthenticateWithPasskey',
  summary: 'Show a passkey again, for acts that ask for a recent password and code',
  method: 'POST',
  path: '/api/auth/reauthenticate/passkey',
  access: member,
  body: z.strictObject({ response: Assertion }),
  answer: MessageAnswer,
});
