import type { Permission } from '../../../shared/access.ts';
import { keysOf } from '../../../shared/record.ts';

/** The page of the dashboard's settings that shows it. */
export const SETUP_PATH = '/admin/settings/setup';

/** LIST of what a new site needs before visitors come, in the order in which one does it, and who may do it. */
export const SETUP = {
  who: 'content:write',
  address: 'content:write',
  mail: 'mail:configure',
  notifications: 'mail:configure',
  payment: 'payments:configure',
  price: 'payments:configure',
  two_step: 'users:grant',
  second_administrator: 'users:grant',
  legal: 'content:write',
  social: 'content:write',
} as const satisfies Readonly<Record<string, Permission>>;
export type SetupItem = keyof typeof SETUP;
export const SETUP_ITEMS = keysOf(SETUP);
