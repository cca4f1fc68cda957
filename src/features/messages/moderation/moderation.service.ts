import { addAudit } from '../../../server/audit.store.ts';
import { callerOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { RowOf } from '../../../server/lists/list.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { mailMember } from '../../members/account-mail.service.ts';
import { hasOtherAdministratorWith } from '../../../server/user.store.ts';
import { findUser } from '../../../server/user.store.ts';
import { suspend, type AdminContext } from '../../members/administrators/suspension.service.ts';
import {
  closeReports,
  findParties,
  listNewestAbout,
  lockReport,
  type reportList,
} from './moderation.store.ts';
import type { ReportOutcome } from '../reports/report.rules.ts';
import type { ReportRow } from '../reports/report.store.ts';

/** How many other reports about a member are shown with a report. */
const othersShown = 10;

/** Reports with who they are about and what else was reported of the same members. */
export async function withPartiesAndHistory(db: Database, rows: RowOf<typeof reportList>[]) {
  const ids = rows.flatMap(({ reporterId, reportedId, resolvedBy }) =>
    resolvedBy ? [reporterId, reportedId, resolvedBy] : [reporterId, reportedId],
  );
  const known = new Map((await findParties(db, [...new Set(ids)])).map((one) => [one.id, one]));
  const party = (id: string) => known.get(id) ?? deletedParty(id);
  const members = [...new Set(rows.map((row) => row.reportedId))];
  const about = Map.groupBy(
    // One more than is shown, as the report itself is among them.
    await listNewestAbout(db, members, othersShown + 1),
    (one) => one.reportedId,
  );
  return rows.map((row) => {
    const all = about.get(row.reportedId) ?? [];
    return {
      ...row,
      reporter: party(row.reporterId),
      reported: party(row.reportedId),
      resolvedBy: row.resolvedBy === null ? null : party(row.resolvedBy),
      others: all.filter((one) => one.id !== row.id).slice(0, othersShown),
      othersInAll: (all[0]?.inAll ?? 1) - 1,
    };
  });
}

/** Whose account is gone. */
const deletedParty = (id: string) => ({
  id,
  email: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
  suspendedAt: null,
});

interface Decision {
  outcome: ReportOutcome;
  resolution?: string | undefined;
}

/**
 * Decides about a reported message: every open report about it is closed, and the member warned or suspended in
 * the same transaction. Throws 404 for no report, 409 when it was decided about or the member is gone, 403 for
 * a report about oneself while another administrator can decide, and what `suspend` throws.
 */
export async function decideReport(
  context: AdminContext,
  tx: Database,
  id: string,
  { outcome, resolution = '' }: Decision,
): Promise<void> {
  const caller = callerOf(context);
  const report = await lockReport(tx, id);
  if (!report) throw new Fault(404, words('This report does not exist.'));
  if (report.resolvedAt) throw new Fault(409, words('Someone has already decided on this report.'));
  if (
    report.reportedId === caller.id &&
    (await hasOtherAdministratorWith(tx, { id: caller.id, permission: 'users:moderate' }))
  )
    throw new Fault(403, words('This report is about you. Another administrator must decide.'));
  await DECISIONS[outcome](context, tx, report, resolution);
  const now = context.clock.now();
  await closeReports(tx, report.messageId, {
    outcome,
    resolution: resolution || null,
    resolvedBy: caller.id,
    resolvedAt: now,
  });
  await addAudit(tx, {
    at: now,
    actorId: caller.id,
    action: 'message_report.resolved',
    subject: id,
    before: { outcome: null },
    after: { outcome, resolution: resolution || null, memberId: report.reportedId },
  });
}

type ApplyDecision = (
  context: AdminContext,
  tx: Database,
  report: ReportRow,
  said: string,
) => Promise<void>;

/** The action against the member. */
const DECISIONS: Readonly<Record<ReportOutcome, ApplyDecision>> = {
  dismissed: async () => {},
  async warned(context, tx, { reportedId }, said) {
    const member = await findUser(tx, reportedId);
    if (!member) throw isGone();
    await mailMember(context, tx, member, { template: 'member-warned', props: { words: said } });
  },
  async suspended(context, tx, { reportedId }, reason) {
    if (!(await findUser(tx, reportedId))) throw isGone();
    // One who is shut out already stays so, for the reason that was given then.
    await suspend(context, tx, { id: reportedId, reason });
  },
};

const isGone = () =>
  new Fault(409, words('This member has deleted their account. You can only dismiss the report.'));
