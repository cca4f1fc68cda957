/** The dashboard's tab of what guards the dashboard. */
export const SETTINGS_PATH = '/admin/settings';
