import type { AppContext } from '../../../server/context.ts';
import { markLifetimeMs } from '../../declaration/signature-mark.service.ts';
import { signatureList } from '../kinds/submissions.store.ts';
import { type BurstReasonName, judgeDay, SMALLEST_BURST } from './burst.rules.ts';
import { firstDayOf, trendOf } from './signature-trend.rules.ts';
import { countByDay, listToJudge } from './signature.store.ts';

type BurstContext = Pick<AppContext, 'db' | 'clock'>;

/** All that came in, as an attack may wait for its confirmations. */
const countsAll = { signaturesNeedConfirmation: false };

/** The unusual days of the last weeks, newest first: those of which networks are still known, and older busy ones. */
export async function listUnusual({ db, clock }: BurstContext) {
  const now = clock.now();
  const trend = trendOf(await countByDay(db, firstDayOf(now), countsAll), now);
  const known = new Date(now.getTime() - markLifetimeMs).toISOString().slice(0, 10);
  const unusual = [];
  for (const one of trend.toReversed()) {
    const isJudged = one.isBusy || (one.day >= known && one.count >= SMALLEST_BURST);
    const burst = isJudged
      ? judgeDay(await listToJudge(db, one.day), { isBusy: one.isBusy, now })
      : undefined;
    if (burst)
      unusual.push({
        ...one,
        ...burst,
        reasons: burst.reasons.map(({ ids, ...reason }) => ({ ...reason, count: ids.length })),
      });
  }
  return unusual;
}

/** The list of signatures, narrowed to those of a day for which a reason holds. */
export async function narrowedSignatures(
  { db, clock }: BurstContext,
  { day, reason }: { day?: string | undefined; reason?: BurstReasonName | undefined },
) {
  if (!day || !reason) return signatureList(day);
  const burst = judgeDay(await listToJudge(db, day), { isBusy: false, now: clock.now() });
  const found = burst?.reasons.find(({ name }) => name === reason);
  return signatureList(day, found?.ids ?? []);
}
