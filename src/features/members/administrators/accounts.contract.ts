import * as z from 'zod/mini';
import { admin, adminOrKey, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ROLES } from '../../../shared/roles.ts';
import { listQuery } from '../../../shared/list.ts';
import { ById, instant, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';

/** What the list of accounts can be narrowed to. An account may be several of these at once. */
export const USER_STATUSES = ['verified', 'unverified', 'suspended', 'admin'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** An account as administrators see it; what guards it, such as the password's hash, never leaves. */
export const ListedUser = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** An administrator's; null for a member. */
  role: z.nullable(z.enum(ROLES)),
  createdAt: instant,
  emailVerifiedAt: z.nullable(instant),
  lastSeenAt: z.nullable(instant),
  suspendedAt: z.nullable(instant),
  /** The reason that the member was given. */
  suspendedFor: z.nullable(z.string()),
  /** Whether more than the password is asked for: an authenticator app, or a passkey. */
  hasSecondFactor: z.boolean(),
  /** A mail that was no test has reached the address (specification §2). */
  mailed: z.boolean(),
});
export type ListedUser = z.output<typeof ListedUser>;

/** How administrators see an account: by its name, or by its address where it has none. */
export const accountName = (user: Pick<ListedUser, 'firstName' | 'lastName' | 'email'>) =>
  shownName(user) || user.email;

/** Longest words to a member about a suspension or a warning. */
export const LONGEST_REASON = 1000;

/** Words that a member gets to read about what an administrator did. */
export const Reason = paragraph({
  max: LONGEST_REASON,
  missing: words('Please give a reason for the member to read'),
  message: words('Please shorten this to at most 1,000 characters'),
});

export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'Accounts, newest first; status narrows to verified, unverified, suspended or admin',
  method: 'GET',
  path: '/api/admin/users',
  access: adminOrKey('users:read'),
  query: z.extend(listQuery(['createdAt', 'email']), {
    status: z.optional(
      z.enum(USER_STATUSES, words('status must be verified, unverified, suspended or admin')),
    ),
  }),
  answer: z.array(ListedUser),
});

export const suspendUser = endpoint({
  name: 'suspendUser',
  summary:
    'Shut an account at once and tell its owner why; 409 when it is shut. Of an administrator: needs users:grant and a recent password',
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  access: admin('users:moderate'),
  params: ById,
  body: z.strictObject({ reason: Reason }),
  answer: MessageAnswer,
});

export const restoreUser = endpoint({
  name: 'restoreUser',
  summary: 'Open a suspended account again and tell its owner; 409 when it is open',
  method: 'POST',
  path: '/api/admin/users/:id/restore',
  access: admin('users:moderate'),
  params: ById,
  answer: MessageAnswer,
});

/** Null for none. */
export const RoleOrNone = z.nullable(z.enum(ROLES, words('Please choose a role')));

/** A role for an account, or null for none any more. */
export const setUserRole = endpoint({
  name: 'setUserRole',
  summary:
    'Give an account a role in the dashboard, or none (null); ends its sessions and notifies every owner. 409 when it has that role, for a member whose address is not proved, for the last owner, and, with the role in `now`, when `was` is not the one it has any more',
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  access: adminWithRecentPassword('users:grant'),
  params: ById,
  body: z.strictObject({ role: RoleOrNone, /** As the caller has seen it. */ was: RoleOrNone }),
  answer: MessageAnswer,
});

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  summary:
    'Take every second factor off an account, for who has lost it or whose attacker has added one; ends its sessions and tells its owner. 409 when there is none, and for oneself',
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  access: adminWithRecentPassword('users:grant'),
  params: ById,
  answer: MessageAnswer,
});
