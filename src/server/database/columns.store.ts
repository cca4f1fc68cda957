import { bigint, numeric, timestamp } from 'drizzle-orm/pg-core';

/** A moment, kept with its time zone and to the microsecond. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** An amount of dollars in cents. */
export const cents = (name: string) => bigint(name, { mode: 'bigint' });

/** An amount of a token in its smallest unit, wei or a millionth of USDT: up to 2^256. */
export const units = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });
