export const DONATIONS_PATH = '/admin/donations';

/** Where visitors can give. */
export const LINKS_PATH = '/admin/donations/links';
