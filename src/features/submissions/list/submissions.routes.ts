import { addAudit, downloadedBy } from '../../../server/audit.store.ts';
import type { Clock } from '../../../server/clock.ts';
import { callerOf } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { answerList } from '../../../server/lists/list.ts';
import { type Columns, countRows, type List, readPage } from '../../../server/lists/list.store.ts';
import { route } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { countDeclarations } from '../../declaration/declaration.store.ts';
import { countPayments } from '../../payments/core/payment.store.ts';
import {
  EXPORT_TYPES,
  exportSubmissions,
  listContactSubmissions,
  listPartnerSubmissions,
  listPassportApplications,
  listUnityDeclarations,
  listVolunteerSubmissions,
  summarizeSubmissions,
  UNKNOWN_EXPORT,
} from '../kinds/submissions.contract.ts';
import { exportLines, exportOf } from './export.service.ts';
import { withMailed, withPayments } from './submissions.service.ts';
import {
  applicationList,
  contactList,
  partnerList,
  signatureList,
  userList,
  volunteerList,
} from '../kinds/submissions.store.ts';
import { narrowedSignatures } from '../signatures/burst.service.ts';
import type { TriagedKind } from '../triage/triage.rules.ts';
import { triagedBy, withTriage } from '../triage/triage.service.ts';

/** The specification's "five most recent of each kind" (§2). */
const recent = async <C extends Columns>(db: Database, list: List<C>) =>
  (await readPage(db, list, {}, { limit: 5 })).rows;

const triaged = <Row extends { id: string; createdAt: Date }>(
  { db, clock }: { db: Database; clock: Clock },
  kind: TriagedKind,
  rows: Row[],
) => withTriage(db, rows, { kind, now: clock.now() });

export const submissionRoutes = [
  route(listContactSubmissions, async (context) => {
    const list = triagedBy(context, 'contact', contactList);
    const rows = await answerList(context, list, listContactSubmissions.path);
    return withMailed(context.db, await triaged(context, 'contact', rows));
  }),
  route(listUnityDeclarations, async (context) => {
    const list = await narrowedSignatures(context, context.query);
    return withMailed(context.db, await answerList(context, list, listUnityDeclarations.path));
  }),
  route(listVolunteerSubmissions, async (context) => {
    const list = triagedBy(context, 'volunteer', volunteerList);
    const rows = await answerList(context, list, listVolunteerSubmissions.path);
    return withMailed(context.db, await triaged(context, 'volunteer', rows));
  }),
  route(listPartnerSubmissions, async (context) => {
    const list = triagedBy(context, 'partner', partnerList);
    const rows = await answerList(context, list, listPartnerSubmissions.path);
    return withMailed(context.db, await triaged(context, 'partner', rows));
  }),
  route(listPassportApplications, async (context) => {
    const rows = await answerList(context, applicationList, listPassportApplications.path);
    const { permissions } = callerOf(context);
    return withMailed(context.db, await withPayments(context.db, rows, permissions));
  }),
  route(summarizeSubmissions, async (context) => {
    const { db, clock, settings } = context;
    const { permissions } = callerOf(context);
    const canReadUsers = permissions.includes('users:read');
    return {
      counts: {
        contact: await countRows(db, contactList),
        passportApplications: await countRows(db, applicationList),
        unityDeclarations: await countDeclarations(db, settings),
        volunteers: await countRows(db, volunteerList),
        partners: await countRows(db, partnerList),
        users: canReadUsers ? await countRows(db, userList) : null,
      },
      recent: {
        contact: await withMailed(
          db,
          await triaged({ db, clock }, 'contact', await recent(db, contactList)),
        ),
        passportApplications: await withMailed(
          db,
          await withPayments(db, await recent(db, applicationList), permissions),
        ),
        unityDeclarations: await withMailed(db, await recent(db, signatureList())),
        volunteers: await withMailed(
          db,
          await triaged({ db, clock }, 'volunteer', await recent(db, volunteerList)),
        ),
        partners: await withMailed(
          db,
          await triaged({ db, clock }, 'partner', await recent(db, partnerList)),
        ),
        users: canReadUsers ? await withMailed(db, await recent(db, userList)) : null,
      },
      claimsWaiting: permissions.includes('payments:read')
        ? await countPayments(db, 'claimed')
        : null,
    };
  }),
  route(exportSubmissions, async (context) => {
    const { db, clock, setHeader } = context;
    const type = EXPORT_TYPES.find((known) => known === context.params.type);
    if (!type) throw new Fault(400, UNKNOWN_EXPORT);
    const caller = callerOf(context);
    const { permissions } = caller;
    if (type === 'users' && !permissions.includes('users:read'))
      throw new Fault(403, words('You do not have permission to do this.'));
    // The audit row of an export stays, also when the download breaks off.
    const act = {
      at: clock.now(),
      ...downloadedBy(caller),
      action: 'submissions.exported',
      subject: type,
    };
    const asked = await exportOf({ db, clock, permissions, asked: context.query }, type);
    setHeader('Content-Disposition', `attachment; filename="${type}.csv"`);
    return exportLines(db, asked, () => inTransaction(db, (tx) => addAudit(tx, act)));
  }),
];
