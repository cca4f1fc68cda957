import * as z from 'zod/mini';
import { admin, adminWithRecentPassword, anyone } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ROLES } from '../../../shared/roles.ts';
import { instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { Address, LinkToken, NewAdminPassword } from '../member.contract.ts';
import { finishReset } from '../password/password.contract.ts';
import { OPTIONAL_NAMES } from './settings.contract.ts';

/** An invitation that waits. */
const Invitation = z.object({
  /** Opens nothing: the link has another key. */
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  expiresAt: instant,
});
export type Invitation = z.output<typeof Invitation>;

export const inviteAdministrator = endpoint({
  name: 'inviteAdministrator',
  summary:
    'Mail a link (3 days, once) with which the reader becomes an administrator with this role and a password of their own; replaces an earlier one to the address. 409 with the id of the account where the address has one',
  method: 'POST',
  path: '/api/admin/invitations',
  access: adminWithRecentPassword('users:grant'),
  body: z.strictObject({
    email: Address,
    role: z.enum(ROLES, words('Please choose a role')),
    ...OPTIONAL_NAMES,
  }),
  answer: MessageAnswer,
  status: 201,
});

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'The invitations that wait to be accepted, newest first',
  method: 'GET',
  path: '/api/admin/invitations',
  access: admin('users:grant'),
  answer: z.array(Invitation),
});

export const cancelInvitation = endpoint({
  name: 'cancelInvitation',
  summary: 'Make the link of an invitation open nothing; 404 when it waits no more',
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: admin('users:grant'),
  params: z.object({ id: LinkToken }),
  answer: MessageAnswer,
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary:
    'Become an administrator with the mailed link and a password of one’s own; notifies every owner. 400 for a dead link, also where who invited may not any more',
  method: 'POST',
  path: '/api/auth/invitation',
  access: anyone,
  limit: 'account-link',
  body: z.strictObject({ token: LinkToken, password: NewAdminPassword, ...OPTIONAL_NAMES }),
  answer: finishReset.answer,
});
