import { addAudit } from '../../server/audit.store.ts';
import { callerOf } from '../../server/context.ts';
import { type Database, inTransaction } from '../../server/database.ts';
import { answerList } from '../../server/list.ts';
import { type Columns, countRows, type List, readPage } from '../../server/list.store.ts';
import { route } from '../../server/route.ts';
import { Fault } from '../../shared/fault.ts';
import { countPayments } from '../payments/payment-list.store.ts';
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
} from './submissions.contract.ts';
import { exportLines, withMailed, withPayments } from './submissions.service.ts';
import {
  applicationList,
  contactList,
  declarationList,
  partnerList,
  userList,
  volunteerList,
} from './submissions.store.ts';

/** The specification's "five most recent of each kind" (§2). */
const recent = async <C extends Columns>(db: Database, list: List<C>) =>
  (await readPage(db, list, {}, { limit: 5 })).rows;

export const submissionRoutes = [
  route(listContactSubmissions, async (context) =>
    withMailed(context.db, await answerList(context, contactList, listContactSubmissions.path)),
  ),
  route(listUnityDeclarations, async (context) =>
    withMailed(context.db, await answerList(context, declarationList, listUnityDeclarations.path)),
  ),
  route(listVolunteerSubmissions, async (context) =>
    withMailed(context.db, await answerList(context, volunteerList, listVolunteerSubmissions.path)),
  ),
  route(listPartnerSubmissions, async (context) =>
    withMailed(context.db, await answerList(context, partnerList, listPartnerSubmissions.path)),
  ),
  route(listPassportApplications, async (context) => {
    const rows = await answerList(context, applicationList, listPassportApplications.path);
    return withMailed(context.db, await withPayments(context.db, rows));
  }),
  route(summarizeSubmissions, async ({ db }) => ({
    counts: {
      contact: await countRows(db, contactList),
      passportApplications: await countRows(db, applicationList),
      unityDeclarations: await countRows(db, declarationList),
      volunteers: await countRows(db, volunteerList),
      partners: await countRows(db, partnerList),
      users: await countRows(db, userList),
    },
    recent: {
      contact: await withMailed(db, await recent(db, contactList)),
      passportApplications: await withMailed(
        db,
        await withPayments(db, await recent(db, applicationList)),
      ),
      unityDeclarations: await withMailed(db, await recent(db, declarationList)),
      volunteers: await withMailed(db, await recent(db, volunteerList)),
      partners: await withMailed(db, await recent(db, partnerList)),
      users: await withMailed(db, await recent(db, userList)),
    },
    claimsWaiting: await countPayments(db, 'claimed'),
  })),
  route(exportSubmissions, async (context) => {
    const { db, clock, setHeader } = context;
    const type = EXPORT_TYPES.find((known) => known === context.params.type);
    if (!type) throw new Fault(400, UNKNOWN_EXPORT);
    // Who took a copy of everybody's data stays known, also when the download breaks off.
    const act = {
      at: clock.now(),
      actorId: callerOf(context).id,
      action: 'submissions.exported',
      subject: type,
    };
    await inTransaction(db, (tx) => addAudit(tx, act));
    setHeader('Content-Disposition', `attachment; filename="${type}.csv"`);
    return exportLines(db, type);
  }),
];
