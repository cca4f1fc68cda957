import type { Database } from '../../../server/database/database.ts';
import type { Permission } from '../../../shared/access.ts';
import { decimal } from '../../../shared/money.ts';
import { days } from '../../../shared/time.ts';
import { findOverdueKits } from '../../fulfilment/fulfilment.service.ts';
import type { CountRule } from '../../declaration/declaration.store.ts';
import { countOpenReports } from '../../messages/moderation/moderation.store.ts';
import { countPaymentsToReview } from '../../payments/admin/review/review.service.ts';
import { findUnanswered } from '../triage/triage.store.ts';
import {
  failedMailsMs,
  periodsOf,
  type TrendSpan,
  WAITING,
  WAITING_KINDS,
  type WaitingKind,
} from './overview.rules.ts';
import {
  compareDays,
  countApplications,
  countSignaturesIn,
  findClaims,
  findFailedMails,
  type Found,
  sumReceivedIn,
} from './overview.store.ts';

/** The caller and the time. */
interface Asked {
  permissions: readonly Permission[];
  now: Date;
  settings: CountRule;
}

type Kits = Awaited<ReturnType<typeof findOverdueKits>>;

/** Those in one column of the board. */
function kitsIn(kits: Kits, column: Kits[number]['status']): Found {
  const late = kits.find(({ status }) => status === column);
  return {
    count: late?.count ?? 0,
    since: late?.sendBy ? new Date(`${late.sendBy}T00:00:00Z`) : null,
  };
}

/** How each is found. */
const WAITING_QUERIES: Readonly<
  Record<WaitingKind, (db: Database, known: { now: Date; kits: Kits }) => Promise<Found> | Found>
> = {
  claims: (db) => findClaims(db),
  money: (db, { now }) => countPaymentsToReview(db, now),
  kits_approved: (_, { kits }) => kitsIn(kits, 'approved'),
  kits_in_review: (_, { kits }) => kitsIn(kits, 'in_review'),
  kits_submitted: (_, { kits }) => kitsIn(kits, 'submitted'),
  contact: (db) => findUnanswered(db, 'contact'),
  volunteer: (db) => findUnanswered(db, 'volunteer'),
  partner: (db) => findUnanswered(db, 'partner'),
  reports: async (db) => {
    const { waiting, since } = await countOpenReports(db);
    return { count: waiting, since };
  },
  mails: (db, { now }) => findFailedMails(db, new Date(now.getTime() - failedMailsMs)),
};

/** What waits for someone, of that which the caller may care for. */
export async function readWaiting(db: Database, { permissions, now }: Omit<Asked, 'settings'>) {
  const kits = permissions.includes(WAITING.kits_approved) ? await findOverdueKits(db, now) : [];
  const waiting: (Found & { kind: WaitingKind })[] = [];
  for (const kind of WAITING_KINDS)
    if (permissions.includes(WAITING[kind]))
      waiting.push({ kind, ...(await WAITING_QUERIES[kind](db, { now, kits })) });
  return waiting;
}

const canReadPayments = ({ permissions }: Asked) => permissions.includes('payments:read');

/** Today so far beside yesterday, in days of UTC. */
export async function readToday(db: Database, asked: Asked) {
  const today = periodsOf('days', asked.now).at(-1);
  if (!today) throw new Error('There is no day today.');
  const dayBefore = new Date(today.from.getTime() - days(1));
  const sameTime = new Date(asked.now.getTime() - days(1));
  const compared = await compareDays(
    db,
    { midnight: today.from, dayBefore, sameTime },
    asked.settings,
  );
  if (!canReadPayments(asked)) return { ...compared, received: null };
  const came = await sumReceivedIn(db, 'days', dayBefore.toISOString().slice(0, 10));
  const on = (name: string) =>
    decimal(came.reduce((sum, one) => (one.name === name ? sum + one.cents : sum), 0n));
  return {
    ...compared,
    received: { today: on(today.name), yesterday: on(dayBefore.toISOString().slice(0, 10)) },
  };
}

/** What the charts show of the last days or months. */
export async function readTrend(db: Database, span: TrendSpan, asked: Asked) {
  const periods = periodsOf(span, asked.now);
  const signatures = await countSignaturesIn(db, span, periods, asked.settings);
  const applications = await countApplications(db, periods);
  const came = canReadPayments(asked)
    ? Map.groupBy(await sumReceivedIn(db, span, periods[0]?.name ?? ''), ({ name }) => name)
    : null;
  return {
    span,
    periods: periods.map(({ name }, place) => ({
      name,
      signatures: signatures[place] ?? 0,
      applications: applications[place] ?? 0,
      received:
        came &&
        Object.fromEntries((came.get(name) ?? []).map(({ rail, cents }) => [rail, decimal(cents)])),
    })),
  };
}
