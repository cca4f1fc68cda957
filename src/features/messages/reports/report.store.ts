import { and, count, desc, eq, isNull, lt, max, sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { ReportOutcome, ReportReason } from './report.rules.ts';

/** Messages that a recipient reported, with their words as they were: evidence outlives a deletion. */
export const messageReports = pgTable(
  'message_reports',
  {
    id: uuid('id').primaryKey(),
    messageId: uuid('message_id').notNull(),
    reporterId: uuid('reporter_id').notNull(),
    reportedId: uuid('reported_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    /** The reporter's own words; empty when they left none. */
    note: text('note').notNull(),
    subject: text('subject'),
    content: text('content').notNull(),
    sentAt: at('sent_at').notNull(),
    createdAt: at('created_at').notNull(),
    /** Null while it waits. */
    outcome: text('outcome').$type<ReportOutcome>(),
    resolvedBy: uuid('resolved_by'),
    resolvedAt: at('resolved_at'),
    /** The administrator's words to the member, or to the next administrator. */
    resolution: text('resolution'),
  },
  (t) => [
    // The same person reports the same message once.
    unique('message_reports_once').on(t.messageId, t.reporterId),
    index('message_reports_waiting').on(t.createdAt, t.id).where(sql`${t.resolvedAt} is null`),
    index('message_reports_newest').on(t.createdAt, t.id),
    index('message_reports_reported').on(t.reportedId),
    index('message_reports_reporter').on(t.reporterId),
  ],
);

export type ReportRow = typeof messageReports.$inferSelect;

/** Stores a report; `false` when this person has reported this message before. */
export async function addReport(
  tx: Database,
  report: Omit<ReportRow, 'outcome' | 'resolvedBy' | 'resolvedAt' | 'resolution'>,
): Promise<boolean> {
  const added = await tx
    .insert(messageReports)
    .values(report)
    .onConflictDoNothing({ target: [messageReports.messageId, messageReports.reporterId] })
    .returning({ id: messageReports.id });
  return added.length === 1;
}

/** How many reports from before a time wait, and when the newest of them came in. */
export async function countWaitingReports(db: Database, before: Date) {
  const [found] = await db
    .select({ count: count(), newest: max(messageReports.createdAt) })
    .from(messageReports)
    .where(and(isNull(messageReports.resolvedAt), lt(messageReports.createdAt, before)));
  return found ?? { count: 0, newest: null };
}

/** What a member has reported, the newest first. */
export const listReportsBy = (db: Database, reporterId: string) =>
  db
    .select()
    .from(messageReports)
    .where(eq(messageReports.reporterId, reporterId))
    .orderBy(desc(messageReports.createdAt), desc(messageReports.id));
