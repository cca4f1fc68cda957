import { ANY_TEXT, useListAddress } from '../../web/lists/useListAddress.ts';
import { useOpenedRow } from '../../web/lists/useOpenedRow.ts';
import { rowsOf, useRows } from '../../web/lists/useRows.ts';
import { listAudit } from './audit.contract.ts';
import { AUDIT_AREAS } from './audit.rules.ts';

/**
 * Midnight before a calendar day of the reader, `days` later; undefined for what is no day, and outside the
 * years that the log is asked about: a year that is still being typed narrows nothing yet.
 */
function startOf(day: string, days = 0): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + days);
  const text = moment.toISOString();
  return text.startsWith('2') ? text : undefined;
}

const LOG = rowsOf(listAudit);

/** The entries that the address asks for. */
export function useAuditLog() {
  const { asked, question, ask, askOnly } = useListAddress({
    search: ANY_TEXT,
    status: AUDIT_AREAS,
    // Calendar days of the reader, `YYYY-MM-DD`, both of them in the period.
    from: ANY_TEXT,
    until: ANY_TEXT,
    sort: ['at'],
  });
  const { from = '', until = '', ...rest } = question;
  const list = useRows(
    LOG,
    { ...rest, from: startOf(from), before: startOf(until, 1) },
    { isNeverOld: true },
  );
  return { list, asked, ask, question, askOnly, opened: useOpenedRow(LOG, list.rows) };
}
