/** The dashboard's page of the keys. */
export const API_KEYS_PATH = '/admin/settings/api-keys';

/** For how many days a key may be made; whoever needs it longer makes a new one. */
export const KEY_DAYS = { offered: [7, 30, 90, 180, 365], usual: 90, most: 365 } as const;

/** How many keys a person may have at a time. */
export const mostKeys = 20;

/** How long a key that has expired stays in the list, so that its owner sees why a program stopped. */
export const expiredKeyDays = 30;
