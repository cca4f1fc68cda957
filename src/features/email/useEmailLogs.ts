import { ANY_TEXT, useListAddress } from '../../web/useListAddress.ts';
import { rowsOf, useRows } from '../../web/useRows.ts';
import { listEmailLogs, LOG_DAYS, LOG_STATUSES } from './email-log.contract.ts';

const MAILS = rowsOf(listEmailLogs);

/** The mails that the address asks for. The history shows the last 100 (specification §9); a search goes on beyond them. */
export function useEmailLogs() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: LOG_STATUSES,
    days: LOG_DAYS,
  });
  const isNarrowed = Boolean(asked.search || asked.status || asked.days);
  const list = useRows(MAILS, question, { goesOn: isNarrowed });
  return { list, asked, ask, question, askOnly, isNarrowed };
}
