import type { AppContext, RequestContext } from '../../../../server/context.ts';
import { inTransaction, type Database } from '../../../../server/database/database.ts';
import { answerPage } from '../../../../server/lists/cursor.ts';
import { decimal } from '../../../../shared/money.ts';
import { days, hours } from '../../../../shared/time.ts';
import { notifyAdmins } from '../../../mail/queue/mail-queue.service.ts';
import { isReviewReason, REVIEW_REASONS } from '../../rails/crypto/settlement/matching.rules.ts';
import { REVIEW_KIND_LABELS } from './labels.rules.ts';
import { listApprovals } from '../../core/approvals/approval.store.ts';
import { showApproval } from '../approvals/approval.service.ts';
import { CLAIMS_PATH } from '../../core/paths.rules.ts';
import {
  listReview,
  REVIEW_KINDS,
  type GivenReviewItem,
  type ReviewKind,
} from './review.contract.ts';
import { countReview, countWaiting, listReviewRows } from './review.store.ts';
import { railReconcilerMs, type ReviewThresholds } from '../../core/review-source.store.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import type { DismissedKind } from '../../core/correction.contract.ts';
import { reopenFailedRefund } from '../refunds/paypal-refund.service.ts';
import { listRefusedRefunds } from '../refunds/paypal-refund.store.ts';
import { reopenLine } from '../../rails/card/report/line-decision.service.ts';
import { listDecidedLines } from '../../rails/card/report/paypal-line.store.ts';
import { amountOf } from '../../rails/crypto/quotes/quote.rules.ts';
import { reopenTransfer } from '../../rails/crypto/review/transfer-decision.service.ts';
import { listDismissedTransfers } from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { reopenDifference } from '../../rails/crypto/treasury/treasury.service.ts';
import { listDismissedDifferences } from '../../rails/crypto/treasury/treasury.store.ts';

const slowMs = days(1);
/** How long something must have waited before it is of this kind; the others count at once. */
const waitsBeforeMs: Partial<Record<ReviewKind, number>> = {
  slow: slowMs,
  notice: railReconcilerMs,
  order: railReconcilerMs,
};
/** How many the list shows at a time. */
const usualLimit = 50;

type ReviewRequest = Pick<RequestContext<never>, 'db' | 'clock'> &
  Partial<Pick<RequestContext<never>, 'user'>> &
  Parameters<typeof answerPage>[0];

const thresholdsAt = (now: Date): ReviewThresholds => ({
  dayAgo: new Date(now.getTime() - slowMs),
  minutesAgo: new Date(now.getTime() - railReconcilerMs),
});

/** How many items wait for a person, and since when the oldest does. */
export const countPaymentsToReview = (db: AppContext['db'], now: Date) =>
  countWaiting(db, thresholdsAt(now));

/** A page of what a person should look at, oldest first; `X-Total-Count` says how much there is in all. */
export async function reviewPage(context: ReviewRequest): Promise<GivenReviewItem[]> {
  const thresholds = thresholdsAt(context.clock.now());
  const { path } = listReview;
  const rows = await answerPage(context, { path, usualLimit }, (page) =>
    listReviewRows(context.db, thresholds, page),
  );
  const { count } = await countWaiting(context.db, thresholds);
  context.setHeader('X-Total-Count', String(count));
  const asked = await listApprovals(
    context.db,
    rows.flatMap(({ kind, id }) => (kind === 'approval' ? [id] : [])),
  );
  const approvalOf = new Map(
    asked.map((one) => [one.approval.id, showApproval(one, context.user?.id)]),
  );
  return rows.map(({ cents, since, dueAt, ...row }) => ({
    ...row,
    approval: approvalOf.get(row.id) ?? null,
    // The sentence of the chain's own list.
    note:
      row.note && isReviewReason(row.note) && row.kind === 'chain'
        ? REVIEW_REASONS[row.note]
        : row.note,
    amount: cents === null ? null : decimal(BigInt(cents)),
    since: new Date(since).toISOString(),
    dueAt: dueAt && new Date(dueAt).toISOString(),
  }));
}

const fullHour = (ms: number) => new Date(Math.floor(ms / hours(1)) * hours(1));

/**
 * Mails the administrators what waited for a person at the full hour; for a job that runs once an hour. The batch
 * is named after the hour in which the newest item began to wait, so that no item is reported twice, no mail goes
 * out without a new item, and a missed run is made up for.
 */
export async function notifyAdminsOfReview(context: AppContext): Promise<void> {
  const hour = fullHour(context.clock.now().getTime());
  await inTransaction(context.db, async (tx) => {
    const waiting = await countReview(tx, { ...thresholdsAt(hour), before: hour });
    // Who can approve what waits was emailed at once.
    const found = waiting.filter(({ kind }) => kind !== 'approval');
    if (found.length === 0) return;
    const newest = found.map(
      (one) => new Date(one.newest).getTime() + (waitsBeforeMs[one.kind] ?? 0),
    );
    const kinds = REVIEW_KINDS.flatMap((kind) => found.find((one) => one.kind === kind) ?? []);
    await notifyAdmins(
      context,
      {
        batch: `money-waits:${fullHour(Math.max(...newest)).toISOString()}`,
        template: 'money-waits',
        props: {
          count: kinds.reduce((sum, { count }) => sum + count, 0),
          kinds: kinds.map(({ kind, count }) => ({ kind: REVIEW_KIND_LABELS[kind], count })),
          adminUrl: `${context.publicUrl}${CLAIMS_PATH}`,
        },
      },
      { db: tx, permission: 'payments:read' },
    );
  });
}

const mostShown = 10;

/** What was dismissed last, newest first. */
export async function listDismissedItems(db: Database) {
  const lines = await listDecidedLines(db, mostShown);
  const transfers = await listDismissedTransfers(db, mostShown);
  const differences = await listDismissedDifferences(db, mostShown);
  const refunds = await listRefusedRefunds(db, mostShown);
  const found = [
    ...lines.map(({ id, amountCents, currency, transactionId, at }) => ({
      kind: 'paypal' as const,
      id: String(id),
      amount: `${decimal(amountCents)} ${currency}`,
      note: transactionId,
      at,
    })),
    ...transfers.map(({ id, units, token, decision, updatedAt }) => ({
      kind: 'chain' as const,
      id,
      amount: `${amountOf(units, token)} ${token}`,
      note: decision,
      at: updatedAt,
    })),
    ...differences.map(({ id, units, token, decision, updatedAt }) => ({
      kind: 'treasury' as const,
      id,
      amount: `${amountOf(units, token)} ${token}`,
      note: decision,
      at: updatedAt,
    })),
    ...refunds.map(({ id, amountCents, currency, issue, updatedAt }) => ({
      kind: 'refund' as const,
      id,
      amount: `${decimal(amountCents)} ${currency}`,
      note: issue,
      at: updatedAt,
    })),
  ];
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostShown);
}

type ReopenContext = Pick<RequestContext<never>, 'db' | 'clock'> & { actorId: string };

/** Undoes a dismissal. Throws 404 and 409. */
export async function reopen(
  context: ReopenContext,
  { kind, id }: { kind: DismissedKind; id: string },
): Promise<void> {
  const isNumber = /^\d+$/.test(id);
  if (isNumber !== (kind === 'paypal'))
    throw new Fault(404, words('This is no longer in the list.'));
  if (kind === 'paypal') await reopenLine(context, Number(id));
  else if (kind === 'chain') await reopenTransfer(context, id);
  else if (kind === 'refund') await reopenFailedRefund(context, id);
  else await reopenDifference(context, id);
}
