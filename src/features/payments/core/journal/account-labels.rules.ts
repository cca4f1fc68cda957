import { words } from '../../../../shared/words.ts';
import type { Account } from './journal.rules.ts';

/** LIST of what the accounts of the journal are called on screens. */
export const ACCOUNT_LABELS: Readonly<Record<Account, string>> = {
  receivable: words('Owed by applicants'),
  kit_orders: words('Kits ordered'),
  paypal: words('PayPal'),
  paypal_fees: words('PayPal fees'),
  bank: words('Bank'),
  zelle: words('Zelle'),
  treasury_eth: words('Wallet, ETH'),
  treasury_usdt: words('Wallet, USDT'),
  exchange: words('Crypto exchanged'),
  network_fees: words('Network fees'),
  refunds: words('Refunds'),
  disputes: words('Disputed payments'),
  unmatched: words('Unmatched payments'),
  in_transit: words('In transit'),
  opening: words('Opening balances'),
  donations: words('Donations'),
  other_income: words('Other income'),
  spending: words('Spending'),
  written_off: words('Written off'),
  moved: words('Moved between payments'),
};
