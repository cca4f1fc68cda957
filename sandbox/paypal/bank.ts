import type { Delivery } from './delivery.ts';
import type { PaypalFaults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Notices } from './notices.ts';
import type { Payer } from './record.ts';

/** The context of every action of the simulated PayPal. */
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

/** The one merchant of the sandbox, who is paid. */
export const MERCHANT = {
  email_address: 'shop@sandbox.localhost',
  merchant_id: 'SANDB2XSHP234',
} as const;

/** The one payer of the sandbox. */
export const PAYER: Payer = {
  email_address: 'buyer@sandbox.localhost',
  payer_id: 'SANDB2XBYR234',
  name: { given_name: 'Awa', surname: 'Sandbox' },
  address: { country_code: 'SN' },
};

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A time as PayPal writes it. */
export const instant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
