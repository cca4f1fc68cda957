export const RETENTION_PATH = '/admin/settings/retention';
