/** The dashboard's tab of what guards the dashboard. */
export const SETTINGS_PATH = '/admin/settings';

/** Its page of roles and permissions. */
export const ROLES_PATH = '/admin/settings/roles';
export const USERS_PATH = '/admin/users';
