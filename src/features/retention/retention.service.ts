import { addAudit } from '../../server/audit.store.ts';
import { type RequestContext, callerOf, type AppContext } from '../../server/context.ts';
import { type Database, inTransaction, isUnavailable } from '../../server/database/database.ts';
import { conflict } from '../../server/http/conflict.ts';
import { fieldsOf, recordOf } from '../../shared/record.ts';
import { seconds } from '../../shared/time.ts';
import type { RemovedAfterDays } from '../declaration/unconfirmed.rules.ts';
import { putRemovedAfterDays, readRemovedAfterDays } from '../declaration/unconfirmed.service.ts';
import { findSetting, putSetting } from '../maintenance/site.store.ts';
import { countOlder, limitTime, disableJit } from './expiring.store.ts';
import { EXPIRING } from './expiring-records.store.ts';
import { PeriodsShape } from './retention.contract.ts';
import {
  KEEP_ALL,
  MOST_COUNTED,
  monthsBefore,
  type Periods,
  periodsOf,
  RETENTION_KINDS,
  type RetentionKind,
} from './retention.rules.ts';
import { findLastRun } from './retention-run.store.ts';

const SETTING = 'retention';

/** The chosen periods and their version. An unreadable setting keeps everything. */
export async function readPeriods(db: Database): Promise<{ periods: Periods; version: number }> {
  const setting = await findSetting(db, SETTING);
  const parsed = PeriodsShape.safeParse({ ...KEEP_ALL, ...fieldsOf(setting?.value) });
  return {
    periods: parsed.success ? parsed.data : KEEP_ALL,
    version: setting?.updatedAt.getTime() ?? 0,
  };
}

/** Of one kind, and of all together. */
const countedWithinMs = seconds(2);
const allCountedWithinMs = seconds(6);

/** Of each period how many records of a kind are older; null where that could not be counted in time. */
async function previewOf(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  kind: RetentionKind,
  leftMs: number,
) {
  if (leftMs <= 0) return { due: null };
  const periods = periodsOf(kind);
  const times = periods.map((months) => monthsBefore(clock.now(), months));
  try {
    const counts = await inTransaction(db, async (tx) => {
      await disableJit(tx);
      await limitTime(tx, Math.min(countedWithinMs, leftMs));
      return countOlder(tx, EXPIRING[kind], times, MOST_COUNTED);
    });
    return { due: Object.fromEntries(periods.map((months, n) => [months, counts[n] ?? 0])) };
  } catch (error) {
    // Cancelled by the limit; where the database itself is away the next statement says so.
    if (!isUnavailable(error)) throw error;
    return { due: null };
  }
}

/** The rules, what each choice would remove now, and what the last run did. */
export async function readRetentionSettings(context: Pick<AppContext, 'db' | 'clock'>) {
  const chosen = await readPeriods(context.db);
  const preview = recordOf<RetentionKind, { due: Record<string, number> | null }>(
    RETENTION_KINDS,
    () => ({ due: null }),
  );
  const until = Date.now() + allCountedWithinMs;
  for (const kind of RETENTION_KINDS)
    preview[kind] = await previewOf(context, kind, until - Date.now());
  const last = await findLastRun(context.db);
  return {
    ...chosen,
    unconfirmedDays: await readRemovedAfterDays(context.db),
    preview,
    lastRun: last
      ? {
          startedAt: last.startedAt,
          finishedAt: last.finishedAt,
          removed: recordOf(RETENTION_KINDS, (kind) => last.removed[kind] ?? 0),
        }
      : null,
  };
}

/** Changes the rules and returns their version. Throws 409, and changes nothing, when `version` is not the stored one. */
export async function changePeriods(
  context: Pick<RequestContext<never>, 'clock' | 'user'>,
  tx: Database,
  { periods, version }: { periods: Periods; version: number },
): Promise<number> {
  const [actorId, now] = [callerOf(context).id, context.clock.now()];
  const { periods: before } = await readPeriods(tx);
  const setting = { name: SETTING, value: periods, updatedBy: actorId, updatedAt: now };
  const put = await putSetting(tx, setting, version);
  if (!put) throw conflict();
  const changed = RETENTION_KINDS.filter((kind) => before[kind] !== periods[kind]);
  const only = (all: Periods) => Object.fromEntries(changed.map((kind) => [kind, all[kind]]));
  await addAudit(tx, {
    at: now,
    actorId,
    action: 'retention.changed',
    subject: SETTING,
    before: only(before),
    after: only(periods),
  });
  return put.getTime();
}

export async function changeUnconfirmedDays(
  context: Pick<RequestContext<never>, 'clock' | 'user'>,
  tx: Database,
  days: RemovedAfterDays,
): Promise<void> {
  const [actorId, now] = [callerOf(context).id, context.clock.now()];
  const before = await readRemovedAfterDays(tx);
  await putRemovedAfterDays(tx, days, { updatedBy: actorId, updatedAt: now });
  await addAudit(tx, {
    at: now,
    actorId,
    action: 'retention.changed',
    subject: 'unconfirmed-days',
    before: { unconfirmedDays: before },
    after: { unconfirmedDays: days },
  });
}
