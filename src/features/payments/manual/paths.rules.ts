/** Addresses of the dashboard. */
export const CLAIMS_PATH = '/admin/payments/claims';
export const STATEMENTS_PATH = '/admin/payments/statements';
