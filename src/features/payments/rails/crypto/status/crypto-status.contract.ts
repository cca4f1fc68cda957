import * as z from 'zod/mini';
import { admin } from '../../../../../shared/access.ts';
import { endpoint } from '../../../../../shared/endpoint.ts';
import { TOKENS } from '../crypto.rules.ts';
import { PRICE_REFUSAL_NAMES } from '../quotes/price.rules.ts';

export const CryptoStatus = z.object({
  /** Whether an address is configured and a chain is known. */
  isOn: z.boolean(),
  /** What the single node says is confirmed by an administrator. */
  hasSingleNode: z.boolean(),
  /** Above it no price is quoted. */
  maxPriceDifferencePercent: z.number(),
  /** The tokens that cannot be quoted now, and why. */
  refusals: z.array(z.object({ token: z.enum(TOKENS), reason: z.enum(PRICE_REFUSAL_NAMES) })),
});
export type CryptoStatus = z.output<typeof CryptoStatus>;

export const readCryptoStatus = endpoint({
  name: 'readCryptoStatus',
  summary: 'Whether crypto payments can be quoted now, and how many nodes confirm them',
  method: 'GET',
  path: '/api/admin/payments/crypto-status',
  access: admin('payments:read'),
  answer: CryptoStatus,
});
