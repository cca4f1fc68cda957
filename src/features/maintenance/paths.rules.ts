/** The page of the dashboard's settings where forms are paused. */
export const PAUSES_PATH = '/admin/settings/pauses';
