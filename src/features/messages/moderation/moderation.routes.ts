import { answerList } from '../../../server/lists/list.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { countReports, listReports, resolveReport } from './moderation.contract.ts';
import { withPartiesAndHistory, decideReport } from './moderation.service.ts';
import { countOpenReports, reportList, reportsWith } from './moderation.store.ts';
import type { ReportOutcome } from '../reports/report.rules.ts';

const DONE: Readonly<Record<ReportOutcome, string>> = {
  dismissed: words('The report is closed. The member is not affected.'),
  warned: words('The report is closed. The member will get a warning by email.'),
  suspended: words(
    'The report is closed. The member is suspended and will get an email with the reason.',
  ),
};

export const moderationRoutes = [
  route(listReports, async (context) => {
    const { db, query } = context;
    const list = query.search ? await reportsWith(db, query.search) : reportList;
    return withPartiesAndHistory(db, await answerList(context, list, listReports.path));
  }),

  route(countReports, ({ db }) => countOpenReports(db)),

  route(resolveReport, async (context) => {
    const { db, params, body } = context;
    await decideReport(context, db, params.id, body);
    return { message: DONE[body.outcome] };
  }),
];
