import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { heldCentsOf } from '../instalment.rules.ts';
import { postChargeChange } from '../journal/journal.service.ts';
import { payOffOf } from './pay-off.rules.ts';
import { PAYABLE } from '../payment.rules.ts';
import { listPaymentsOfInstalment } from '../payment.store.ts';
import { statusOn, stepInstalment, updateSchedule } from './schedule.service.ts';
import {
  type Instalment,
  listInstalments,
  type Schedule,
  setInstalment,
} from './schedule.store.ts';

/** Money that we hold for an instalment. */
const heldFor = async (tx: Database, instalment: Instalment) =>
  heldCentsOf(instalment, await listPaymentsOfInstalment(tx, instalment.id));

/**
 * Combines the unpaid instalments of a running plan into the first of them, so that one payment pays the rest. No day
 * is set any more on which a stored account is charged. The caller holds the application's lock, has ended its open
 * payments and ends its stored account. Throws 409 when nothing can be combined.
 */
export async function combineInstalments(
  tx: Database,
  schedule: Schedule,
  at: Date,
): Promise<Instalment> {
  const open = (await listInstalments(tx, schedule.id)).filter(({ status }) =>
    PAYABLE.includes(status),
  );
  const [first, ...later] = open;
  if (!first || later.length === 0)
    throw new Fault(409, words('There is only one payment left. Pay it as usual.'));
  for (const one of later)
    if ((await heldFor(tx, one)) > 0n)
      throw new Fault(
        409,
        words('A later payment is paid in part. Please pay the rest of it first.'),
      );
  let addedCents = 0n;
  for (const one of later) {
    await stepInstalment(tx, one, 'combined', at);
    await setInstalment(tx, one.id, { chargeOn: null });
    await postChargeChange(tx, schedule, one, -one.amountCents, at);
    addedCents += one.amountCents;
  }
  const amountCents = first.amountCents + addedCents;
  await setInstalment(tx, first.id, { amountCents, chargeOn: null, updatedAt: at });
  await postChargeChange(tx, schedule, first, addedCents, at);
  await updateSchedule(tx, schedule, at);
  return { ...first, amountCents };
}

/**
 * Undoes the same as long as it is not paid: each instalment is again what its day says. Returns false when nothing is
 * combined, or money has come that is more than one instalment. The caller holds the application's lock.
 */
export async function separateInstalments(
  tx: Database,
  schedule: Schedule,
  at: Date,
): Promise<boolean> {
  const found = payOffOf(schedule, await listInstalments(tx, schedule.id));
  if (!found || (await heldFor(tx, found.whole)) >= schedule.amountCents) return false;
  const { whole, parts } = found;
  let movedCents = 0n;
  for (const part of parts) {
    await stepInstalment(tx, part, statusOn(part.dueOn, at), at);
    await postChargeChange(tx, schedule, part, part.amountCents, at);
    movedCents += part.amountCents;
  }
  const amountCents = whole.amountCents - movedCents;
  await setInstalment(tx, whole.id, { amountCents, updatedAt: at });
  await postChargeChange(tx, schedule, whole, -movedCents, at);
  await updateSchedule(tx, schedule, at);
  return true;
}
