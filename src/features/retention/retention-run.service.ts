import { randomUUID } from 'node:crypto';
import { addAudit } from '../../server/audit.store.ts';
import type { AppContext } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { minutes } from '../../shared/time.ts';
import { disableJit } from './expiring.store.ts';
import { EXPIRING } from './expiring-records.store.ts';
import { monthsBefore, RETENTION_KINDS, type RetentionKind } from './retention.rules.ts';
import { readPeriods } from './retention.service.ts';
import { lockOpenRun, openRun, type RetentionRun, setOpenRun } from './retention-run.store.ts';

/** Few enough that other transactions do not wait long for a row. */
export const ROWS_AT_ONCE = 500;
/** Shorter than the queue's own limit (300 s), after which another process would take the job. */
const longestMs = minutes(3);

/** Whether a run came to its end, or goes on with the next call. */
export type RunEnd = 'finished' | 'interrupted';

/**
 * Removes what is older than its kind's period, a few hundred records in each transaction, which also counts them: a
 * process that dies loses the last step, and the next call continues the same run. The periods are read in each step,
 * so that changing one to “keep” stops it at once. A kind that fails does not stop the others: the run ends with its
 * audit entry, and the failures are thrown then.
 */
export async function removeExpired(
  context: Pick<AppContext, 'db' | 'clock'>,
  { isStopping = () => false }: { isStopping?: (() => boolean) | undefined } = {},
): Promise<RunEnd> {
  const { db, clock } = context;
  const until = Date.now() + longestMs;
  await openRun(db, { id: randomUUID(), now: clock.now() });
  const isOver = () => isStopping() || Date.now() > until;
  const failures: unknown[] = [];
  let end: RunEnd = 'finished';
  for (const kind of RETENTION_KINDS) {
    try {
      end = await removeAll(context, kind, isOver);
      if (end === 'interrupted') break;
    } catch (error) {
      failures.push(error);
    }
  }
  if (end === 'finished') await inTransaction(db, (tx) => endRun(tx, clock.now()));
  if (failures.length > 0) throw new AggregateError(failures, 'Some old records could not go.');
  return end;
}

async function removeAll(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  kind: RetentionKind,
  isOver: () => boolean,
): Promise<RunEnd> {
  let taken = 1;
  while (taken > 0) {
    if (isOver()) return 'interrupted';
    taken = await inTransaction(db, (tx) => removeSome(tx, clock.now(), kind));
  }
  return 'finished';
}

async function removeSome(tx: Database, now: Date, kind: RetentionKind): Promise<number> {
  await disableJit(tx);
  const run = await lockOpenRun(tx);
  const months = (await readPeriods(tx)).periods[kind];
  // Another process has ended the run meanwhile.
  if (!run || months === null) return 0;
  const taken = await EXPIRING[kind].removeBefore(tx, monthsBefore(now, months), ROWS_AT_ONCE);
  if (taken > 0)
    await setOpenRun(tx, { removed: { ...run.removed, [kind]: (run.removed[kind] ?? 0) + taken } });
  return taken;
}

async function endRun(tx: Database, now: Date): Promise<void> {
  const run = await lockOpenRun(tx);
  if (!run) return;
  await setOpenRun(tx, { finishedAt: now });
  if (sumOf(run) === 0) return;
  await addAudit(tx, {
    at: now,
    actorId: null,
    action: 'retention.removed',
    subject: run.id,
    after: run.removed,
  });
}

const sumOf = ({ removed }: RetentionRun) =>
  Object.values(removed).reduce((sum, count) => sum + count, 0);
