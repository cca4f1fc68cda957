import { words } from '../../shared/words.ts';

/** The specification's two, the usual one first (§3), and the methods of donations that are entered by hand. */
export const DONATION_METHODS = [
  'credit_card',
  'paypal',
  'zelle',
  'bank',
  'crypto',
  'cash',
  'other',
] as const;
export type DonationMethod = (typeof DONATION_METHODS)[number];

/** How a way to give is named to people. */
export const METHOD_LABELS: Readonly<Record<DonationMethod, string>> = {
  credit_card: words('Credit card'),
  paypal: words('PayPal'),
  zelle: words('Zelle'),
  bank: words('Bank wire'),
  crypto: words('Crypto'),
  cash: words('Cash'),
  other: words('Other method'),
};
