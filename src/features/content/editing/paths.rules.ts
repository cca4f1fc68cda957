export const CONTENT_PATH = '/admin/content';
