import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import { rowsOf } from '../../../web/lists/useRows.ts';
import { listReports } from './moderation.contract.ts';

export const REPORTS_PATH = '/admin/users/reports';

const ANY_REPORTS = rowsOf(listReports);

/** Who has waited longest first, of the decided the newest. */
const REPORTS: typeof ANY_REPORTS = {
  name: ANY_REPORTS.name,
  fetchPage({ status = 'open', ...question }, signal) {
    const sort = status === 'open' ? 'createdAt' : '-createdAt';
    return ANY_REPORTS.fetchPage({ status, sort, ...question }, signal);
  },
};

/** How many are fetched at a time; each carries a whole message. */
const pageSize = 20;

/** The reports that the address asks for; those that wait unless it says otherwise. */
export const useReports = () =>
  useList(REPORTS, { search: ANY_TEXT, status: ['resolved'] }, { pageSize });

export type ReportList = ReturnType<typeof useReports>;
