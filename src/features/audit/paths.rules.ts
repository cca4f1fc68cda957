/** Where the audit log is read. */
export const AUDIT_PATH = '/admin/settings/log';
