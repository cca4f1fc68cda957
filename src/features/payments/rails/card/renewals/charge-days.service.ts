import type { Database } from '../../../../../server/database/database.ts';
import { dayOf } from '../../../core/payment.rules.ts';
import type { Instalment } from '../../../core/schedule/schedule.store.ts';
import { DUPLICATE_INVOICE, expectedChargeDays } from '../card.rules.ts';
import { listCharges } from '../paypal-order.store.ts';
import { listSchedulesWithToken } from './vault.store.ts';

/** For each instalment that a stored account will be charged for: the day, YYYY-MM-DD. `instalments` are in order. */
export async function listChargeDays(
  db: Database,
  instalments: readonly Instalment[],
  now: Date,
): Promise<Map<string, string>> {
  const byPlan = Map.groupBy(instalments, ({ scheduleId }) => scheduleId);
  const charging = await listSchedulesWithToken(db, [...byPlan.keys()]);
  const days = new Map<string, string>();
  for (const [scheduleId, ofPlan] of byPlan) {
    if (!charging.has(scheduleId)) continue;
    const tries = new Map<string, { count: number; lastOn: string }>();
    for (const { id } of ofPlan.filter(({ chargeOn, status }) => chargeOn && status !== 'paid')) {
      const charges = await listCharges(db, id);
      const last = charges.at(-1);
      // PayPal would refuse each further charge of this invoice.
      const count = last?.reason === DUPLICATE_INVOICE ? Infinity : charges.length;
      if (last) tries.set(id, { count, lastOn: dayOf(last.createdAt) });
    }
    for (const [id, day] of expectedChargeDays(ofPlan, tries, dayOf(now))) days.set(id, day);
  }
  return days;
}
