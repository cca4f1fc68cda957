import type { Database } from '../../../../server/database/database.ts';
import { dollars, withoutZeroCents } from '../../../../shared/money.ts';
import type { ShownBalance } from '../../../../shared/page.ts';
import { heldCentsOf, heldForAll } from '../instalment.rules.ts';
import { listTokensOf } from '../journal/journal.store.ts';
import { RAIL_NAMES } from '../payment-labels.rules.ts';
import { PAYABLE } from '../payment.rules.ts';
import { listPaymentsOf, type Payment } from '../payment.store.ts';
import { findSchedule, listInstalments } from '../schedule/schedule.store.ts';

const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const inWords = (amountCents: bigint) => withoutZeroCents(dollars(amountCents));

/** What is paid of an application and what is left on a day, YYYY-MM-DD. */
export async function balanceOf(
  db: Database,
  applicationId: string,
  today: string,
): Promise<ShownBalance> {
  const schedule = await findSchedule(db, applicationId);
  const instalments = schedule ? await listInstalments(db, schedule.id) : [];
  const payments = (await listPaymentsOf(db, [applicationId])).map(({ payment }) => payment);
  const open = instalments
    .filter(({ status }) => PAYABLE.includes(status))
    .map(({ id, creditedCents, amountCents, dueOn, chargeOn }) => {
      const own = payments.filter(({ instalmentId }) => instalmentId === id);
      return {
        restCents: amountCents - heldCentsOf({ creditedCents }, own),
        day: chargeOn ?? dueOn,
      };
    })
    .filter(({ restCents }) => restCents > 0n);
  const leftCents = sum(open.map(({ restCents }) => restCents));
  const paid = instalments.filter(({ status }) => status === 'paid');
  const [next] = open;
  return {
    paid: inWords(heldForAll(instalments, payments)),
    total: inWords(
      sum(
        [...paid, ...instalments.filter(({ status }) => PAYABLE.includes(status))].map(
          ({ amountCents }) => amountCents,
        ),
      ),
    ),
    left: leftCents > 0n ? inWords(leftCents) : null,
    next: next
      ? { amount: inWords(next.restCents), day: next.day, isDue: next.day <= today }
      : null,
  };
}

/** How a payment came, in words for its payer: crypto by the name of its token. */
export async function methodOf(
  db: Database,
  payment: Pick<Payment, 'id' | 'instalmentId' | 'rail'>,
): Promise<string> {
  const tokens = payment.rail === 'crypto' ? await listTokensOf(db, payment) : [];
  return tokens.length > 0 ? tokens.join(', ') : RAIL_NAMES[payment.rail];
}
