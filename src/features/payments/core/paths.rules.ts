/** Addresses of the dashboard. */
export const CLAIMS_PATH = '/admin/payments/claims';
export const STATEMENTS_PATH = '/admin/payments/statements';

/** Where the report of the money stands in the dashboard. */
export const RECONCILIATION_PATH = '/admin/payments/reconciliation';
/** Where the life of one application's money stands; `?id=` says whose. */
export const PAYMENT_DETAIL_PATH = '/admin/payments/application';

export const paymentDetailAddress = (applicationId: string) =>
  `${PAYMENT_DETAIL_PATH}?id=${applicationId}`;
