import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { MessageAnswer } from '../../../shared/schema.ts';
import { currentPassword } from '../member.contract.ts';

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  summary:
    'Delete the own account for good; 403 with reason second-factor when a code is needed too',
  method: 'POST',
  path: '/api/account/delete',
  access: member,
  body: z.strictObject({
    password: currentPassword(),
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  }),
  answer: MessageAnswer,
});
