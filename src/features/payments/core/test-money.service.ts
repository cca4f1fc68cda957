import type { Database } from '../../../server/database/database.ts';
import { SettingError, type Settings } from '../../../server/settings.ts';
import { hasTestPayments } from './payment.store.ts';

/**
 * Stops a production start beside money with which nothing real was paid: it would be taken for real.
 * PAYPAL_ENVIRONMENT allows a rehearsal in production with PayPal's own sandbox. Throws SettingError.
 */
export async function refuseTestMoney(
  db: Database,
  { production, paypal }: Pick<Settings, 'production' | 'paypal'>,
): Promise<void> {
  const isRehearsal = paypal?.environment === 'sandbox';
  if (!production || isRehearsal || !(await hasTestPayments(db))) return;
  throw new SettingError(
    'The database holds payments of the sandbox, with which no real money moved. Use another database in production.',
  );
}
