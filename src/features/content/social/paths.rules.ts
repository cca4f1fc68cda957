/** The dashboard's tab of what others see of a link. */
export const SOCIAL_PATH = '/admin/social';
