import { answerList } from '../../server/lists/list.ts';
import { route } from '../../server/http/route.ts';
import { auditList, inPeriod, searchedFor } from './audit-list.store.ts';
import { listAudit } from './audit.contract.ts';
import { checkAuditChain } from './chain.contract.ts';
import { checkChain } from './chain.service.ts';
import { describeEntries } from './audit.service.ts';

const dateTimeOf = (iso: string | undefined) => (iso === undefined ? undefined : new Date(iso));

export const auditRoutes = [
  route(listAudit, async (context) => {
    const { db, query } = context;
    const list = {
      ...auditList,
      found: query.search ? await searchedFor(db, query.search) : undefined,
      where: inPeriod(dateTimeOf(query.from), dateTimeOf(query.before)),
    };
    return describeEntries(db, await answerList(context, list, listAudit.path));
  }),

  route(checkAuditChain, ({ db, secrets }) => checkChain(db, { secrets })),
];
