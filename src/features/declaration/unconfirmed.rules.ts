/** So many days after the delivery of the link a signer is reminded of it, once. */
export const REMINDED_AFTER_DAYS = 3;

/** The days that can be chosen until a signature that nobody has confirmed is removed: each leaves time to answer the reminder. */
export const REMOVED_AFTER_DAYS = [7, 14, 30, 60, 90] as const;
export type RemovedAfterDays = (typeof REMOVED_AFTER_DAYS)[number];

export const USUAL_REMOVED_AFTER_DAYS: RemovedAfterDays = 30;
