import type { PaypalOrder } from '../../src/features/payments/rails/card/paypal-order.store.ts';
import type { OnChainTransfer } from '../../src/features/payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import type { Quote } from '../../src/features/payments/rails/crypto/quotes/quote.store.ts';
import type { Shipment } from '../../src/features/fulfilment/shipment.store.ts';
import type { Chance } from './chance.ts';

/** The state that every timeline of an application shares. */
export interface World {
  chance: Chance;
  now: Date;
  /** The team's members. */
  team: readonly string[];
  chain: { chainId: number; usdtAddress: string };
  /** The records of the rails and of the couriers. */
  orders: PaypalOrder[];
  quotes: Quote[];
  onChainTransfers: OnChainTransfer[];
  shipments: Shipment[];
}

/** Someone of the team. */
export const teamMember = ({ chance, team }: World) =>
  ({ kind: 'admin', id: chance.pick(team) }) as const;
