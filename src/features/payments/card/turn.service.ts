import type { FastifyBaseLogger } from 'fastify';
import { inTransaction, isUnavailable } from '../../../server/database.ts';
import { afterFailure, failuresBorne } from './card.rules.ts';
import type { Desk } from './held-order.service.ts';
import { forgetFailures, noteFailure } from './order-asking.store.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import { PaypalAway } from './question.service.ts';

/** What a round of questions needs beside the desk: each that breaks is logged. */
export type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>;

/**
 * One question of a round; false when nobody answered it, PayPal or the database. One that breaks is its own matter:
 * it is logged, asked again with growing patience, and put before a person at the third time, and those behind it
 * have their turn.
 */
export async function isHeard(
  desk: Desk,
  log: Log,
  order: PaypalOrder,
  ask: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await ask();
    if (order.failures > 0) await forgetFailures(desk.db, order.id);
    return true;
  } catch (error) {
    if (error instanceof PaypalAway) return false;
    if (isUnavailable(error)) {
      log.warn({ err: error, order: order.id }, 'an order at PayPal could not be written');
      return false;
    }
    log.error({ err: error, order: order.id }, 'a question about an order at PayPal broke');
    await putOff(desk, order);
    return true;
  }
}

/** In a transaction of its own: what broke has taken its own back. */
async function putOff({ db, jobs, clock }: Desk, { id, failures }: PaypalOrder): Promise<void> {
  await inTransaction(db, async (tx) => {
    const inARow = await noteFailure(tx, id, afterFailure(failures, clock.now()));
    if (inARow === failuresBorne)
      await jobs.send(tx, 'card-review', { id, issue: 'QUESTION_BROKE' });
  });
}
