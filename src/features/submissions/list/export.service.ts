import { csvLine } from '../../../server/lists/csv.ts';
import type { Database } from '../../../server/database/database.ts';
import { copyRows } from '../../../server/lists/list-export.store.ts';
import { type Columns, type List, readPage } from '../../../server/lists/list.store.ts';
import type { Permission } from '../../../shared/access.ts';
import { decimal } from '../../../shared/money.ts';
import type { ExportType } from '../kinds/submissions.contract.ts';
import {
  applicationList,
  contactList,
  declarationList,
  moneylessApplicationList,
  partnerList,
  userList,
  volunteerList,
} from '../kinds/submissions.store.ts';

export const EXPORTED: Record<ExportType, List<Columns>> = {
  'contact-submissions': contactList,
  'passport-applications': applicationList,
  'unity-declarations': declarationList,
  'volunteer-submissions': volunteerList,
  'partner-submissions': partnerList,
  users: userList,
};

/** The list of a kind as somebody with these permissions may take it along. */
export const exportedTo = (permissions: readonly Permission[], type: ExportType): List<Columns> =>
  type === 'passport-applications' && !permissions.includes('payments:read')
    ? moneylessApplicationList
    : EXPORTED[type];

const rowsPerRead = 1000;
// Money leaves as a decimal amount, under the name of the amount.
const columnName = (name: string) => name.replace(/Cents$/, '');
const fieldOf = (value: unknown) => (typeof value === 'bigint' ? decimal(value) : value);

/**
 * A list's file, newest row first, in pieces that are read as fast as they are taken. `onBegun` once there is something
 * to give: what is refused, or fails at once, was given to nobody.
 */
export async function* exportLines(
  db: Database,
  list: List<Columns>,
  onBegun: () => Promise<void>,
): AsyncGenerator<string | Buffer> {
  const rows = copyRows(db, list) ?? readRows(db, list);
  try {
    // What fails at once is still answered as a failure, before anything is written.
    const first = await rows.next();
    await onBegun();
    yield csvLine(Object.keys(list.columns).map(columnName));
    if (first.done) return;
    yield first.value;
    yield* rows;
  } finally {
    await rows.return(undefined);
  }
}

/** The lines of a list where the database cannot write them itself: a thousand rows at a time. */
export async function* readRows(db: Database, list: List<Columns>): AsyncGenerator<string> {
  let page = await readPage(db, list, {}, { limit: rowsPerRead });
  for (;;) {
    yield page.rows.map((row) => csvLine(Object.values(row).map(fieldOf))).join('');
    if (!page.cursor) return;
    page = await readPage(db, list, {}, { after: page.cursor, limit: rowsPerRead });
  }
}
