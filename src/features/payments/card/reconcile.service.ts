import type { House } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database.ts';
import type { CardService } from '../../../server/outside.ts';
import { days } from '../../../shared/time.ts';
import { unknownPaceMs } from './card.rules.ts';
import { type Desk, soon } from './held-order.service.ts';
import { askAllSince, askThese, nextUnknownAt, takeOrdersToAsk } from './order-asking.store.ts';
import type { PaypalOrder } from './paypal-order.store.ts';
import { askAbout } from './question.service.ts';
import { isHeard, type Log } from './turn.service.ts';

const ordersPerTurn = 40;
const atOnce = 8;
/** While another process has an order in hand; longer than the longest question. */
const inHandMs = 60_000;
/** The days of which everything is asked about once more, whatever was told. */
const lastDaysMs = days(4);

/**
 * Asks PayPal about every order whose time has come, until none is left or PayPal does not answer. As long as
 * anything is unknown the next round follows in seconds, so that it ends within a minute of PayPal's return. A
 * question that breaks stops none behind it.
 * Answers how many were asked about.
 */
export async function reconcile(desk: Desk, card: CardService, log: Log): Promise<number> {
  let asked = 0;
  for (;;) {
    const orders = await takeTurn(desk);
    if (orders.length === 0) break;
    asked += orders.length;
    if (!(await askEach(desk, card, orders, log))) break;
  }
  const next = await nextUnknownAt(desk.db);
  if (next) {
    const waitMs = next.getTime() - desk.clock.now().getTime();
    await inTransaction(desk.db, (tx) => soon({ db: tx, jobs: desk.jobs }, waitMs));
  }
  return asked;
}

function takeTurn({ db, clock }: Desk): Promise<PaypalOrder[]> {
  const now = clock.now();
  const again = new Date(now.getTime() + inHandMs);
  return inTransaction(db, (tx) => takeOrdersToAsk(tx, { now, again, limit: ordersPerTurn }));
}

/** Some at a time; false as soon as none of them was answered: PayPal is away, and the others wait for it. */
async function askEach(
  desk: Desk,
  card: CardService,
  orders: PaypalOrder[],
  log: Log,
): Promise<boolean> {
  for (let n = 0; n < orders.length; n += atOnce) {
    const group = orders.slice(n, n + atOnce);
    const heard = await Promise.all(
      group.map((order) => isHeard(desk, log, order, () => askAbout(desk, card, order))),
    );
    if (heard.includes(true)) continue;
    await putBack(desk, orders.slice(n + atOnce));
    return false;
  }
  return true;
}

/** Those that were not asked about come first in the next round. */
async function putBack({ db, clock }: Desk, orders: PaypalOrder[]): Promise<void> {
  const askAt = new Date(clock.now().getTime() + unknownPaceMs);
  await inTransaction(db, (tx) =>
    askThese(
      tx,
      orders.map(({ id }) => id),
      askAt,
    ),
  );
}

/** Once a day: has everything of the last days asked about, so that nothing rests on a notice alone. */
export async function askAboutLastDays({
  db,
  clock,
  jobs,
}: Pick<House, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const count = await askAllSince(tx, new Date(now.getTime() - lastDaysMs), now);
    await jobs.send(tx, 'card-reconcile', {});
    return count;
  });
}
