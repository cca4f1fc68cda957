/** The dashboard's tab of what guards the dashboard. */
export const SETTINGS_PATH = '/admin/settings';

/** Its room of who may do what. */
export const ROLES_PATH = '/admin/settings/roles';
