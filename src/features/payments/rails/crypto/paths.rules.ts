/** Where money on the chain that waits for a person stands in the dashboard. */
export const CHAIN_PATH = '/admin/payments/network';

/** The same, narrowed to one transaction. */
export const transactionAddress = (txHash: string) => `${CHAIN_PATH}?search=${txHash}`;
