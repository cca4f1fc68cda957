import { sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
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
  ],
);

export type ReportRow = typeof messageReports.$inferSelect;
