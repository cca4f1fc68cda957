import * as z from 'zod/mini';
import { recentMember } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { FactorCode } from '../member.contract.ts';

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
  body: z.strictObject({ code: FactorCode }),
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
  answer: MessageAnswer,
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
