import { sql } from 'drizzle-orm';
import type { Transfer } from '../../sandbox/chain/transfers.ts';
import type { paypalOf } from '../../sandbox/paypal/testing.ts';
import type { Database } from '../../src/server/database/database.ts';
import { cents } from '../../src/shared/money.ts';
import type { Paid } from './payers.ts';

type PaypalJournal = Awaited<ReturnType<ReturnType<typeof paypalOf>['journal']>>;

/** The rails' own ledgers. */
export interface Rails {
  paypal: PaypalJournal;
  transfers: readonly Transfer[];
}

interface Held {
  rail: string;
  name: string;
  cents: string;
  reference: string | null;
  number: string | null;
}

/**
 * Holds our ledger against those of the rails and against what the payers know that they have paid. Answers the
 * differences, one text for each, and how much there is in all.
 */
export async function compare(db: Database, rails: Rails, paid: readonly Paid[]) {
  const held = (
    await db.execute(sql`
      select p.rail, split_part(a.email, '@', 1) as name, p.received_cents::text as cents,
        coalesce(o.order_id, r.tx_hash) as reference, p.claim_number as number
      from payments p
      join instalments i on i.id = p.instalment_id
      join payment_schedules s on s.id = i.schedule_id
      join passport_applications a on a.id = s.application_id
      left join paypal_orders o on o.payment_id = p.id and o.capture_id is not null
      left join chain_receipts r on r.payment_id = p.id
      where p.status = 'succeeded'`)
  ).rows as unknown as Held[];
  const differences: string[] = [];
  const perPayer = Map.groupBy(held, ({ name }) => name);

  for (const payer of paid) {
    const [one, ...more] = perPayer.get(payer.name) ?? [];
    // The outcome of the last call of a payer who left is only in PayPal’s ledger.
    if (!one && payer.isGone) continue;
    if (!one) differences.push(`${payer.way} ${payer.name} paid and is not in our ledger`);
    if (more.length > 0) differences.push(`${payer.way} ${payer.name} is in our ledger twice`);
    if (one && BigInt(one.cents) !== cents(payer.amount))
      differences.push(
        `${payer.way} ${payer.name} paid ${payer.amount}, we hold ${one.cents} cents`,
      );
    if (one && (one.reference ?? one.number) !== payer.reference)
      differences.push(
        `${payer.way} ${payer.name}: ${one.reference ?? one.number} for ${payer.reference}`,
      );
  }
  const captured = rails.paypal.captures.filter((capture) => cents(capture.captured) > 0n);
  const onCard = held.filter(({ rail }) => rail === 'paypal');
  for (const capture of captured)
    if (!onCard.some(({ reference }) => reference === capture.orderId))
      differences.push(`PayPal holds ${capture.captured} of ${capture.orderId}, we do not`);
  for (const transfer of rails.transfers)
    if (!held.some(({ reference }) => reference === transfer.txHash))
      differences.push(
        `The chain has ${transfer.units} ${transfer.token} in ${transfer.txHash}, we do not`,
      );

  const sumOf = (list: readonly Held[]) => list.reduce((sum, { cents: n }) => sum + BigInt(n), 0n);
  return {
    differences,
    cardOurs: sumOf(onCard),
    cardTheirs: captured.reduce((sum, capture) => sum + cents(capture.captured), 0n),
    chainOurs: held.filter(({ rail }) => rail === 'crypto').length,
    chainTheirs: rails.transfers.length,
    inAll: sumOf(held),
  };
}
