import * as z from 'zod/mini';
import { recentMember } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { ifGiven, Said } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';

const code = z
  .string(words('Please enter the code.'))
  .check(
    z.trim(),
    z.minLength(1, words('Please enter the code.')),
    z.maxLength(40, words('The code is not right.')),
  );

/**
 * What a login takes beside the password when the account has a second factor: six digits of the
 * authenticator app or a recovery code, in the same field. Without it such an account answers 403
 * `{message, reason: 'second-factor', methods}` (SECOND_FACTORS of second-factor.rules); a wrong one
 * answers 400 with `fields.code`.
 */
export const SecondFactorCode = ifGiven(code);

/** Shown once; we keep digests. */
const recoveryCodes = z.array(z.string());

export const startTotp = endpoint({
  name: 'startTotp',
  summary:
    'A new key for an authenticator app, which counts once it is confirmed; 409 when one is in use',
  method: 'POST',
  path: '/api/account/totp',
  access: recentMember,
  answer: z.object({
    /** Base32, to be typed where no picture can be taken. */
    secret: z.string(),
    /** `otpauth://…`, to be shown as a QR code. */
    uri: z.string(),
  }),
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  summary: 'Ask for a code at every login from now on; proves with one that the app has the key',
  method: 'POST',
  path: '/api/account/totp/confirm',
  access: recentMember,
  body: z.strictObject({ code }),
  answer: z.object({
    message: z.string(),
    /** Null where a passkey was there first: the codes that were shown then still open. */
    recoveryCodes: z.nullable(recoveryCodes),
  }),
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  summary: 'Ask for no code of an authenticator app any more; 404 when there is none',
  method: 'DELETE',
  path: '/api/account/totp',
  access: recentMember,
  answer: Said,
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'Ten new recovery codes in the place of the old; 409 without a second factor',
  method: 'POST',
  path: '/api/account/recovery-codes',
  access: recentMember,
  status: 201,
  answer: z.object({ message: z.string(), recoveryCodes }),
});
