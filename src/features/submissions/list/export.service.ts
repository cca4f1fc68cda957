import type { $ZodType } from 'zod/v4/core';
import type { AppContext } from '../../../server/context.ts';
import { check } from '../../../server/http/validation.ts';
import { csvLine } from '../../../server/lists/csv.ts';
import type { Database } from '../../../server/database/database.ts';
import { copyRows } from '../../../server/lists/list-export.store.ts';
import { type Columns, type List, readPage } from '../../../server/lists/list.store.ts';
import type { Permission } from '../../../shared/access.ts';
import type { ListQuery } from '../../../shared/list.ts';
import { decimal } from '../../../shared/money.ts';
import { listUsers } from '../../members/administrators/accounts.contract.ts';
import { accountList } from '../../members/administrators/accounts.store.ts';
import {
  type ExportType,
  listContactSubmissions,
  listPartnerSubmissions,
  listPassportApplications,
  listUnityDeclarations,
  listVolunteerSubmissions,
} from '../kinds/submissions.contract.ts';
import {
  applicationList,
  contactList,
  declarationList,
  moneylessApplicationList,
  partnerList,
  userList,
  volunteerList,
} from '../kinds/submissions.store.ts';
import type { BurstReasonName } from '../signatures/burst.rules.ts';
import { narrowedSignatures } from '../signatures/burst.service.ts';
import { type TriageQuery, triagedBy } from '../triage/triage.service.ts';

export const EXPORTED: Record<ExportType, List<Columns>> = {
  'contact-submissions': contactList,
  'passport-applications': applicationList,
  'unity-declarations': declarationList,
  'volunteer-submissions': volunteerList,
  'partner-submissions': partnerList,
  users: userList,
};

/** What narrows the list of each kind, as its own call takes it. */
const QUERIES: Record<ExportType, $ZodType | undefined> = {
  'contact-submissions': listContactSubmissions.query,
  'passport-applications': listPassportApplications.query,
  'unity-declarations': listUnityDeclarations.query,
  'volunteer-submissions': listVolunteerSubmissions.query,
  'partner-submissions': listPartnerSubmissions.query,
  users: listUsers.query,
};

type Narrowing = TriageQuery & { day?: string; reason?: BurstReasonName };

interface Request extends Pick<AppContext, 'db' | 'clock'> {
  permissions: readonly Permission[];
  asked: Readonly<Record<string, string | undefined>>;
}

/**
 * The list of a kind as an administrator with these permissions may export it, and the question that its own call
 * would be asked. Throws 400 for a question that the list does not take.
 */
export async function exportOf({ asked, permissions, ...context }: Request, type: ExportType) {
  const query = check(QUERIES[type], asked, 'query') as ListQuery & Narrowing;
  const narrowed = async (): Promise<List<Columns>> => {
    switch (type) {
      case 'contact-submissions':
        return triagedBy({ ...context, query }, 'contact', contactList);
      case 'volunteer-submissions':
        return triagedBy({ ...context, query }, 'volunteer', volunteerList);
      case 'partner-submissions':
        return triagedBy({ ...context, query }, 'partner', partnerList);
      case 'unity-declarations': {
        const { where } = await narrowedSignatures(context, query);
        return { ...declarationList, where };
      }
      case 'passport-applications':
        return permissions.includes('payments:read') ? applicationList : moneylessApplicationList;
      case 'users':
        return { ...userList, statuses: accountList.statuses };
    }
  };
  return { list: await narrowed(), query };
}

const rowsPerRead = 1000;
// Money leaves as a decimal amount, under the name of the amount.
const columnName = (name: string) => name.replace(/Cents$/, '');
const fieldOf = (value: unknown) => (typeof value === 'bigint' ? decimal(value) : value);

/**
 * The file of the rows that a list shows for a question, in pieces that are read as fast as they are taken. `onBegun`
 * once there is something to give: what is refused, or fails at once, was given to nobody.
 */
export async function* exportLines(
  db: Database,
  { list, query }: { list: List<Columns>; query: ListQuery },
  onBegun: () => Promise<void>,
): AsyncGenerator<string | Buffer> {
  const rows = copyRows(db, list, query) ?? readRows(db, list, query);
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
export async function* readRows(
  db: Database,
  list: List<Columns>,
  query: ListQuery = {},
): AsyncGenerator<string> {
  let page = await readPage(db, list, query, { limit: rowsPerRead });
  for (;;) {
    yield page.rows.map((row) => csvLine(Object.values(row).map(fieldOf))).join('');
    if (!page.cursor) return;
    page = await readPage(db, list, query, { after: page.cursor, limit: rowsPerRead });
  }
}
