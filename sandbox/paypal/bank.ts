import type { Delivery } from './delivery.ts';
import type { PaypalFaults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Notices } from './notices.ts';
import type { Payer } from './record.ts';

/** What every action of the stand-in needs. */
export type Bank = {
  /** Address of the REST calls. */
  url: string;
  ledger: Ledger;
  faults: PaypalFaults;
  notices: Notices;
  delivery: Delivery;
  /** The sandbox's time as PayPal writes it. */
  now(): string;
};

/** Who is paid: the one shop of the sandbox. */
export const SHOP = {
  email_address: 'shop@sandbox.localhost',
  merchant_id: 'SANDB2XSHP234',
} as const;

/** Who pays: the one person of the sandbox. */
export const PAYER: Payer = {
  email_address: 'buyer@sandbox.localhost',
  payer_id: 'SANDB2XBYR234',
  name: { given_name: 'Awa', surname: 'Sandbox' },
  address: { country_code: 'SN' },
};

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A time as PayPal writes it. */
export const instant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
