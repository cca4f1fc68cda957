import type { Database } from '../../server/database/database.ts';
import { fieldsOf } from '../../shared/record.ts';
import { findSetting, putSetting } from '../maintenance/site.store.ts';
import {
  REMOVED_AFTER_DAYS,
  type RemovedAfterDays,
  USUAL_REMOVED_AFTER_DAYS,
} from './unconfirmed.rules.ts';

const SETTING = 'unconfirmed-signatures';

/** How many days after the delivery of the link a signature goes that nobody has confirmed. */
export async function readRemovedAfterDays(db: Database): Promise<RemovedAfterDays> {
  const { days } = fieldsOf((await findSetting(db, SETTING))?.value);
  return REMOVED_AFTER_DAYS.find((one) => one === days) ?? USUAL_REMOVED_AFTER_DAYS;
}

export const putRemovedAfterDays = (
  tx: Database,
  days: RemovedAfterDays,
  by: { updatedBy: string; updatedAt: Date },
) => putSetting(tx, { name: SETTING, value: { days }, ...by });
