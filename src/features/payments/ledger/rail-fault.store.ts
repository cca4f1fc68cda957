import { type SQL, sql } from 'drizzle-orm';
import { hasCome } from './fault.store.ts';

/** Whole cents of units of a quote's token at its rate; without a division, which would round. */
const worthOf = (units: SQL) => sql`trunc(${units} * q.rate::numeric * 100
  * case q.token when 'ETH' then 0.000000000000000001 else 0.000001 end)`;
/** What came to the unit is the price that was asked; else it counts at the rate (crypto/settlement.service). */
const quotedCents = sql`case when c.units = q.units then q.amount_cents else ${worthOf(sql`c.units`)} end`;

/** LIST of what must hold between payments and the books of their rails, each as the question for what does not. */
export const RAIL_RULES: Readonly<Record<string, SQL>> = {
  'a captured order at PayPal is the money of its payment': sql`
    select o.id as subject, concat_ws(', ', p.rail, p.status, p.received_cents, p.currency) as found,
      concat_ws(', ', 'paypal', o.amount_cents, o.currency) as expected
    from paypal_orders o join payments p on p.id = o.payment_id
    where o.state = 'captured' and (p.rail <> 'paypal' or p.currency <> o.currency
      or case
        when ${hasCome} then p.received_cents <> o.amount_cents
        -- What was captured for a due that is already paid waits for a person, who gives it back.
        else p.status not in ('processing', 'failed')
      end)`,

  'money on the chain is that of its payment, at the rate of its quote': sql`
    select c.id as subject,
      concat_ws(', ', p.rail, p.status, p.received_cents, p.is_test) as found,
      concat_ws(', ', 'crypto', ${quotedCents}) as expected
    from chain_receipts c
    left join crypto_quotes q on q.id = c.quote_id left join payments p on p.id = c.payment_id
    where c.state = 'final' and (p.rail is distinct from 'crypto' or not (${hasCome})
      or (c.decision is null and p.received_cents is distinct from ${quotedCents}))`,

  'money in a token has one final receipt on the chain': sql`
    select p.id as subject, format('%s final', count(c.id)) as found, '1 final' as expected
    from payments p left join chain_receipts c on c.payment_id = p.id and c.state = 'final'
    where p.rail = 'crypto' and ${hasCome}
    group by p.id having count(c.id) <> 1`,

  'a quote is paid when what came for it is worth its price': sql`
    select q.id as subject, format('%s, %s units came', q.state, coalesce(sum(c.units), 0)) as found,
      format('%s cents asked', q.amount_cents) as expected
    from crypto_quotes q left join chain_receipts c on c.quote_id = q.id and c.state = 'final'
    group by q.id
    having q.state = 'paid' and coalesce(${worthOf(sql`sum(c.units)`)}, 0) < q.amount_cents
      and coalesce(sum(c.units), 0) < q.units`,

  'a line of a statement is the money of the payment that it proves': sql`
    select l.id as subject, concat_ws(', ', p.rail, p.status, p.received_cents) as found,
      concat_ws(', ', i.rail, l.amount_cents) as expected
    from statement_lines l join statement_imports i on i.id = l.import_id
    join payments p on p.id = l.payment_id
    where ${hasCome} and (p.rail <> i.rail or p.received_cents <> l.amount_cents)`,

  'money by card has one captured order at PayPal': sql`
    select p.id as subject, format('%s captured', count(o.id)) as found, '1 captured' as expected
    from payments p left join paypal_orders o on o.payment_id = p.id and o.state = 'captured'
    where p.rail = 'paypal' and ${hasCome}
    group by p.id having count(o.id) <> 1`,
};
