import type { Bank } from './bank.ts';
import { money } from './money.ts';
import type { Capture } from './record.ts';

type Sums = { captured: number; refunded: number; reversed: number };

/** Everything that was paid and given back, to the cent: what the site's own ledger must agree with. */
export function journal({ ledger }: Pick<Bank, 'ledger'>) {
  const captures = ledger.list('capture').toReversed();
  const refunds = ledger.list('refund').toReversed();
  const days = new Map<string, Sums>();
  const add = (at: string, currency: string, side: keyof Sums, units: number) => {
    const key = `${at.slice(0, 10)} ${currency}`;
    const sums = days.get(key) ?? { captured: 0, refunded: 0, reversed: 0 };
    days.set(key, { ...sums, [side]: sums[side] + units });
  };
  for (const { completedAt, currency, units } of captures)
    if (completedAt) add(completedAt, currency, 'captured', units);
  for (const { createdAt, currency, units, by, status } of refunds)
    if (status !== 'FAILED')
      add(createdAt, currency, by === 'shop' ? 'refunded' : 'reversed', units);
  const byDay = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    /** Per currency. */
    total: Object.fromEntries(
      [...new Set(captures.map(({ currency }) => currency))].map((currency) => [
        currency,
        shown(currency, sum(byDay.filter(([key]) => key.endsWith(currency)).map(([, s]) => s))),
      ]),
    ),
    days: byDay.map(([key, sums]) => {
      const [day = '', currency = ''] = key.split(' ');
      return { day, currency, ...shown(currency, sums) };
    }),
    captures: captures.map(entry),
    refunds: refunds.map(({ id, captureId, by, units, currency, createdAt }) => ({
      id,
      captureId,
      by,
      amount: money(units, currency).value,
      currency,
      at: createdAt,
    })),
  };
}

function entry(capture: Capture) {
  const { units, refundedUnits, reversedUnits, currency, completedAt } = capture;
  const value = (amount: number) => money(amount, currency).value;
  return {
    id: capture.id,
    orderId: capture.orderId,
    status: capture.status,
    customId: capture.customId ?? null,
    invoiceId: capture.invoiceId ?? null,
    currency,
    amount: value(units),
    /** The captured amount: nothing of a pending or declined payment. */
    captured: value(completedAt ? units : 0),
    refunded: value(refundedUnits),
    reversed: value(reversedUnits),
    at: completedAt ?? capture.createdAt,
  };
}

function sum(parts: Sums[]): Sums {
  const total = { captured: 0, refunded: 0, reversed: 0 };
  for (const part of parts)
    for (const side of ['captured', 'refunded', 'reversed'] as const) total[side] += part[side];
  return total;
}

function shown(currency: string, { captured, refunded, reversed }: Sums) {
  const value = (units: number) => money(units, currency).value;
  return {
    captured: value(captured),
    refunded: value(refunded),
    reversed: value(reversed),
    held: value(captured - refunded - reversed),
  };
}
