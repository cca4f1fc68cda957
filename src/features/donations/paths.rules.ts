export const DONATIONS_PATH = '/admin/donations';
