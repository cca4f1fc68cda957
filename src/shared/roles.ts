import { PERMISSIONS, type Permission } from './access.ts';

/** LIST of the roles that an administrator can have, the one who may everything first. */
export const ROLES = ['owner', 'finance', 'editor', 'moderator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The roles that hold each permission besides an owner, who has all: the one table from which the server, the
 * dashboard and the matrix on screen are made (decision 0017). A new permission does not compile before someone has
 * said here who else gets it. No one who confirms money also says where it arrives.
 */
const ALSO_HELD_BY: Readonly<Record<Permission, readonly Exclude<Role, 'owner'>[]>> = {
  'submissions:read': ['finance', 'moderator', 'viewer'],
  'submissions:export': ['finance', 'moderator'],
  'submissions:triage': ['moderator'],
  'declarations:invalidate': ['moderator'],
  'applications:fulfil': ['finance'],
  'payments:read': ['finance', 'viewer'],
  'payments:confirm': ['finance'],
  'payments:configure': [],
  'users:read': ['moderator', 'viewer'],
  'users:moderate': ['moderator'],
  'users:grant': [],
  'content:write': ['editor'],
  'mail:read': ['moderator', 'viewer'],
  'mail:send': ['moderator'],
  'mail:configure': [],
  'donations:read': ['finance', 'viewer'],
  'donations:manage': ['finance'],
  'audit:read': ['viewer'],
  'site:configure': [],
  'own:change': ['finance', 'editor', 'moderator', 'viewer'],
};

/** The roles that hold a permission. */
export const rolesWith = (permission: Permission): readonly Role[] => [
  'owner',
  ...ALSO_HELD_BY[permission],
];

/** The permissions of a role; none for a member, who has no role. */
export const permissionsOf = (role: Role | null): readonly Permission[] =>
  role === null ? [] : PERMISSIONS.filter((permission) => rolesWith(permission).includes(role));
