export const CONTENT_PATH = '/admin/content';
export const TEXTS_PATH = '/admin/content/texts';
export const PICTURES_PATH = '/admin/content/pictures';
export const ADVANCED_PATH = '/admin/content/advanced';
