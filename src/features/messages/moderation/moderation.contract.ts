import * as z from 'zod/mini';
import { admin } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { listQuery } from '../../../shared/list.ts';
import { ById, ifGiven, instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { Reason } from '../../members/administrators/accounts.contract.ts';
import { REPORT_OUTCOMES, REPORT_REASONS } from '../reports/report.rules.ts';

/** A person in a report. Without an email: the account is deleted. */
const Party = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  suspendedAt: z.nullable(instant),
});
export type Party = z.output<typeof Party>;

/** A reported message with what helps to judge it. */
export const Report = z.object({
  id: z.uuid(),
  messageId: z.uuid(),
  reason: z.enum(REPORT_REASONS),
  /** The reporter's own words; empty when they left none. */
  note: z.string(),
  /** The message as it was when it was reported, whatever has been deleted since. */
  subject: z.nullable(z.string()),
  content: z.string(),
  sentAt: instant,
  createdAt: instant,
  reporter: Party,
  reported: Party,
  /** How many other reports about the same member there are, and the newest ten of them. */
  othersInAll: z.int(),
  others: z.array(
    z.object({
      id: z.uuid(),
      reason: z.enum(REPORT_REASONS),
      createdAt: instant,
      /** Null while it waits. */
      outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
    }),
  ),
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  resolution: z.nullable(z.string()),
  resolvedAt: z.nullable(instant),
  resolvedBy: z.nullable(Party),
});
export type Report = z.output<typeof Report>;

/** What the list of reports can be narrowed to. */
export const REPORT_STATUSES = ['open', 'resolved'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export const listReports = endpoint({
  name: 'listReports',
  summary: 'Reported messages, the newest report first; sort=createdAt begins with the oldest',
  method: 'GET',
  path: '/api/admin/reports',
  access: admin('users:moderate'),
  query: z.extend(listQuery(['createdAt']), {
    status: z.optional(z.enum(REPORT_STATUSES, words('status must be open or resolved'))),
  }),
  answer: z.array(Report),
});

export const countReports = endpoint({
  name: 'countReports',
  summary: 'How many reports wait, and since when the oldest of them does',
  method: 'GET',
  path: '/api/admin/reports/waiting',
  access: admin('users:moderate'),
  answer: z.object({ waiting: z.int(), since: z.nullable(instant) }),
});

/** The resolution is sent to the member for `warned` and `suspended`; for `dismissed` only administrators see it. */
export const Resolution = z
  .strictObject({
    outcome: z.enum(REPORT_OUTCOMES, words('Please choose what to do')),
    resolution: ifGiven(Reason),
  })
  .check(
    z.refine(({ outcome, resolution }) => outcome === 'dismissed' || Boolean(resolution), {
      path: ['resolution'],
      error: words('Please give a reason for the member to read'),
    }),
  );

export const resolveReport = endpoint({
  name: 'resolveReport',
  summary:
    'Decide about a reported message, for everybody who reported it; 409 when that was done. Suspending an administrator needs users:grant and a recent password',
  method: 'POST',
  path: '/api/admin/reports/:id/resolve',
  access: admin('users:moderate'),
  params: ById,
  body: Resolution,
  answer: MessageAnswer,
});
