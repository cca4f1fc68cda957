import { and, count, desc, eq, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { contains, listOf, textOf } from '../../../server/lists/list.store.ts';
import { users } from '../../../server/user.store.ts';
import type { ReportStatus } from './moderation.contract.ts';
import type { ReportOutcome } from '../reports/report.rules.ts';
import { messageReports, type ReportRow } from '../reports/report.store.ts';

const reports = messageReports;

/** Open reports, and the decisions about them. */
export const reportList = listOf({
  table: reports,
  id: reports.id,
  columns: {
    id: reports.id,
    messageId: reports.messageId,
    reporterId: reports.reporterId,
    reportedId: reports.reportedId,
    reason: reports.reason,
    note: reports.note,
    subject: reports.subject,
    content: reports.content,
    sentAt: reports.sentAt,
    createdAt: reports.createdAt,
    outcome: reports.outcome,
    resolution: reports.resolution,
    resolvedAt: reports.resolvedAt,
    resolvedBy: reports.resolvedBy,
  },
  sorts: { createdAt: reports.createdAt },
  search: [reports.content, reports.subject],
  statuses: {
    open: isNull(reports.resolvedAt),
    resolved: isNotNull(reports.resolvedAt),
  } satisfies Record<ReportStatus, unknown>,
});

/** The same expression as the search index of accounts (migration 0001). */
const whoTheyAre = textOf([
  sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`,
  users.email,
]);
/** Of more members than these the newest reports are read through instead: soon one is of theirs. */
const mostMembers = 200;

/** The reports that contain a text, or whose members' names or addresses do. */
export async function reportsWith(db: Database, query: string): Promise<typeof reportList> {
  const members = await db
    .select({ id: users.id })
    .from(users)
    .where(contains(whoTheyAre, query))
    .limit(mostMembers + 1);
  const ids = members.map(({ id }) => id);
  const { reportedId, reporterId } = reports;
  const ofMembers =
    ids.length > mostMembers
      ? sql`exists (select from ${users} where ${users}.id in (${reports}.reported_id, ${reports}.reporter_id)
          and ${contains(whoTheyAre, query)})`
      : ids.length > 0
        ? or(inArray(reportedId, ids), inArray(reporterId, ids))
        : undefined;
  return { ...reportList, found: or(contains(textOf(reportList.search), query), ofMembers) };
}

/** Those of these accounts that are there, as administrators may see them. */
export async function findParties(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const { id, email, firstName, lastName, isAdmin, suspendedAt } = users;
  return db
    .select({ id, email, firstName, lastName, isAdmin, suspendedAt })
    .from(users)
    .where(inArray(id, ids));
}

/** The newest reports about each of these members, `most` of each, with how many there are in all. */
export async function listNewestAbout(db: Database, memberIds: string[], most: number) {
  if (memberIds.length === 0) return [];
  const ranked = db
    .select({
      id: reports.id,
      reportedId: reports.reportedId,
      reason: reports.reason,
      createdAt: reports.createdAt,
      outcome: reports.outcome,
      inAll: sql<number>`(count(*) over (partition by ${reports.reportedId}))::int`.as('in_all'),
      place:
        sql<number>`row_number() over (partition by ${reports.reportedId} order by ${reports.createdAt} desc, ${reports.id} desc)`.as(
          'place',
        ),
    })
    .from(reports)
    .where(inArray(reports.reportedId, memberIds))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(lte(ranked.place, most))
    .orderBy(desc(ranked.createdAt), desc(ranked.id));
}

/** How many reports wait, and since when the oldest of them does. */
export async function countOpenReports(
  db: Database,
): Promise<{ waiting: number; since: Date | null }> {
  const [found] = await db
    .select({ waiting: count(), since: min(reports.createdAt) })
    .from(reports)
    .where(isNull(reports.resolvedAt));
  return found ?? { waiting: 0, since: null };
}

/**
 * The report, held until the transaction ends together with the others about the same message, which are decided
 * about with it: in one order, or two administrators at two of them would wait for each other for ever.
 */
export async function lockReport(tx: Database, id: string): Promise<ReportRow | undefined> {
  const held = await tx
    .select()
    .from(reports)
    .where(
      inArray(
        reports.messageId,
        tx.select({ messageId: reports.messageId }).from(reports).where(eq(reports.id, id)),
      ),
    )
    .orderBy(reports.id)
    .for('update');
  return held.find((one) => one.id === id);
}

/** Closes every open report about a message. */
export async function closeReports(
  tx: Database,
  messageId: string,
  decision: {
    outcome: ReportOutcome;
    resolution: string | null;
    resolvedBy: string;
    resolvedAt: Date;
  },
): Promise<void> {
  await tx
    .update(reports)
    .set(decision)
    .where(and(eq(reports.messageId, messageId), isNull(reports.resolvedAt)));
}
