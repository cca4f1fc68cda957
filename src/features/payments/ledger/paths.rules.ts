/** Where the report of the money stands in the dashboard. */
export const RECONCILIATION_PATH = '/admin/payments/reconciliation';
/** Where the life of one application's money stands; `?id=` says whose. */
export const MONEY_PATH = '/admin/payments/application';

export const moneyAddress = (applicationId: string) => `${MONEY_PATH}?id=${applicationId}`;
