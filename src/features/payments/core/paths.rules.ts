/** Addresses of the dashboard. */
export const PAYMENTS_PATH = '/admin/payments';
export const CLAIMS_PATH = '/admin/payments/claims';
export const STATEMENTS_PATH = '/admin/payments/statements';

export const RECONCILIATION_PATH = '/admin/payments/reconciliation';
/** The page of one application's payments; `?id=` is the application. */
export const PAYMENT_DETAIL_PATH = '/admin/payments/application';

export const paymentDetailAddress = (applicationId: string) =>
  `${PAYMENT_DETAIL_PATH}?id=${applicationId}`;
