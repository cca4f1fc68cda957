import * as z from 'zod/mini';
import { anyone, member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { Address, currentPassword, LinkToken, NewPassword } from '../member.contract.ts';

export const requestReset = endpoint({
  name: 'requestReset',
  summary:
    'Mail a link for a new password; the answer never says whether the address has an account',
  method: 'POST',
  path: '/api/auth/reset',
  access: anyone,
  limit: 'password-reset',
  body: z.strictObject({ email: Address }),
  answer: MessageAnswer,
});

export const finishReset = endpoint({
  name: 'finishReset',
  summary:
    'Choose a new password with the mailed link (1 hour, once); ends every session; 400 for a dead link',
  method: 'POST',
  path: '/api/auth/reset/finish',
  access: anyone,
  limit: 'account-link',
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  /** `isAdmin` says where its owner works, and so logs in. */
  answer: z.object({ message: z.string(), isAdmin: z.boolean() }),
});

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Choose a new password; ends every other session',
  method: 'PUT',
  path: '/api/account/password',
  access: member,
  body: z.strictObject({ currentPassword: currentPassword(), newPassword: NewPassword }),
  answer: MessageAnswer,
});
