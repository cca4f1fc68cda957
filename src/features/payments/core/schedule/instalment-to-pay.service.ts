import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { PAYABLE } from '../payment.rules.ts';
import { findSchedule, listInstalments } from './schedule.store.ts';

/** The id of an instalment by its number, or of the first unpaid one. Throws 404, and 409 when nothing is left to pay. */
export async function findInstalmentToPay(
  tx: Database,
  applicationId: string,
  instalment: number | undefined,
): Promise<string> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Fault(404, words('This application does not exist.'));
  const instalments = await listInstalments(tx, schedule.id);
  const due =
    instalment === undefined
      ? instalments.find(({ status }) => PAYABLE.includes(status))
      : instalments.find(({ number }) => number === instalment);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return due.id;
}
