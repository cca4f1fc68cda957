import type { House } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database.ts';
import { answerPage } from '../../../server/paging.ts';
import { decimal } from '../../../shared/money.ts';
import { days, hours, minutes } from '../../../shared/time.ts';
import { notifyAdmins } from '../../email/email.service.ts';
import { REVIEW_REASONS, type ReviewReason } from '../crypto/placement.rules.ts';
import { REVIEW_WORDS } from './event.rules.ts';
import { RECONCILIATION_PATH } from './paths.rules.ts';
import {
  listReview,
  REVIEW_KINDS,
  type ReviewItem,
  type ReviewKind,
} from './reconciliation.contract.ts';
import { countReview, countWaiting, listReviewRows, type Patience } from './review.store.ts';

const slowMs = days(1);
/** The rails' own reconcilers need some minutes. */
const momentMs = minutes(15);
/** How long something must have stood before it is of this kind; the others are at once. */
const standingMs: Partial<Record<ReviewKind, number>> = {
  slow: slowMs,
  notice: momentMs,
  order: momentMs,
};
/** How many the list shows at a time. */
const usualLimit = 50;

type Asked = Pick<House, 'db' | 'clock'> & Parameters<typeof answerPage>[0];

const patienceAt = (now: Date): Patience => ({
  dayAgo: new Date(now.getTime() - slowMs),
  momentAgo: new Date(now.getTime() - momentMs),
});

/** How much money waits for a person, and since when the oldest. */
export const findMoneyWaiting = (db: House['db'], now: Date) => countWaiting(db, patienceAt(now));

/** A page of what a person should look at, oldest first; `X-Total-Count` says how much there is in all. */
export async function reviewPage(asked: Asked): Promise<ReviewItem[]> {
  const patience = patienceAt(asked.clock.now());
  const { path } = listReview;
  const rows = await answerPage(asked, { path, usualLimit }, (page) =>
    listReviewRows(asked.db, patience, page),
  );
  const { count } = await countWaiting(asked.db, patience);
  asked.setHeader('X-Total-Count', String(count));
  return rows.map(({ cents, since, ...row }) => ({
    ...row,
    // What the chain's own list says of it.
    note: row.kind === 'chain' ? REVIEW_REASONS[row.note as ReviewReason] : row.note,
    amount: cents === null ? null : decimal(BigInt(cents)),
    since: new Date(since).toISOString(),
  }));
}

const fullHour = (ms: number) => new Date(Math.floor(ms / hours(1)) * hours(1));

/**
 * Writes to the administrators what waits for a person, as it stood at the full hour; for a job that runs once an
 * hour. The mail bears the name of the hour in which the newest of it began to wait: of that hour nothing comes
 * later, so that nobody is told of the same twice, nor of nothing new, and a missed run is made up for.
 */
export async function tellOfWaiting(house: House): Promise<void> {
  const hour = fullHour(house.clock.now().getTime());
  await inTransaction(house.db, async (tx) => {
    const found = await countReview(tx, { ...patienceAt(hour), before: hour });
    if (found.length === 0) return;
    const newest = found.map((one) => new Date(one.newest).getTime() + (standingMs[one.kind] ?? 0));
    const kinds = REVIEW_KINDS.flatMap((kind) => found.find((one) => one.kind === kind) ?? []);
    await notifyAdmins(
      house,
      {
        batch: `money-waits:${fullHour(Math.max(...newest)).toISOString()}`,
        template: 'money-waits',
        props: {
          count: kinds.reduce((sum, { count }) => sum + count, 0),
          kinds: kinds.map(({ kind, count }) => ({ kind: REVIEW_WORDS[kind], count })),
          adminUrl: `${house.publicUrl}${RECONCILIATION_PATH}`,
        },
      },
      { db: tx, may: 'payments:read' },
    );
  });
}
