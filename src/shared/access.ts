/** Permissions in the dashboard. Routes name one of these; roles.ts says which roles hold it. */
export const PERMISSIONS = [
  'submissions:read',
  'submissions:export',
  'submissions:triage',
  'declarations:invalidate',
  'applications:fulfil',
  'payments:read',
  'payments:confirm',
  'payments:configure',
  'users:read',
  'users:moderate',
  'users:grant',
  'content:write',
  'mail:read',
  'mail:configure',
  'mail:send',
  'donations:read',
  'donations:manage',
  'audit:read',
  'site:configure',
  'own:change',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** LIST of the permissions that an API key can have: those that read and download. */
export const KEY_SCOPES = [
  'submissions:read',
  'submissions:export',
  'payments:read',
  'users:read',
  'mail:read',
  'donations:read',
  'audit:read',
] as const satisfies readonly Permission[];
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The permitted callers: `anyone`, a logged-in `member`, or a holder of a permission.
 * `recent` asks for a login or re-authentication within five minutes. `byKey` lets programs in, too, with an API key
 * that has the permission in its scope.
 */
export type Access =
  | { who: 'anyone' }
  | { who: 'member'; recent?: boolean }
  | { who: 'admin'; permission: Permission; recent?: boolean; byKey?: true };

export const anyone: Access = { who: 'anyone' };
export const member: Access = { who: 'member' };
/** For what opens or guards an account: needs the password within the last five minutes. */
export const recentMember: Access = { who: 'member', recent: true };
export const admin = (permission: Permission): Access => ({ who: 'admin', permission });
/** For what a program may read with an API key. */
export const adminOrKey = (permission: KeyScope): Access => ({
  who: 'admin',
  permission,
  byKey: true,
});
/** For what would hurt most: needs the password within the last five minutes. */
export const adminWithRecentPassword = (permission: Permission): Access => ({
  who: 'admin',
  permission,
  recent: true,
});
