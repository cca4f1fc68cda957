/** The page of the dashboard's settings with the endpoints and what was sent to them. */
export const WEBHOOKS_PATH = '/admin/settings/webhooks';
