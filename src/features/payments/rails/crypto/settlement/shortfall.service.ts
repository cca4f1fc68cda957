import type { Database } from '../../../../../server/database/database.ts';
import { PAYABLE } from '../../../core/payment.rules.ts';
import type { JoinedPayment } from '../../../core/payment.store.ts';
import { SHORTFALL_STATES, type Shortfall } from '../../../payer/my-applications.contract.ts';
import { checksummed } from '../../../pricing/ethereum-address.rules.ts';
import { amountOf } from '../quotes/quote.rules.ts';
import type { Quote } from '../quotes/quote.store.ts';
import { listUnitsByQuote } from './matching.store.ts';

/** On the way out, times are still Dates. */
export type ShownShortfall = Omit<Shortfall, 'until'> & { until: Date };

/**
 * For each application: crypto that has come for a quote of its unpaid instalments and is not recorded, because it is
 * less than quoted or an administrator decides. Of several, the one whose rest can still be sent.
 */
export async function listShortfalls(
  db: Database,
  payments: readonly JoinedPayment[],
  now: Date,
): Promise<Map<string, ShownShortfall>> {
  const unpaid = new Map(
    payments
      .filter(
        ({ payment, instalment }) =>
          payment.rail === 'crypto' && PAYABLE.includes(instalment.status),
      )
      .map((joined) => [joined.payment.id, joined]),
  );
  const shortfalls = new Map<string, ShownShortfall>();
  for (const { quote, ...units } of await listUnitsByQuote(db, [...unpaid.keys()])) {
    const joined = unpaid.get(quote.paymentId);
    const found = joined && shortfallOf(quote, units, now);
    if (!found) continue;
    const { application, instalment } = joined;
    const known = shortfalls.get(application.id);
    if (!known || rankOf(found) < rankOf(known))
      shortfalls.set(application.id, { ...found, instalment: instalment.number });
  }
  return shortfalls;
}

const rankOf = ({ state }: Pick<Shortfall, 'state'>) => SHORTFALL_STATES.indexOf(state);

type Units = Record<'countedUnits' | 'unconfirmedUnits' | 'reviewUnits', bigint>;

function shortfallOf(
  quote: Quote,
  { countedUnits, unconfirmedUnits, reviewUnits }: Units,
  now: Date,
): Omit<ShownShortfall, 'instalment'> | undefined {
  const { id, state, token, units, rate, address, sender, expiresAt } = quote;
  const isShort = state === 'open' && countedUnits > 0n && countedUnits < units;
  const shown = (of: Shortfall['state'], received: bigint) => ({
    state: of,
    quoteId: id,
    token,
    received: amountOf(received, token),
    rest: amountOf(received < units ? units - received : 0n, token),
    rate,
    address: checksummed(address),
    sender: sender && checksummed(sender),
    until: expiresAt,
  });
  if (isShort && now <= expiresAt) return shown('open', countedUnits);
  if (reviewUnits > 0n) return shown('in_review', reviewUnits);
  if (!isShort) return undefined;
  return shown(unconfirmedUnits > 0n ? 'in_review' : 'over', countedUnits);
}
