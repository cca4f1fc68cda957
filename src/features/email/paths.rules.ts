export const EMAIL_PATH = '/admin/email';
